//! Whole games, as records and as moves.

use quintet_arena::{Dice, Record, Session};
use quintet_rules::{PerPlayer, Player};
use serde_json::{Value, json};

use crate::common::House;

#[tokio::test]
async fn a_record_of_every_game_and_size_is_replayed_step_by_step() {
    let house = House::new();
    for variant in crate::games().flat_map(|listing| listing.sizes) {
        let mut session = Session::new(variant.start(Player::Two));
        let mut dice = Dice::new(5, 0);
        while session.plies().len() < 60
            && let Some(mv) = session.position().random_move(&mut dice)
        {
            session.play(&mv).expect("a random move is legal");
        }
        let players = PerPlayer {
            one: "Red \"the\" first".to_owned(),
            two: "hard".to_owned(),
        };
        let record = Record::of(session, players, "2026-11-15".to_owned());
        let asked = json!({"record": record.to_string()});
        let replay = house.stranger().post("/api/v1/replay", asked).await.ok();
        assert_eq!(replay["players"], json!(["Red \"the\" first", "hard"]));
        assert_eq!(replay["date"], "2026-11-15");
        assert_eq!(replay["result"], record.result().to_string());
        assert_eq!(replay["record"], record.to_string());
        assert_eq!(replay["start"]["position"], record.start().text());
        let steps = replay["steps"].as_array().expect("a list");
        assert_eq!(steps.len(), record.plies().len());
        let mut before = record.start();
        for (step, ply) in steps.iter().zip(record.plies()) {
            assert_eq!(step["move"], ply.mv);
            assert_eq!(step["player"], before.to_move().number());
            assert_eq!(step["touches"], json!(before.marks(&ply.mv)));
            assert_eq!(step["view"]["position"], ply.position.text());
            before = &*ply.position;
        }
        let (last, others) = steps.split_last().expect("a game has moves");
        assert!(last["view"]["moves"].is_array());
        assert!(
            others
                .iter()
                .all(|step| step["view"]["moves"] == Value::Null)
        );
    }
}

#[tokio::test]
async fn moves_alone_make_a_record_that_nobody_has_given_up() {
    let house = House::new();
    let asked = json!({"game": "gridlock", "moves": "2-2 3-3"});
    let replay = house.stranger().post("/api/v1/replay", asked).await.ok();
    assert_eq!(replay["players"], json!(["?", "?"]));
    assert_eq!(replay["result"], "*");
    assert_eq!(replay["termination"], Value::Null);
    let asked = json!({"record": replay["record"]});
    let again = house.stranger().post("/api/v1/replay", asked).await.ok();
    assert_eq!(again, replay);
}

#[tokio::test]
async fn a_game_without_moves_can_be_looked_at_too() {
    let house = House::new();
    let asked = json!({"game": "gridlock", "moves": []});
    let replay = house
        .stranger()
        .post("/api/v1/replay", asked.clone())
        .await
        .ok();
    assert_eq!(replay["steps"], json!([]));
    assert!(replay["start"]["moves"].is_array());
    let review = house.stranger().post("/api/v1/review", asked).await.ok();
    assert_eq!(review["moves"], json!([]));
}

#[tokio::test]
async fn a_resignation_is_seen_in_the_result() {
    let house = House::new();
    let text = "[Game \"gridlock\"]\n[Result \"0-1\"]\n[Termination \"resigned\"]\n\n1. 2-2 0-1\n";
    let asked = json!({"record": text});
    let replay = house.stranger().post("/api/v1/replay", asked).await.ok();
    assert_eq!(replay["termination"], "resigned");
    assert_eq!(replay["result"], "0-1");
    assert_eq!(replay["steps"][0]["view"]["over"], false);
}

#[tokio::test]
async fn what_everyone_must_know_stands_at_the_step_where_play_changes() {
    let house = House::new();
    // The last empty cell is filled, nobody has won, and sudden death begins.
    let asked = json!({"game": "quad-block", "size": "4x4", "start": "XXOO/OOXX/XXOO/OOX. 1 p",
                       "moves": ["16"]});
    let replay = house.stranger().post("/api/v1/replay", asked).await.ok();
    let notice = replay["steps"][0]["notice"].as_str().expect("a notice");
    assert!(notice.contains("sudden-death begins"), "{notice}");
}

