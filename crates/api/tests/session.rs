//! A game at one screen: every request contains all of it, and every answer can be continued.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::{ask, assert_has, list, text};

/// Continues the session of an answer, with more fields.
fn with(answer: &Value, more: &Value) -> Value {
    let plies = list(&answer["plies"]).iter();
    let moves: Vec<_> = plies.map(|ply| ply["move"].clone()).collect();
    let mut request = json!({"moves": moves, "score": answer["score_before"]});
    for name in [
        "game", "size", "start", "first", "players", "at", "resigned",
    ] {
        request[name] = answer[name].clone();
    }
    for (name, value) in more.as_object().expect("fields") {
        request[name] = value.clone();
    }
    ask("/session", &request)
}

fn plies(answer: &Value) -> usize {
    list(&answer["plies"]).len()
}

#[test]
fn a_turn_against_a_level_is_one_request() {
    let start = json!({"game": "gridlock", "players": ["human", "perfect"]});
    let start = ask("/session", &start);
    assert_has(&start, &json!({"chooses": "human", "at": 0}));
    let more = json!({"act": {"play": "2-2"}, "reply": true, "seed": 5});
    let turn = with(&start, &more);
    assert_has(&turn, &json!({"at": 2, "chooses": "human"}));
    let [one, two] = list(&turn["played"]) else {
        panic!("two moves");
    };
    assert_has(one, &json!({"move": "2 2", "player": 1}));
    let after = &turn["view"]["position"];
    assert_has(two, &json!({"player": 2, "view.position": after}));
    assert!(two["view"]["moves"].is_null() && turn["view"]["moves"].is_array());
    assert_eq!(turn, with(&start, &more), "a seed repeats the reply");
    let said = text(&two["move"]).replace(' ', ",");
    let said = format!("Player 2 (O) plays ({said}).");
    assert_eq!(turn["messages"], json!(["Player 1 (X) plays (2,2).", said]));
    let back = with(&turn, &json!({"act": "undo"}));
    assert_has(&back, &json!({"at": 0, "can_redo": true}));
    let next = with(
        &with(&back, &json!({"act": "resign"})),
        &json!({"act": "next"}),
    );
    assert_has(
        &next,
        &json!({"at": 0, "first": 2, "score": [0, 1], "plies": []}),
    );
}

#[test]
fn a_game_has_at_most_1000_moves() {
    // The runners go to and fro.
    let moves = ["move a2", "move e4", "move a1", "move e5"].repeat(250);
    let full = json!({"game": "grid-runner", "players": ["human", "easy"], "moves": moves});
    let full = ask("/session", &full);
    let said = json!(["The game has reached its limit of 1000 moves."]);
    let expected = json!({"at": 1000, "over": false, "chooses": null, "messages": said});
    assert_has(&full, &expected);
    let swapped = with(&full, &json!({"players": ["easy", "human"], "reply": true}));
    assert_has(&swapped, &json!({"at": 1000, "messages": said}));
    let back = with(&full, &json!({"act": "undo"}));
    assert_has(&back, &json!({"at": 998, "chooses": "human"}));
    let moves = [moves, vec!["move a2"]].concat();
    for path in ["/session", "/replay", "/review", "/analyze"] {
        let longer = ask(path, &json!({"game": "grid-runner", "moves": moves}));
        let detail = "found 1001 moves; expected at most 1000";
        let kind = "/problems/too-large";
        assert_has(
            &longer,
            &json!({"type": kind, "status": 413, "detail": detail}),
        );
    }
}

#[test]
fn a_first_player_at_random_depends_on_the_seed_and_a_level_that_begins_moves() {
    let begin = |seed: u64| {
        let request = json!({
            "game": "gridlock", "players": ["human", "easy"], "first": "random", "seed": seed,
            "reply": true,
        });
        ask("/session", &request)
    };
    let mut drawn = BTreeSet::new();
    for seed in 0..20 {
        let game = begin(seed);
        assert_eq!(game, begin(seed), "a seed repeats the choice");
        let level_begins = game["first"] == 2;
        assert_eq!(plies(&game), usize::from(level_begins), "{game}");
        drawn.insert(level_begins);
    }
    assert_eq!(drawn.len(), 2);
}
