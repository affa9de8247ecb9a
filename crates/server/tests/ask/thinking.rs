//! The pool on which the server thinks is bounded, and nobody waits for it who need not.

use axum::http::header;
use futures_util::future::join_all;
use serde_json::json;

use crate::common::{House, unlimited};

#[tokio::test]
async fn as_many_are_thought_about_as_there_are_places_and_one_more_is_turned_away() {
    let mut settings = unlimited();
    settings.limits.analyses = 3;
    let house = House::with(settings);
    let asked = json!({"game": "matrix-isolation", "size": "6x6", "player": "perfect"});
    let first = house.stranger().post("/api/v1/choose", asked.clone()).await;
    first.ok();
    // All are asked before any is looked at again: a question on the pool is answered later.
    let asking = (0..5).map(|_| async {
        let client = house.stranger();
        client.post("/api/v1/choose", asked.clone()).await
    });
    let (thought, refused): (Vec<_>, Vec<_>) = join_all(asking)
        .await
        .into_iter()
        .partition(|answer| answer.status.is_success());
    assert_eq!((thought.len(), refused.len()), (3, 2));
    for answer in &refused {
        answer.is_problem(503, "busy");
        assert_eq!(answer.headers[header::RETRY_AFTER], "1");
    }
    let later = house.stranger().post("/api/v1/choose", asked).await;
    later.ok();
}

#[tokio::test]
async fn whatever_is_thought_about_takes_a_place_and_the_rest_does_not() {
    let mut settings = unlimited();
    settings.limits.analyses = 0;
    let house = House::with(settings);
    let client = house.stranger();
    let game = crate::games().next().expect("there are games").id;
    for (name, asked) in [
        ("analyze", json!({"game": game})),
        ("choose", json!({"game": game, "player": "hard"})),
        ("replay", json!({"game": game, "moves": []})),
        ("review", json!({"game": game, "moves": []})),
    ] {
        let answer = client.post(&format!("/api/v1/{name}"), asked).await;
        answer.is_problem(503, "busy");
    }
    let size = crate::games()
        .next()
        .expect("there are games")
        .standard()
        .size();
    let path = format!("/api/v1/puzzles/{game}/{size}");
    client.get(&path).await.is_problem(503, "busy");
    let random = json!({"game": game, "player": "random"});
    client.post("/api/v1/choose", random).await.ok();
    client.get("/api/v1/catalogue").await.ok();
    let path = format!("/api/v1/positions/{game}/{size}");
    client.get(&path).await.ok();
}

#[tokio::test]
async fn what_is_known_is_looked_up_while_all_places_are_taken() {
    let mut settings = unlimited();
    settings.limits.analyses = 1;
    let house = House::with(settings);
    let known = json!({"game": "gridlock"});
    let client = house.stranger();
    client.post("/api/v1/analyze", known.clone()).await.ok();
    // One takes the one place; of the others, only those that need the pool are turned away.
    let thinker = json!({"game": "matrix-isolation", "size": "6x6"});
    let (one, looked_up, two) = tokio::join!(
        client.post("/api/v1/analyze", thinker.clone()),
        client.post("/api/v1/analyze", known),
        client.post("/api/v1/analyze", thinker),
    );
    looked_up.ok();
    let (thought, refused) = if one.status == 200 {
        (one, two)
    } else {
        (two, one)
    };
    thought.ok();
    refused.is_problem(503, "busy");
}
