//! The table of questions by path, which the module in the browser asks, is that of the server.

use std::collections::BTreeSet;

use quintet_ask::{Context, paths, read_at};
use serde_json::{Value, json};

use crate::common::House;

/// Questions that a server has no path for, because they take long.
const LONG: [&str; 3] = ["/match", "/perft", "/solution"];

#[test]
fn every_path_of_a_question_is_in_the_table() {
    let document = quintet_server::api_document();
    let described = document["paths"].as_object().expect("paths").keys();
    let described = described.filter_map(|path| path.strip_prefix("/api/v1"));
    let is_live = |path: &&str| path.starts_with("/games") || path.starts_with("/browser");
    let described: BTreeSet<_> = described.filter(|path| !is_live(path)).collect();
    let known: BTreeSet<_> = paths().filter(|path| !LONG.contains(path)).collect();
    assert_eq!(described, known);
}

#[tokio::test]
async fn the_table_answers_and_refuses_as_the_server_does() {
    let house = House::new();
    let client = house.stranger();
    for (path, question) in [
        (
            "/analyze",
            json!({"game": "gridlock", "moves": "2-2 3-3", "explain": true}),
        ),
        ("/analyze", json!({"game": "gridlock", "moves": "2-2 2-2"})),
        ("/analyze", json!({"game": 7})),
        ("/play", json!({"game": "gridlock", "move": "1-1"})),
        ("/play", json!({"game": "chess", "move": "e4"})),
        ("/why", json!({"game": "gridlock", "touched": [99]})),
        (
            "/judge",
            json!({"game": "gridlock", "move": "1-1", "extra": 1}),
        ),
        ("/replay", json!({"game": "gridlock", "moves": "2-2"})),
    ] {
        let told = client
            .post(&format!("/api/v1{path}"), question.clone())
            .await;
        let reading = read_at(path, &question.to_string(), "2026-11-15");
        let answer = reading.and_then(|reading| reading.answer(&Context::default()));
        let text = answer.unwrap_or_else(|refusal| refusal.to_json());
        let mut here: Value = serde_json::from_str(&text).expect("JSON");
        let mut there: Value = serde_json::from_str(&told.text).expect("JSON");
        // The day on which a record is written is the server's.
        for document in [&mut here, &mut there] {
            if let Some(fields) = document.as_object_mut() {
                fields.remove("date");
                fields.remove("record");
            }
        }
        assert_eq!(here, there, "{path} {question}");
    }
}
