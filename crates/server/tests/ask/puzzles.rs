//! Puzzles.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::common::House;

#[tokio::test]
async fn exactly_one_move_of_a_puzzle_keeps_the_win_and_its_seed_brings_it_back() {
    let house = House::new();
    let client = house.stranger();
    for listing in crate::games() {
        let size = listing.standard().size();
        let path = format!("/api/v1/puzzles/{}/{size}", listing.id);
        let drawn = client.get(&path).await;
        let puzzle = drawn.ok();
        let again = client.get(&format!("{path}?seed={}", puzzle["seed"])).await;
        assert_eq!(again.ok(), puzzle);
        let asked = json!({"game": listing.id, "position": puzzle["view"]["position"]});
        let analysis = client.post("/api/v1/analyze", asked).await.ok();
        assert_eq!(analysis["value"], "win");
        assert_eq!(analysis["distance"], puzzle["distance"]);
        let wins = |mv: &&Value| mv["value"] == "win";
        let moves = analysis["moves"].as_array().expect("a list");
        assert_eq!(moves.iter().filter(wins).count(), 1, "{analysis}");
    }
}

#[tokio::test]
async fn every_size_has_a_puzzle_or_says_that_none_was_found() {
    let house = House::new();
    for listing in crate::games() {
        for variant in listing.sizes {
            let path = format!("/api/v1/puzzles/{}/{}?seed=1", listing.id, variant.size());
            let answer = house.stranger().get(&path).await;
            if answer.status != StatusCode::OK {
                answer.is_problem(404, "not-found");
            }
        }
    }
}

#[tokio::test]
async fn a_day_has_one_puzzle_and_today_is_a_day() {
    let house = House::new();
    let client = house.stranger();
    let path = "/api/v1/puzzles/gridlock/4x4";
    let puzzle = client.get(&format!("{path}?day=2026-11-15")).await.ok();
    assert_eq!(puzzle["day"], "2026-11-15");
    let same = client
        .get(&format!("{path}?seed={}", puzzle["seed"]))
        .await
        .ok();
    assert_eq!(same["view"], puzzle["view"]);
    let today = client.get(&format!("{path}?day=today")).await.ok();
    let day = today["day"].as_str().expect("a day");
    let named = client.get(&format!("{path}?day={day}")).await.ok();
    assert_eq!(named, today);
    for wrong in ["day=tomorrow", "day=2026-13-45", "day=2026-11-15&seed=3"] {
        let problem = client.get(&format!("{path}?{wrong}")).await;
        problem.is_problem(400, "bad-request");
    }
}
