//! The Adjacency Block book.

use crate::ask::{after, assert_refused, start};
use crate::page::{assert_drawn, drawn_at_size};

const NEXT_TO: &str = "Invalid move. You cannot place next to your opponent's token.";

/// The moves of the playthrough as far as they are legal.
const PLAYTHROUGH: [&str; 6] = ["5", "1", "6", "10", "7", "3"];

#[test]
fn the_initial_grid() {
    assert_drawn(&*start("adjacency-block"), "adjacency-block", "start");
}

#[test]
fn the_playthrough_up_to_its_illegal_move() {
    let mut position = start("adjacency-block");
    for (n, mv) in PLAYTHROUGH.into_iter().enumerate() {
        let played = position.play(mv).expect("legal in the book");
        assert_drawn(
            &*played.position,
            "adjacency-block",
            &format!("turn {}", n + 1),
        );
        assert_eq!(played.confirmation, "", "the book says nothing");
        position = played.position;
    }
    // "Places 'X' on position 4", beside the O on 3: ruling A2.
    assert_refused(&*position, "4", "beside-opponent", NEXT_TO);
}

#[test]
fn what_the_playthrough_rightly_forbids() {
    for (moves, closed) in [
        (&["5"][..], &["4", "6"][..]),
        (&["5", "1"], &["2"]),
        (&["5", "1", "6"], &["4"]),
        (&["5", "1", "6", "10"], &["2", "9"]),
        (&["5", "1", "6", "10", "7"], &["4", "8"]),
        (&["5", "1", "6", "10", "7", "3"], &["2", "9"]),
    ] {
        let position = after(&*start("adjacency-block"), moves);
        for cell in closed {
            assert_refused(&*position, cell, "beside-opponent", NEXT_TO);
        }
    }
}

#[test]
fn the_command_line_example() {
    let turn_1 = start("adjacency-block");
    assert_eq!(
        turn_1.prompt(),
        "Player 1 ('X'), enter position to place your token:"
    );
    let turn_2 = after(&*turn_1, &["5"]);
    let prompt_2 = "Player 2 ('O'), enter position to place your token:";
    assert_eq!(turn_2.prompt(), prompt_2);
    assert_refused(&*turn_2, "4", "beside-opponent", NEXT_TO);
    assert_eq!(turn_2.prompt(), prompt_2, "asked again");
    assert_drawn(&*after(&*turn_2, &["1"]), "adjacency-block", "turn 2");
}

#[test]
fn the_outcome() {
    let player_1_wins = after(&*start("adjacency-block"), &["1", "3", "5", "7", "9"]);
    assert_eq!(
        player_1_wins.ending().as_deref(),
        Some("No legal moves available.\nOutcome: Player 2 cannot make a move. Player 1 wins.")
    );
    let moves = ["5", "1", "6", "10", "7", "3", "8", "2"];
    let player_2_wins = after(&*start("adjacency-block"), &moves);
    assert_eq!(
        player_2_wins.ending().as_deref(),
        Some("No legal moves available.\nOutcome: Player 1 cannot make a move. Player 2 wins.")
    );
}

#[test]
fn what_to_enter() {
    assert_eq!(
        start("adjacency-block").how_to_move(),
        "Enter a position from 1 to 10, such as 5."
    );
}

#[test]
fn the_row_of_30() {
    assert_eq!(
        drawn_at_size("adjacency-block", "30", "X.....O.X...................O. 1"),
        "
Positions: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30
Cells:     X _ _ _ _ _ O _ X _  _  _  _  _  _  _  _  _  _  _  _  _  _  _  _  _  _  _  O  _
"
    );
}

#[test]
fn the_row_of_6() {
    assert_eq!(
        drawn_at_size("adjacency-block", "6", "X.O..X 2"),
        "
Positions: 1 2 3 4 5 6
Cells:     X _ O _ _ X
"
    );
}
