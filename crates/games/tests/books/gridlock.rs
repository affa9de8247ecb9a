//! The Gridlock book.

use crate::ask::{after, assert_refused, at, start};
use crate::page::{assert_drawn, drawn_at_size};

const NEXT_TO: &str = "Invalid move. You cannot place next to an opponent's marker. \
                       Please choose a different cell.";

#[test]
fn the_initial_grid_state() {
    assert_drawn(&*start("gridlock"), "gridlock", "start");
}

#[test]
fn turn_1_x_at_2_2() {
    assert_drawn(&*after(&*start("gridlock"), &["2 2"]), "gridlock", "turn 1");
}

#[test]
fn turn_2_o_at_3_3_after_2_3_was_refused() {
    let turn_2 = after(&*start("gridlock"), &["2 2"]);
    assert_refused(&*turn_2, "2 3", "beside-opponent", NEXT_TO);
    assert_drawn(&*after(&*turn_2, &["3 3"]), "gridlock", "turn 2");
}

#[test]
fn turn_3_x_at_1_1_after_3_2_was_refused() {
    let turn_3 = after(&*start("gridlock"), &["2 2", "3 3"]);
    assert_refused(&*turn_3, "3 2", "beside-opponent", NEXT_TO);
    assert_drawn(&*after(&*turn_3, &["1 1"]), "gridlock", "turn 3");
}

#[test]
fn the_example_of_adjacency() {
    // "If Player 2 has a marker on cell (2,3), Player 1 cannot place on (1,3), (2,2), (2,4), or
    // (3,3)."
    let position = at("gridlock", "..../..O./..../.... 1");
    for cell in ["1 3", "2 2", "2 4", "3 3"] {
        assert_refused(&*position, cell, "beside-opponent", NEXT_TO);
    }
    assert_eq!(position.moves().len(), 16 - 1 - 4, "and anywhere else");
}

#[test]
fn the_command_line_sample() {
    let turn_1 = start("gridlock");
    assert_eq!(
        turn_1.prompt(),
        "Player 1 (X), it's your turn. Enter your move (row and column):"
    );
    let placed = turn_1.play("2 2").expect("legal");
    assert_eq!(placed.confirmation, "You placed an 'X' at position (2,2).");
    let turn_2 = placed.position;
    assert_eq!(
        turn_2.prompt(),
        "Player 2 (O), it's your turn. Enter your move (row and column):"
    );
    assert_refused(&*turn_2, "2 3", "beside-opponent", NEXT_TO);
    let placed = turn_2.play("3 3").expect("legal");
    assert_eq!(placed.confirmation, "You placed an 'O' at position (3,3).");
    assert_eq!(placed.notice, None);
}

#[test]
fn the_game_conclusion() {
    let player_2_wins = after(&*at("gridlock", "X.OO/XX../..O./...X 2"), &["4 1"]);
    assert_eq!(
        player_2_wins.ending().as_deref(),
        Some("Player 1 has no legal moves remaining. Player 2 (O) wins the game!")
    );
    let player_1_wins = after(&*at("gridlock", "X.OO/X.O./...X/.... 1"), &["4 2"]);
    assert_eq!(
        player_1_wins.ending().as_deref(),
        Some("Player 2 has no legal moves remaining. Player 1 (X) wins the game!")
    );
    assert_eq!(start("gridlock").ending(), None);
}

#[test]
fn what_to_enter() {
    assert_eq!(
        start("gridlock").how_to_move(),
        "Enter the row and the column of a cell, such as 2 2."
    );
}

#[test]
fn the_grid_of_8x8() {
    let text = "X......./......../...O..../......../......../......../......../.......X 2";
    assert_eq!(
        drawn_at_size("gridlock", "8x8", text),
        "
    1   2   3   4   5   6   7   8
  +---+---+---+---+---+---+---+---+
1 | X |   |   |   |   |   |   |   |
  +---+---+---+---+---+---+---+---+
2 |   |   |   |   |   |   |   |   |
  +---+---+---+---+---+---+---+---+
3 |   |   |   | O |   |   |   |   |
  +---+---+---+---+---+---+---+---+
4 |   |   |   |   |   |   |   |   |
  +---+---+---+---+---+---+---+---+
5 |   |   |   |   |   |   |   |   |
  +---+---+---+---+---+---+---+---+
6 |   |   |   |   |   |   |   |   |
  +---+---+---+---+---+---+---+---+
7 |   |   |   |   |   |   |   |   |
  +---+---+---+---+---+---+---+---+
8 |   |   |   |   |   |   |   | X |
  +---+---+---+---+---+---+---+---+
"
    );
}
