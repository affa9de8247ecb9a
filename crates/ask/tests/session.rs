//! A game at one screen: all of it is told with every question, and every answer can be asked on from.

use quintet_ask::{Context, ContinueSession, Question, Refusal};
use serde_json::{Value, json};

fn try_continue(question: Value) -> Result<Value, Refusal> {
    let question: ContinueSession = serde_json::from_value(question).expect("a question");
    let answer = question.read()?.answer(&Context::default())?;
    Ok(serde_json::to_value(answer).expect("a document"))
}

fn continued(question: Value) -> Value {
    try_continue(question).unwrap_or_else(|refusal| panic!("{refusal}"))
}

/// The question that tells the session of an answer, with more fields.
fn told(answer: &Value, more: Value) -> Value {
    let plies = answer["plies"].as_array().expect("a list");
    let moves: Vec<_> = plies.iter().map(|ply| ply["move"].clone()).collect();
    let mut question = json!({
        "game": answer["game"],
        "size": answer["size"],
        "start": answer["start"],
        "first": answer["first"],
        "players": answer["players"],
        "moves": moves,
        "at": answer["at"],
        "resigned": answer["resigned"],
        "score": answer["score_before"],
    });
    let Value::Object(more) = more else {
        panic!("more fields are an object");
    };
    question.as_object_mut().expect("an object").extend(more);
    question
}

fn position(answer: &Value) -> &str {
    answer["view"]["position"].as_str().expect("a text")
}

#[test]
fn a_turn_against_a_level_is_one_question() {
    let start = continued(json!({"game": "gridlock", "players": ["human", "perfect"]}));
    assert_eq!(
        (&start["chooses"], &start["at"]),
        (&json!("human"), &json!(0))
    );
    let more = json!({"act": {"play": "2-2"}, "reply": true, "seed": 5});
    let turn = continued(told(&start, more.clone()));
    assert_eq!(turn["at"], 2);
    assert_eq!(turn["chooses"], "human");
    let played = turn["played"].as_array().expect("a list");
    assert_eq!(
        (&played[0]["move"], &played[0]["player"]),
        (&json!("2 2"), &json!(1))
    );
    assert_eq!(played[1]["player"], 2);
    assert_eq!(played[1]["view"]["position"], turn["view"]["position"]);
    assert!(played[1]["view"]["moves"].is_null() && turn["view"]["moves"].is_array());
    assert_eq!(
        turn,
        continued(told(&start, more)),
        "a seed repeats the reply"
    );
    let said = format!(
        "Player 2 (O) plays {}.",
        played[1]["move"].as_str().expect("a text")
    );
    assert_eq!(turn["said"], json!(["Player 1 (X) plays 2 2.", said]));
}

#[test]
fn a_refused_move_is_refused_with_the_reason_and_asks_no_level() {
    let question = json!({
        "game": "gridlock", "players": ["hard", "human"], "moves": "2-2",
        "act": {"play": "2 3"}, "reply": true,
    });
    let refusal = try_continue(question).expect_err("beside an opponent's marker");
    assert_eq!(refusal.reason, Some("beside-opponent"));
}

