//! Analyses are the documents of the command, and exact.

use std::path::Path;

use quintet_arena::{self as arena, Record, Tables};
use quintet_ask::{Analysis, Review};
use quintet_games::AnyPosition;
use quintet_solver::{Allowance, Budget, Progress};
use serde_json::{Value, json};

use crate::common::{House, unlimited};

/// What the arena says, with the tables and the budget of the server.
fn analysed(position: &dyn AnyPosition) -> Value {
    let settings = unlimited();
    let tables = settings.tables.as_deref().map(Path::to_owned);
    let tables = Tables::in_folder(tables.expect("tests keep their tables"));
    let oracle = tables
        .oracle(position.variant(), &Progress::default())
        .expect("never cancelled")
        .oracle;
    let allowance = Allowance::positions(settings.limits.nodes.into());
    let budget = Budget::UNBOUNDED.within(&allowance);
    let analysis = oracle.analyze(position, budget);
    serde_json::to_value(Analysis::of(position, &analysis)).expect("a document")
}

#[tokio::test]
async fn an_analysis_is_the_document_of_the_command() {
    let house = House::new();
    for listing in crate::games() {
        let variant = listing.standard();
        let texts = listing.examples.iter().map(|example| example.position);
        for text in texts.chain([listing.picture]) {
            let position = variant.position(text).expect("a position");
            let asked = json!({"game": listing.id, "position": text});
            let answer = house.stranger().post("/api/v1/analyze", asked).await;
            assert_eq!(answer.ok(), analysed(&*position), "{text}");
        }
    }
}

#[tokio::test]
async fn the_fields_of_an_analysis_stand_in_the_order_of_the_design() {
    let house = House::new();
    let asked = json!({"game": "gridlock"});
    let answer = house.stranger().post("/api/v1/analyze", asked).await;
    let expected = r#"{"game":"gridlock","size":"4x4","position":"..../..../..../.... 1","to_move":1,"over":false,"winner":null,"value":"loss","distance":12,"moves":[{"move":"1 2","value":"loss","distance":12},"#;
    assert!(answer.text.starts_with(expected), "{}", answer.text);
}

#[tokio::test]
async fn moves_are_played_before_the_analysis_in_any_spelling() {
    let house = House::new();
    let client = house.stranger();
    let direct = json!({"game": "gridlock", "position": "..../.X../..O./.... 1"});
    let direct = client.post("/api/v1/analyze", direct).await.ok();
    for moves in [
        json!("2-2 3-3"),
        json!("2 2, 3 3"),
        json!(["2 2", "3-3"]),
        json!([" 2  2 ", "3 3"]),
    ] {
        let asked = json!({"game": "gridlock", "moves": moves});
        assert_eq!(client.post("/api/v1/analyze", asked).await.ok(), direct);
    }
}

#[tokio::test]
async fn an_explanation_plays_the_best_line_and_says_how_it_ends() {
    let house = House::new();
    let client = house.stranger();
    let asked = json!({"game": "gridlock", "moves": "2-2 3-3", "explain": true});
    let analysis = client.post("/api/v1/analyze", asked).await.ok();
    assert_eq!(
        analysis["reason"],
        "Every move is answered by its opposite, with the board turned by half."
    );
    let line = analysis["line"].as_array().expect("a line");
    assert_eq!(line.len(), 10);
    let asked = json!({"game": "gridlock", "start": analysis["position"], "moves": line});
    let replay = client.post("/api/v1/replay", asked).await.ok();
    assert_eq!(replay["steps"][9]["view"]["winner"], 2);
    let plain = json!({"game": "gridlock", "moves": "2-2 3-3"});
    let plain = client.post("/api/v1/analyze", plain).await.ok();
    assert!(plain.get("line").is_none() && plain.get("reason").is_none());
}

#[tokio::test]
async fn a_finished_position_has_a_winner_and_nothing_to_choose_from() {
    let house = House::new();
    for listing in crate::games() {
        let examples = listing.examples.iter();
        let ends = examples.filter_map(|example| {
            let position = listing.standard().position(example.position).ok()?;
            let after = position.play(example.entry).ok()?.position;
            after
                .outcome()
                .map(|outcome| (after.text(), outcome.winner))
        });
        for (text, winner) in ends {
            let asked = json!({"game": listing.id, "position": text, "explain": true});
            let analysis = house.stranger().post("/api/v1/analyze", asked).await.ok();
            assert_eq!(analysis["over"], true);
            assert_eq!(analysis["winner"], winner.number());
            assert_eq!(analysis["moves"], json!([]));
            assert_eq!(analysis["distance"], 0);
            let asked = json!({"game": listing.id, "position": text, "player": "easy"});
            let refused = house.stranger().post("/api/v1/choose", asked).await;
            refused.is_problem(422, "nothing-to-choose");
        }
    }
}

#[tokio::test]
async fn a_level_that_is_perfect_keeps_the_win() {
    let house = House::new();
    for seed in 0..5 {
        let asked = json!({"game": "gridlock", "position": "..../.X../..../.... 2",
                           "player": "perfect", "seed": seed});
        let chosen = house.stranger().post("/api/v1/choose", asked).await.ok();
        let asked = json!({"game": "gridlock", "moves": ["2 2", chosen["move"]]});
        let after = house.stranger().post("/api/v1/analyze", asked).await.ok();
        assert_eq!(after["value"], "loss", "{chosen}");
    }
}

#[tokio::test]
async fn a_review_is_the_document_of_the_command() {
    let house = House::new();
    let text = "[Game \"gridlock\"]\n[Result \"*\"]\n\n1. 2-2 2-4 2. 4-3 3-1 *\n";
    let record = Record::read_all(text).expect("a record").remove(0);
    let tables = Tables::nowhere();
    let oracle = tables
        .oracle(record.variant(), &Progress::default())
        .expect("never cancelled")
        .oracle;
    let review = arena::Review::of(&record, &*oracle, Budget::NONE, &Progress::default());
    let expected = serde_json::to_value(Review::of(&record, &review));
    let asked = json!({"record": text});
    let answer = house.stranger().post("/api/v1/review", asked).await;
    assert_eq!(answer.ok(), expected.expect("a document"));
    let moves = json!({"game": "gridlock", "moves": "2-2 2-4 4-3 3-1"});
    let same = house.stranger().post("/api/v1/review", moves).await;
    assert_eq!(same.ok(), answer.ok());
}

#[tokio::test]
async fn a_judgement_says_what_a_move_did_to_the_value() {
    let house = House::new();
    let before = json!({"game": "gridlock", "position": "..../.X../..../.... 2"});
    let analysis = house.stranger().post("/api/v1/analyze", before).await.ok();
    for known in analysis["moves"].as_array().expect("a list") {
        let asked = json!({"game": "gridlock", "position": analysis["position"],
                           "move": known["move"]});
        let answer = house.stranger().post("/api/v1/judge", asked).await;
        let judgement = answer.ok();
        assert_eq!(judgement["move"], known["move"]);
        assert_eq!(judgement["before"]["value"], "win");
        assert_eq!(judgement["after"]["value"], known["value"]);
        assert_eq!(judgement["after"]["distance"], known["distance"]);
        assert_eq!(judgement["keeps"], known["value"] == "win");
    }
}
