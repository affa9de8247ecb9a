//! A game at one screen, told whole with every request.

use quintet_catalogue::catalogue;
use serde_json::{Value, json};

use crate::common::{Client, House};
use crate::every_game::hasty;

async fn ask(client: &Client, asked: Value) -> Value {
    let answer = client.post("/api/v1/session", asked).await;
    answer.ok()
}

fn moves(session: &Value) -> Value {
    let plies = session["plies"].as_array().expect("a list");
    plies.iter().map(|ply| ply["move"].clone()).collect()
}

#[tokio::test]
async fn a_whole_game_against_a_level_takes_one_request_a_turn_in_every_variant() {
    let house = hasty();
    let client = house.stranger();
    for variant in catalogue().flat_map(|listing| listing.sizes) {
        let game = json!({"game": variant.id(), "size": variant.size().to_string(),
                          "players": ["human", "easy"], "reply": true, "seed": 3});
        let mut session = ask(&client, game.clone()).await;
        for turn in 1..10 {
            if session["over"] == true {
                break;
            }
            assert_eq!(session["chooses"], "human");
            let mut asked = game.clone();
            asked["moves"] = moves(&session);
            asked["act"] = json!({"play": session["view"]["moves"][0]["move"]});
            session = ask(&client, asked).await;
            let plies = session["plies"].as_array().expect("a list").len();
            assert!(session["over"] == true || plies == 2 * turn, "{session}");
            assert_eq!(
                session["played"].as_array().expect("a list").len(),
                2 - plies % 2
            );
        }
    }
}

#[tokio::test]
async fn what_is_taken_back_is_played_again_and_a_resignation_is_said_by_the_game() {
    let house = House::new();
    let client = house.stranger();
    let game = json!({"game": "gridlock", "moves": "2-2 3-3"});
    let with = |more: Value| {
        let mut asked = game.clone();
        for (name, value) in more.as_object().expect("fields") {
            asked[name] = value.clone();
        }
        ask(&client, asked)
    };
    let back = with(json!({"act": "undo"})).await;
    assert_eq!((&back["at"], &back["can_redo"]), (&json!(1), &json!(true)));
    assert_eq!(back["view"]["position"], "..../.X../..../.... 2");
    let again = with(json!({"at": 1, "act": "redo"})).await;
    assert_eq!(again["at"], 2);
    let resigned = with(json!({"act": "resign"})).await;
    assert_eq!(
        (&resigned["resigned"], &resigned["winner"]),
        (&json!(1), &json!(2))
    );
    let sentence = resigned["ending"].as_str().expect("a sentence");
    let next = with(json!({"resigned": 1, "act": "next"})).await;
    assert_eq!(next["first"], 2);
    assert_eq!(next["score"], json!([0, 1]));
    let looked = with(json!({"resigned": 1})).await;
    assert_eq!(looked["ending"], sentence);
}

#[tokio::test]
async fn a_long_game_is_read_on_the_pool() {
    let mut settings = crate::common::unlimited();
    settings.limits.analyses = 0;
    let house = House::with(settings);
    let client = house.stranger();
    let moves = |rounds| "move-b1 move-d5 move-a1 move-e5 ".repeat(rounds);
    let short = json!({"game": "grid-runner", "moves": moves(25)});
    ask(&client, short).await;
    let long = json!({"game": "grid-runner", "moves": moves(26)});
    let refused = client.post("/api/v1/session", long).await;
    refused.is_problem(503, "busy");
}
