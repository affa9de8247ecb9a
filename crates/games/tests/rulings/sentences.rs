//! D2: every reason for which an entry is refused, with its sentence, and what is said of entries
//! that are no moves. `books.rs` has the sentences that the books themselves give.

use std::collections::BTreeSet;

use quintet_catalogue::catalogue;
use quintet_games::quad_block::{Action, QuadBlock, Quads, Refusal};
use quintet_games::{AnyPosition, MoveError, Reason, Words};
use quintet_rules::{Cell, Player, Position};

use crate::ask::{assert_malformed, assert_refused, at};
use crate::common::random_game;

/// An entry that is refused: game, position, entry, reason and sentence.
type Refused = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
);

const REFUSED: &[Refused] = &[
    (
        "gridlock",
        "..../.X../..../.... 2",
        "5 1",
        "off-the-grid",
        "Invalid move. Rows and columns must be between 1 and 4. Please choose a different cell.",
    ),
    (
        "gridlock",
        "..../.X../..../.... 2",
        "2 2",
        "occupied",
        "Invalid move. That cell is already occupied. Please choose a different cell.",
    ),
    (
        "gridlock",
        "..../.X../..../.... 2",
        "2 3",
        "beside-opponent",
        "Invalid move. You cannot place next to an opponent's marker. Please choose a different cell.",
    ),
    (
        "adjacency-block",
        "....X..... 2",
        "11",
        "off-the-grid",
        "Invalid move. The positions are labeled from 1 to 10.",
    ),
    (
        "adjacency-block",
        "....X..... 2",
        "5",
        "occupied",
        "Invalid move. You must place your token on an empty cell.",
    ),
    (
        "adjacency-block",
        "....X..... 2",
        "4",
        "beside-opponent",
        "Invalid move. You cannot place next to your opponent's token.",
    ),
    (
        "matrix-isolation",
        ".1../.X../..../...2 2",
        "5 4 1 1",
        "move-off-the-grid",
        "Invalid move. You cannot move off the grid. Rows and columns are numbered from 1 to 4.",
    ),
    (
        "matrix-isolation",
        ".1../.X../..../...2 2",
        "4 3 0 1",
        "block-off-the-grid",
        "Invalid block. You cannot block a cell off the grid. Rows and columns are numbered from 1 to 4.",
    ),
    (
        "matrix-isolation",
        ".1../.X../..../...2 2",
        "3 3 1 1",
        "not-adjacent",
        "Invalid move. You must move your piece to an adjacent cell: up, down, left, or right.",
    ),
    (
        "matrix-isolation",
        "..1./.XX./..X./..2. 2",
        "3 3 1 1",
        "move-into-block",
        "Invalid move. You cannot move into a blocked cell.",
    ),
    (
        "matrix-isolation",
        "..../..12/XX../XXX. 2",
        "2 3 1 1",
        "move-into-piece",
        "Invalid move. You cannot move into your opponent's cell.",
    ),
    (
        "matrix-isolation",
        ".1../.X../..../...2 2",
        "4 3 2 2",
        "block-on-block",
        "Invalid block. That cell is blocked already. Block an empty cell.",
    ),
    (
        "matrix-isolation",
        ".1../.X../..../...2 2",
        "4 3 1 2",
        "block-on-piece",
        "Invalid block. You cannot block a cell occupied by either player's piece.",
    ),
    (
        "grid-runner",
        "1..../...../...../...../....2 1 3 3",
        "MOVE A0",
        "off-the-grid",
        "Invalid position. That cell is off the grid, which has columns A to E and rows 1 to 5. \
         Please choose a valid cell.",
    ),
    (
        "grid-runner",
        "...../...../..2../...../....1 2 3 3",
        "MOVE C2",
        "game-over",
        "The game is over.",
    ),
    (
        "grid-runner",
        "1..../...../...../...../....2 1 3 3",
        "MOVE B2",
        "not-one-step",
        "Invalid move. Runners move one cell up, down, left, or right, and P1 is at A1. \
         Please make a valid move.",
    ),
    (
        "grid-runner",
        "1..../...../...../...../...X2 2 2 3",
        "MOVE D5",
        "into-barrier",
        "Invalid move. You cannot move into a barrier. Please make a valid move.",
    ),
    (
        "grid-runner",
        "1..../...../.XXX./...../....2 1 0 3",
        "BARRIER C2",
        "no-barriers-left",
        "Invalid barrier. P1 has used all 3 barriers and must move the runner.",
    ),
    (
        "grid-runner",
        "1..../...../...../...../....2 1 3 3",
        "BARRIER E5",
        "on-runner",
        "Invalid barrier. That cell is occupied by a runner. Please choose a valid cell.",
    ),
    (
        "grid-runner",
        "1..../...../..X../...../....2 1 3 2",
        "BARRIER C3",
        "on-barrier",
        "Invalid barrier. That cell already has a barrier. Please choose a valid cell.",
    ),
    (
        "grid-runner",
        "1..../...../...../...../....2 1 3 3",
        "BARRIER B1",
        "beside-own-runner",
        "Invalid barrier. You cannot place a barrier on a cell adjacent to your own runner. \
         Please choose a valid cell.",
    ),
    (
        "grid-runner",
        "1..../...../...../....X/....2 1 2 3",
        "BARRIER D5",
        "cuts-off-runner",
        "Invalid barrier. Barriers cannot completely enclose a runner, and this one would leave P1 \
         no path to its goal corner. Please choose a valid cell.",
    ),
    (
        "quad-block",
        "...../...../..X../...../..... 2 p",
        "26",
        "off-the-grid",
        "Invalid move. The cells are numbered from 1 to 25.",
    ),
    (
        "quad-block",
        "XXXX./O.O.O/...../...../..... 2 p",
        "25",
        "game-over",
        "The game is over.",
    ),
    (
        "quad-block",
        "...../...../..X../...../..... 2 p",
        "13",
        "occupied",
        "Invalid move. That cell is already taken. Place your marker on any empty cell.",
    ),
    (
        "quad-block",
        "X.XOX/OXOXO/XOXOX/OXOXO/XOXOX 1 s",
        "1 4",
        "occupied",
        "Invalid move. The only empty cell is 2: relocate your marker there.",
    ),
    (
        "quad-block",
        "XOXOX/OXOXO/XOXOX/OXOXO/XOXOX 2 s",
        "1",
        "not-own-marker",
        "Invalid move. Choose a cell that holds one of your own markers, 'O'.",
    ),
    (
        "quad-block",
        "X.XOX/OXOXO/XOXOX/OXOXO/XOXOX 1 s",
        "4 2",
        "not-own-marker",
        "Invalid move. Choose a cell that holds one of your own markers, 'X'.",
    ),
    (
        "quad-block",
        "X.XOX/OXOXO/XOXOX/OXOXO/XOXOX 1 s",
        "1 1",
        "same-cell",
        "Invalid move. The marker must change cells.",
    ),
];

