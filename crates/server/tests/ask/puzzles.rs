//! Puzzles.

use axum::http::StatusCode;
use quintet_games::catalogue;
use serde_json::{Value, json};

use crate::common::House;
use crate::schema::Description;

#[tokio::test]
async fn exactly_one_move_of_a_puzzle_keeps_the_win_and_its_seed_brings_it_back() {
    let house = House::new();
    let client = house.stranger();
    let description = Description::new();
    for listing in catalogue() {
        let size = listing.standard().size();
        let path = format!("/api/v1/puzzles/{}/{size}", listing.id);
        let drawn = client.get(&path).await;
        description.check("get", "/api/v1/puzzles/{game}/{size}", &drawn);
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
    let description = Description::new();
    for listing in catalogue() {
        for variant in listing.sizes {
            let path = format!("/api/v1/puzzles/{}/{}?seed=1", listing.id, variant.size());
            let answer = house.stranger().get(&path).await;
            description.check("get", "/api/v1/puzzles/{game}/{size}", &answer);
            if answer.status != StatusCode::OK {
                answer.is_problem(404, "not-found");
            }
        }
    }
}
