//! The Matrix Isolation book.

use crate::ask::{after, assert_refused, start};
use crate::page::{assert_drawn, drawn_at_size};

const PLAYTHROUGH: [&str; 4] = ["1 2 2 2", "4 3 3 3", "1 3 2 3", "4 2 3 2"];

#[test]
fn the_initial_setup() {
    assert_drawn(&*start("matrix-isolation"), "matrix-isolation", "start");
}

#[test]
fn the_playthrough() {
    let mut position = start("matrix-isolation");
    for (n, mv) in PLAYTHROUGH.into_iter().enumerate() {
        position = after(&*position, &[mv]);
        assert_drawn(&*position, "matrix-isolation", &format!("turn {}", n + 1));
    }
}

#[test]
fn turn_4_is_offered_what_it_may_not_do() {
    let turn_4 = after(
        &*start("matrix-isolation"),
        &["1 2 2 2", "4 3 3 3", "1 3 2 3"],
    );
    // "P2 moves to position (3,3). (Note: Cannot move there; cell is blocked.)"
    assert_refused(
        &*turn_4,
        "3 3 3 2",
        "move-into-block",
        "Invalid move. You cannot move into a blocked cell.",
    );
    // "P2 can move to positions (4,2) or (3,4)": ruling M3.
    assert_refused(
        &*turn_4,
        "3 4 3 2",
        "not-adjacent",
        "Invalid move. You must move your piece to an adjacent cell: up, down, left, or right.",
    );
}

#[test]
fn the_sample_turn() {
    let turn_1 = start("matrix-isolation");
    assert_eq!(
        turn_1.prompt(),
        "Player 1, enter your move and block positions:"
    );
    let played = turn_1.play("1 2 2 2").expect("legal");
    assert_eq!(
        played.confirmation,
        "Game Updates:\n  Update P1's position to (1,2).\n  Mark cell (2,2) with 'X'."
    );
    assert_eq!(
        played.position.prompt(),
        "Player 2, enter your move and block positions:"
    );
    let reply = played.position.play("4 3 3 3").expect("legal");
    assert_eq!(
        reply.confirmation,
        "Game Updates:\n  Update P2's position to (4,3).\n  Mark cell (3,3) with 'X'."
    );
}

#[test]
fn the_winner_is_declared() {
    let start = start("matrix-isolation");
    let player_2_wins = after(&*start, &["2 1 1 2", "4 3 3 3", "1 1 2 1", "4 2 3 2"]);
    assert_eq!(
        player_2_wins.ending().as_deref(),
        Some("Player 1 cannot make a legal move. Player 2 is declared the winner!")
    );
    let moves = ["1 2 2 2", "3 4 4 3", "1 3 2 3", "4 4 3 4", "1 2 1 1"];
    let player_1_wins = after(&*start, &moves);
    assert_eq!(
        player_1_wins.ending().as_deref(),
        Some("Player 2 cannot make a legal move. Player 1 is declared the winner!")
    );
}

#[test]
fn what_to_enter() {
    assert_eq!(
        start("matrix-isolation").how_to_move(),
        "Enter move_row move_col block_row block_col, such as 1 2 2 2."
    );
}

#[test]
fn the_board_of_6x6() {
    assert_eq!(
        drawn_at_size(
            "matrix-isolation",
            "6x6",
            ".1..../.X..../....../....../....X./....2. 1"
        ),
        "
·  P1 ·  ·  ·  ·
·  X  ·  ·  ·  ·
·  ·  ·  ·  ·  ·
·  ·  ·  ·  ·  ·
·  ·  ·  ·  X  ·
·  ·  ·  ·  P2 ·
"
    );
}