#[test]
fn d2_every_refusal_says_what_is_wrong_and_what_is_wanted() {
    for (game, position, entry, reason, sentence) in REFUSED {
        assert_refused(&*at(game, position), entry, reason, sentence);
    }
}

/// Another kind of turn than the one that is due cannot be entered, since the same words would be
/// read as the one that is due; a program that works on positions directly can ask for it.
#[test]
fn d2_a_turn_of_another_phase_is_refused_with_what_is_wanted() {
    let start = Quads::<5, 5>::start(Player::One);
    let lift = Action::Lift(Cell::new(12).expect("on the grid"));
    let refusal = start.play(lift).expect_err("markers are still placed");
    assert_eq!(refusal, Refusal::WrongPhase);
    assert_eq!(refusal.code(), "wrong-phase");
    assert_eq!(
        QuadBlock::<5, 5>::refused(&start, &refusal),
        "Invalid move. Enter the number of an empty cell, from 1 to 25, such as 13."
    );
}

/// Every reason that comes up when whatever can be written is tried, in the positions of the table and
/// in random games, is in the table.
#[test]
fn d2_no_reason_is_without_its_sentence_here() {
    for listing in catalogue() {
        let rows = || REFUSED.iter().filter(|(game, ..)| *game == listing.id);
        let told: BTreeSet<_> = rows().map(|(_, _, _, reason, _)| *reason).collect();
        let mut positions: Vec<_> = rows().map(|(game, text, ..)| at(game, text)).collect();
        for seed in 0..10 {
            positions.extend(random_game(listing.standard(), seed));
        }
        for position in positions {
            for entry in entries(&*position) {
                if let Err(MoveError::Refused { reason, sentence }) = position.play(&entry) {
                    let is_told = told.contains(reason);
                    assert!(is_told, "{entry} in {position:?}: {reason}: {sentence}");
                }
            }
        }
    }
}