#[test]
fn taking_back_and_playing_again_go_to_the_persons_decisions() {
    let question = json!({
        "game": "gridlock", "players": ["human", "hard"], "moves": "2-2 3-3 1-1 4-4",
    });
    let game = continued(question);
    assert_eq!(
        (&game["can_undo"], &game["can_redo"]),
        (&json!(true), &json!(false))
    );
    let undone = continued(told(&game, json!({"act": "undo", "reply": true})));
    assert_eq!(
        (&undone["at"], &undone["said"]),
        (&json!(2), &json!(["Taken back: 2 moves."]))
    );
    assert_eq!(
        undone["plies"].as_array().map(Vec::len),
        Some(4),
        "the moves are still there"
    );
    let redone = continued(told(&undone, json!({"act": "redo"})));
    assert_eq!(redone["at"], 4);
    assert_eq!(position(&redone), position(&game));
    let other = continued(told(&undone, json!({"act": {"play": "1 2"}})));
    assert_eq!(other["replaced"], json!(["1 1", "4 4"]));
    assert_eq!(other["plies"].as_array().map(Vec::len), Some(3));
    let same = continued(told(&undone, json!({"act": {"play": "1-1"}})));
    assert_eq!((&same["replaced"], &same["at"]), (&json!([]), &json!(3)));
    let forgotten = continued(told(&undone, json!({"act": "forget"})));
    assert_eq!(forgotten["plies"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_resignation_ends_the_game_in_the_voice_of_the_book_and_can_be_taken_back() {
    let question = json!({
        "game": "grid-runner", "players": ["hard", "human"], "moves": "move-a2", "act": "resign",
    });
    let resigned = continued(question);
    assert_eq!(
        (&resigned["resigned"], &resigned["winner"]),
        (&json!(2), &json!(1))
    );
    assert_eq!(resigned["ending"], "P2 resigns. P1 wins the game!");
    assert!(resigned["over"] == true && resigned["chooses"].is_null());
    assert_eq!(resigned["score"], json!([1, 0]));
    assert!(resigned["can_resign"].is_null(), "nobody any more");
    let again = continued(told(&resigned, json!({"act": "undo"})));
    assert_eq!(again["can_resign"], 2);
    assert!(again["resigned"].is_null() && again["ending"].is_null());
    assert_eq!(again["said"], json!(["The resignation is taken back."]));
    let next = continued(told(&resigned, json!({"act": "next", "reply": true})));
    assert_eq!(
        (&next["first"], &next["score"]),
        (&json!(2), &json!([1, 0]))
    );
    assert_eq!(
        next["plies"],
        json!([]),
        "the other player begins, who is a person"
    );
}

#[test]
fn the_person_to_move_at_the_end_resigns_whatever_is_looked_at() {
    for at in 0..=3 {
        let question = json!({
            "game": "gridlock", "moves": "2-2 3-3 1-1", "at": at, "act": "resign",
        });
        let resigned = continued(question);
        assert_eq!(
            (&resigned["resigned"], &resigned["at"]),
            (&json!(2), &json!(3))
        );
    }
    let levels = json!({"game": "gridlock", "players": ["easy", "hard"], "act": "resign"});
    let levels = continued(levels);
    assert!(levels["resigned"].is_null() && levels["can_resign"].is_null());
}

#[test]
fn a_finished_game_can_be_looked_at_and_played_on_from_any_position() {
    let question = json!({"game": "gridlock", "size": "3x3", "moves": "1-1 2-2 1-3 3-1 3-3"});
    let over = continued(question);
    assert!(over["over"] == true && over["chooses"].is_null());
    assert_eq!(over["ending"], over["view"]["ending"]);
    let earlier = continued(told(&over, json!({"at": 3})));
    assert_eq!(
        (&earlier["over"], &earlier["chooses"]),
        (&json!(true), &json!("human"))
    );
    let on = continued(told(&earlier, json!({"act": {"play": "3 3"}})));
    assert!(on["over"] == false && on["ending"].is_null());
}

#[test]
fn a_game_that_can_have_no_more_moves_says_so_and_asks_nobody() {
    // The runners go to and fro.
    let moves = ["move a2", "move e4", "move a1", "move e5"].repeat(250);
    let players = ["human", "easy"];
    let full = continued(json!({"game": "grid-runner", "players": players, "moves": moves}));
    assert_eq!(full["at"], 1000);
    assert!(full["over"] == false && full["chooses"].is_null());
    let said = json!(["The game has 1000 moves and can have no more."]);
    assert_eq!(full["said"], said);
    let mut players = told(&full, json!({"reply": true}));
    players["players"] = json!(["easy", "human"]);
    let asked = continued(players);
    assert_eq!((&asked["at"], &asked["said"]), (&json!(1000), &said));
    let back = continued(told(&full, json!({"act": "undo"})));
    assert!(back["chooses"] == "human" && back["at"] == 998);
}

#[test]
fn who_begins_by_lot_depends_on_the_seed_and_a_level_that_begins_moves() {
    let begun = |seed: u64| {
        continued(json!({
            "game": "gridlock", "players": ["human", "easy"], "first": "random", "seed": seed,
            "reply": true,
        }))
    };
    let mut drawn = std::collections::BTreeSet::new();
    for seed in 0..20 {
        let game = begun(seed);
        assert_eq!(game, begun(seed), "a seed repeats the lot");
        let first = game["first"].as_u64().expect("a player");
        let plies = game["plies"].as_array().expect("a list").len();
        assert_eq!(
            plies,
            usize::from(first == 2),
            "the level moves if it begins"
        );
        drawn.insert(first);
    }
    assert_eq!(drawn.len(), 2);
    for first in [json!("lot"), json!(true)] {
        let question = json!({"game": "gridlock", "first": first});
        let fault = serde_json::from_value::<ContinueSession>(question).expect_err("no player");
        assert!(
            fault
                .to_string()
                .contains("who begins is 1, 2 or \"random\""),
            "{fault}"
        );
    }
}

#[test]
fn what_cannot_be_is_refused() {
    for (question, kind) in [
        (
            json!({"game": "gridlock", "players": ["human", "genius"]}),
            "bad-request",
        ),
        (json!({"game": "gridlock", "resigned": 3}), "bad-request"),
        (json!({"game": "gridlock", "first": 3}), "bad-request"),
        (
            json!({"game": "gridlock", "moves": "2-2 2-2"}),
            "illegal-move",
        ),
        (
            json!({"game": "gridlock", "start": "nonsense"}),
            "not-a-position",
        ),
    ] {
        let refusal = try_continue(question.clone()).expect_err("it cannot be");
        assert_eq!(refusal.name, kind, "{question}");
    }
    let far = continued(json!({"game": "gridlock", "moves": "2-2", "at": 99}));
    assert_eq!(far["at"], 1, "there are no more moves");
}
