//! The Quad Block book.

use crate::ask::{after, at, start};
use crate::page::{assert_drawn, drawn, drawn_at_size};

const SAMPLE_GAME: [&str; 7] = ["13", "8", "12", "7", "17", "2", "22"];

#[test]
fn the_numbered_grid() {
    assert_drawn(&*start("quad-block"), "quad-block", "start");
}

#[test]
fn the_sample_game() {
    let mut position = start("quad-block");
    for (n, mv) in SAMPLE_GAME.into_iter().enumerate() {
        let played = position.play(mv).expect("legal");
        assert_drawn(&*played.position, "quad-block", &format!("turn {}", n + 1));
        assert_eq!(played.confirmation, "", "the book says nothing");
        assert_eq!(played.notice, None);
        let is_last = mv == "22";
        assert_eq!(played.position.outcome().is_some(), is_last, "after {mv}");
        position = played.position;
    }
}

#[test]
fn checking_for_win() {
    let over = after(&*start("quad-block"), &SAMPLE_GAME);
    assert_eq!(
        over.ending().as_deref(),
        Some(
            "Player 1 now has a connected group of exactly four 'X's at cells 12, 13, 17, and 22.\n\
             Win Condition Met: Player 1 wins the game."
        )
    );
}

#[test]
fn the_command_line_example() {
    let turn_1 = start("quad-block");
    assert_eq!(
        turn_1.prompt(),
        "Player 1 ('X'), enter the cell number to place your marker:"
    );
    let turn_2 = after(&*turn_1, &["13"]);
    assert_drawn(&*turn_2, "quad-block", "turn 1");
    assert_eq!(
        turn_2.prompt(),
        "Player 2 ('O'), enter the cell number to place your marker:"
    );
}

#[test]
fn the_prompts_of_sudden_death() {
    let full = at("quad-block", "XOXOX/OXOXO/XOXOX/OXOXO/XOXOX 2 s");
    assert_eq!(
        full.prompt(),
        "Player 2 ('O'), enter the cell number of your marker to lift off the grid:"
    );
    assert_eq!(
        after(&*full, &["2"]).prompt(),
        "Player 1 ('X'), enter the cell number of your marker to relocate and the empty cell number:"
    );
}

#[test]
fn the_grid_of_sudden_death_has_markers_in_every_column() {
    assert_eq!(
        drawn(&*at("quad-block", "X.XOX/OXOXO/XOXOX/OXOXO/XOXOX 1 s")),
        "
Current Grid:
  'X' |  2  | 'X' | 'O' | 'X'
  ----+-----+-----+-----+----
  'O' | 'X' | 'O' | 'X' | 'O'
  ----+-----+-----+-----+----
  'X' | 'O' | 'X' | 'O' | 'X'
  ----+-----+-----+-----+----
  'O' | 'X' | 'O' | 'X' | 'O'
  ----+-----+-----+-----+----
  'X' | 'O' | 'X' | 'O' | 'X'
"
    );
}

#[test]
fn two_groups_of_four_at_once_are_both_named() {
    // 11 links the two halves of a group of nine; lifting it leaves four on either side.
    let full = at("quad-block", "OOXOX/OOXXX/OXXXX/OOXXO/OOXOX 2 s");
    let over = after(&*full, &["11"]);
    assert_eq!(
        over.ending().as_deref(),
        Some(
            "Player 2 now has a connected group of exactly four 'O's at cells 1, 2, 6, and 7, and another \
             at cells 16, 17, 21, and 22.\nWin Condition Met: Player 2 wins the game."
        )
    );
}

#[test]
fn what_to_enter() {
    let full = at("quad-block", "XOXOX/OXOXO/XOXOX/OXOXO/XOXOX 2 s");
    for (position, wanted) in [
        (
            start("quad-block"),
            "Enter the number of an empty cell, from 1 to 25, such as 13.",
        ),
        (
            full.boxed(),
            "The grid is full: enter the cell number of one of your own markers, which is lifted off the \
             grid.",
        ),
        (
            after(&*full, &["2"]),
            "Sudden death: enter the cell number of one of your own markers and the empty cell, such as \
             1 2.",
        ),
    ] {
        assert_eq!(position.how_to_move(), wanted);
    }
}

#[test]
fn the_grid_of_7x7() {
    let text = "X....../......./......./...O.../......./......./......X 2 p";
    assert_eq!(
        drawn_at_size("quad-block", "7x7", text),
        "
Current Grid:
  'X' |  2  |  3  |  4  |  5  |  6  |  7
  ----+-----+-----+-----+-----+-----+----
   8  |  9  | 10  | 11  | 12  | 13  | 14
  ----+-----+-----+-----+-----+-----+----
  15  | 16  | 17  | 18  | 19  | 20  | 21
  ----+-----+-----+-----+-----+-----+----
  22  | 23  | 24  | 'O' | 26  | 27  | 28
  ----+-----+-----+-----+-----+-----+----
  29  | 30  | 31  | 32  | 33  | 34  | 35
  ----+-----+-----+-----+-----+-----+----
  36  | 37  | 38  | 39  | 40  | 41  | 42
  ----+-----+-----+-----+-----+-----+----
  43  | 44  | 45  | 46  | 47  | 48  | 'X'
"
    );
}