/// Every move that can be written in a position, and each with one of its cells off the grid.
fn entries(position: &dyn AnyPosition) -> Vec<String> {
    let mut entries = position.candidates();
    let words = |entry: &String| entry.split(' ').count();
    for place in 0..entries.first().map_or(0, words) {
        let beyond = entries.iter().map(|entry| {
            let mut words: Vec<_> = entry.split(' ').map(str::to_owned).collect();
            words[place].push('9');
            words.join(" ")
        });
        let beyond: Vec<_> = beyond.collect();
        entries.extend(beyond);
    }
    entries
}

#[test]
fn d2_an_entry_that_is_no_move_of_gridlock_is_answered_in_its_voice() {
    let position = at("gridlock", "..../.X../..../.... 2");
    assert_malformed(
        &*position,
        "2 b",
        "Invalid move. 'b' is not a number. Please enter a row and a column, such as 2 2.",
    );
    for entry in ["", "2", "2 2 2"] {
        assert_malformed(
            &*position,
            entry,
            "Invalid move. Please enter two numbers, a row and a column, such as 2 2.",
        );
    }
}

#[test]
fn d2_an_entry_that_is_no_move_of_adjacency_block_is_answered_in_its_voice() {
    let position = at("adjacency-block", "....X..... 2");
    assert_malformed(
        &*position,
        "five",
        "Invalid move. 'five' is not a position. Enter a number from 1 to 10.",
    );
    for entry in ["", "5 6"] {
        assert_malformed(
            &*position,
            entry,
            "Invalid move. Enter one position, a number from 1 to 10.",
        );
    }
}

#[test]
fn d2_an_entry_that_is_no_move_of_matrix_isolation_is_answered_in_its_voice() {
    let position = at("matrix-isolation", ".1../.X../..../...2 2");
    assert_malformed(
        &*position,
        "4 3 3 c",
        "Invalid move. 'c' is not a number. Enter four numbers: move_row move_col block_row block_col, \
         such as 1 2 2 2.",
    );
    for entry in ["", "4 3", "4 3 3 3 3"] {
        assert_malformed(
            &*position,
            entry,
            "Invalid move. Enter four numbers: move_row move_col block_row block_col, such as 1 2 2 2.",
        );
    }
}

#[test]
fn d2_an_entry_that_is_no_action_of_grid_runner_is_answered_in_its_voice() {
    let position = at("grid-runner", "1..../...../...../...../....2 1 3 3");
    assert_malformed(
        &*position,
        "JUMP B1",
        "Invalid action. 'JUMP' is neither MOVE nor BARRIER. \
         Please enter ACTION POSITION, such as MOVE B2 or BARRIER C3.",
    );
    assert_malformed(
        &*position,
        "MOVE 1B",
        "Invalid position. '1B' is not a cell. \
         Please enter ACTION POSITION, such as MOVE B2 or BARRIER C3.",
    );
    for entry in ["", "B1", "MOVE", "MOVE B1 now"] {
        assert_malformed(
            &*position,
            entry,
            "Invalid action. Please enter ACTION POSITION, such as MOVE B2 or BARRIER C3.",
        );
    }
}

#[test]
fn d2_an_entry_that_is_no_move_of_quad_block_is_answered_in_its_voice() {
    for position in [
        "...../...../..X../...../..... 2 p",
        "XOXOX/OXOXO/XOXOX/OXOXO/XOXOX 2 s",
    ] {
        let position = at("quad-block", position);
        assert_malformed(
            &*position,
            "x",
            "Invalid move. 'x' is not a cell number. Enter one cell number from 1 to 25.",
        );
        for entry in ["", "2 4"] {
            assert_malformed(
                &*position,
                entry,
                "Invalid move. Enter one cell number from 1 to 25.",
            );
        }
    }
    let opened = at("quad-block", "X.XOX/OXOXO/XOXOX/OXOXO/XOXOX 1 s");
    for entry in ["1", "1 2 3"] {
        assert_malformed(
            &*opened,
            entry,
            "Invalid move. Enter two cell numbers: your marker and the empty cell 2.",
        );
    }
    assert_malformed(
        &*opened,
        "1 b",
        "Invalid move. 'b' is not a cell number. Enter two cell numbers: your marker and the empty cell 2.",
    );
}

#[test]
fn d2_entering_sudden_death_is_announced() {
    let last_but_one = at("quad-block", "XOXOX/OXOXO/XOXOX/OXOXO/XOXO. 1 p");
    let played = last_but_one.play("25").expect("the last empty cell");
    assert_eq!(
        played.notice.as_deref(),
        Some(
            "The grid is full and no valid group has been formed: sudden-death begins. \
             Player 2 lifts one of their own markers off the grid; from then on each player in turn \
             relocates one of their own markers to the empty cell."
        )
    );
}