#[tokio::test]
async fn a_faulty_record_says_on_which_line_and_at_which_ply() {
    let house = House::new();
    let client = house.stranger();
    let text = "[Game \"gridlock\"]\n[Result \"*\"]\n\n1. 2-2 2-3 *\n";
    for path in ["/api/v1/replay", "/api/v1/review"] {
        let problem = client.post(path, json!({"record": text})).await;
        let problem = problem.is_problem(422, "not-a-record");
        let detail = problem["detail"].as_str().expect("a text");
        assert!(detail.starts_with("line 4, ply 2: "), "{detail}");
        let two = json!({"record": "[Game \"gridlock\"]\n\n*\n[Game \"gridlock\"]\n\n*\n"});
        let problem = client.post(path, two).await;
        let problem = problem.is_problem(422, "not-a-record");
        assert_eq!(problem["detail"], "found 2 records; wanted one");
    }
}

#[tokio::test]
async fn an_illegal_move_of_a_game_says_its_ply_and_the_rule() {
    let house = House::new();
    for path in ["/api/v1/replay", "/api/v1/review", "/api/v1/analyze"] {
        let asked = json!({"game": "gridlock", "moves": ["2 2", "2 3"]});
        let problem = house.stranger().post(path, asked).await;
        let problem = problem.is_problem(422, "illegal-move");
        assert_eq!(problem["reason"], "beside-opponent");
        let detail = problem["detail"].as_str().expect("a text");
        assert!(detail.starts_with("ply 2: Invalid move."), "{detail}");
        let asked = json!({"game": "gridlock", "moves": "2-2 nonsense"});
        let problem = house.stranger().post(path, asked).await;
        problem.is_problem(422, "not-a-move");
    }
}

#[tokio::test]
async fn a_game_is_told_as_a_record_or_as_moves_and_is_not_too_long() {
    let house = House::new();
    for asked in [
        json!({}),
        json!({"game": "gridlock"}),
        json!({"moves": ["2 2"]}),
        json!({"record": "[Game \"gridlock\"]\n\n*\n", "game": "gridlock"}),
        json!({"record": "[Game \"gridlock\"]\n\n*\n", "moves": []}),
    ] {
        let problem = house.stranger().post("/api/v1/replay", asked).await;
        problem.is_problem(400, "bad-request");
    }
    // Two runners go to and fro.
    let moves = "move-b1 move-d5 move-a1 move-e5 ".repeat(251);
    for path in ["/api/v1/replay", "/api/v1/review", "/api/v1/analyze"] {
        let asked = json!({"game": "grid-runner", "moves": moves});
        let problem = house.stranger().post(path, asked).await;
        let problem = problem.is_problem(413, "too-large");
        assert_eq!(
            problem["detail"],
            "found 1004 moves; wanted 1000 at the most"
        );
    }
    let record = format!("[Game \"grid-runner\"]\n\n{moves}*\n");
    let asked = json!({"record": record});
    let problem = house.stranger().post("/api/v1/replay", asked).await;
    problem.is_problem(413, "too-large");
}

#[tokio::test]
async fn a_game_that_is_told_by_its_moves_becomes_the_record_of_its_players() {
    let house = House::new();
    let asked = json!({"game": "gridlock", "first": 2, "moves": ["2 2"], "resigned": 1,
                       "players": ["human", "hard"], "date": "2026-11-15"});
    let replay = house.stranger().post("/api/v1/replay", asked).await.ok();
    assert_eq!(replay["result"], "0-1");
    assert_eq!(replay["termination"], "resigned");
    assert_eq!(replay["players"], json!(["human", "hard"]));
    assert_eq!(replay["date"], "2026-11-15");
    assert_eq!(replay["steps"][0]["player"], 2);
    assert!(replay["ending"].is_string(), "{replay}");
    let asked = json!({"record": replay["record"]});
    let again = house.stranger().post("/api/v1/replay", asked).await.ok();
    assert_eq!(again, replay);
}

#[tokio::test]
async fn nobody_gives_up_a_game_that_is_over() {
    let house = House::new();
    let asked = json!({"game": "adjacency-block", "start": "O.XX.OO.XX 2", "moves": [],
                       "resigned": 1});
    let problem = house.stranger().post("/api/v1/replay", asked.clone()).await;
    problem.is_problem(400, "bad-request");
    let problem = house.stranger().post("/api/v1/session", asked).await;
    problem.is_problem(400, "bad-request");
}
