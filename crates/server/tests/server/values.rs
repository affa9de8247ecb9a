//! Analyses are exact, and the same documents as those of the command.

use std::sync::Arc;

use quintet_api::{Analyze, Context, Request};
use quintet_arena::{Library, Record, Review, Tables};
use quintet_games::AnyPosition;
use quintet_solver::{Allowance, Budget, Progress};
use serde_json::{Value, json};

use crate::CATALOGUE;
use crate::common::{Server, unlimited};

/// Responds to the request without a server, with its tables and its budget.
fn analysed(position: &dyn AnyPosition) -> Value {
    let settings = unlimited();
    let tables = Tables::in_folder(settings.tables.expect("a folder"));
    let allowance = Allowance::positions(settings.limits.nodes.into());
    let context = Context {
        library: Library::new(CATALOGUE, tables),
        budget: Budget::UNBOUNDED,
        allowance: Some(Arc::new(allowance)),
        ..Context::default()
    };
    let request = Analyze {
        game: position.variant().id().to_owned(),
        position: Some(position.text()),
        ..Analyze::default()
    };
    let analysis = request.respond(&context).expect("a valid request");
    serde_json::to_value(analysis).expect("a document")
}

#[tokio::test]
async fn an_analysis_is_the_document_of_the_command() {
    let server = Server::new();
    for listing in crate::games() {
        let variant = listing.standard();
        let read = |text: &str| variant.position(text).expect("a position");
        let mut positions = vec![read(listing.picture)];
        for example in listing.examples {
            let before = read(example.position);
            // Some of these are finished.
            let played = before.play(example.entry).ok();
            positions.extend(played.map(|played| played.position));
            positions.push(before);
        }
        for position in positions {
            let request = json!({"game": listing.id, "position": position.text()});
            let analysis = server.client().ask("analyze", request).await;
            assert_eq!(analysis, analysed(&*position), "{position:?}");
        }
    }
    let request = json!({"game": "gridlock"});
    let response = server.client().post("/api/v1/analyze", request).await;
    let in_order = r#"{"game":"gridlock","size":"4x4","position":"..../..../..../.... 1","to_move":1,"over":false,"winner":null,"value":"loss","distance":12,"moves":[{"move":"1 2","value":"loss","distance":12},"#;
    assert!(response.text.starts_with(in_order), "{}", response.text);
}

#[tokio::test]
async fn a_review_is_the_document_of_the_command() {
    let server = Server::new();
    let text = "[Game \"gridlock\"]\n[Result \"*\"]\n\n1. 2-2 2-4 2. 4-3 3-1 *\n";
    let record = Record::read_all(text, CATALOGUE)
        .expect("a record")
        .remove(0);
    let opened = Tables::nowhere().oracle(record.variant(), &Progress::default());
    let oracle = opened.expect("never cancelled").oracle;
    let review = Review::of(&record, &*oracle, Budget::NONE, &Progress::default());
    let expected = serde_json::to_value(review).expect("a document");
    for request in [
        json!({"record": text}),
        json!({"game": "gridlock", "moves": "2-2 2-4 4-3 3-1"}),
    ] {
        assert_eq!(server.client().ask("review", request).await, expected);
    }
}
