//! M1 to M4.

use std::collections::BTreeSet;

use quintet_catalogue::find;
use quintet_games::AnyPosition;
use quintet_rules::{Outcome, Player};

use crate::ask::{after, assert_malformed, assert_refused, at, legal, start};
use crate::common::random_game;

/// The cells that the piece to move can enter, as `row column`.
fn steps(position: &dyn AnyPosition) -> BTreeSet<String> {
    let step = |mv: &String| mv.splitn(3, ' ').take(2).collect::<Vec<_>>().join(" ");
    legal(position).iter().map(step).collect()
}

/// The cell of the piece to move, as `row column`.
fn piece(position: &dyn AnyPosition) -> String {
    let symbol = char::from(b'0' + position.to_move().number());
    let text = position.text();
    let mut rows = text.split('/').enumerate();
    rows.find_map(|(row, cells)| {
        let column = cells.split(' ').next()?.find(symbol)?;
        Some(format!("{} {}", row + 1, column + 1))
    })
    .expect("both pieces are on the grid")
}

#[test]
fn m1_a_turn_is_a_move_and_a_block() {
    let next = after(&*start("matrix-isolation"), &["1 2 2 2"]);
    assert_eq!(next.text(), ".1../.X../..../...2 2");
    assert_malformed(
        &*start("matrix-isolation"),
        "1 2",
        "Invalid move. Enter four numbers: move_row move_col block_row block_col, such as 1 2 2 2.",
    );
}

#[test]
fn m1_the_cell_just_left_may_be_blocked() {
    let next = after(&*start("matrix-isolation"), &["1 2 1 1"]);
    assert_eq!(next.text(), "X1../..../..../...2 2");
}

#[test]
fn m1_the_cell_just_entered_may_not_be_blocked() {
    assert_refused(
        &*start("matrix-isolation"),
        "1 2 1 2",
        "block-on-piece",
        "Invalid block. You cannot block a cell occupied by either player's piece.",
    );
}

#[test]
fn m1_a_player_who_can_move_can_always_block() {
    for variant in find("matrix-isolation").expect("in the catalogue").sizes {
        for seed in 0..20 {
            for position in random_game(*variant, seed) {
                let (left, moves) = (piece(&*position), legal(&*position));
                for step in steps(&*position) {
                    let blocks_behind = format!("{step} {left}");
                    assert!(
                        moves.contains(&blocks_behind),
                        "{blocks_behind}: {position:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn m2_a_piece_cannot_enter_the_opponents_cell() {
    let moves = ["1 2 4 1", "3 4 4 2", "1 3 4 3", "2 4 3 1", "2 3 3 2"];
    let position = after(&*start("matrix-isolation"), &moves);
    assert_eq!(position.text(), "..../..12/XX../XXX. 2");
    assert_refused(
        &*position,
        "2 3 1 1",
        "move-into-piece",
        "Invalid move. You cannot move into your opponent's cell.",
    );
    assert_eq!(
        steps(&*position),
        BTreeSet::from(["1 4", "3 4"].map(String::from))
    );
}

#[test]
fn m3_in_turn_4_of_the_playthrough_p2_may_go_to_4_2_and_4_4_only() {
    let moves = ["1 2 2 2", "4 3 3 3", "1 3 2 3"];
    let turn_4 = after(&*start("matrix-isolation"), &moves);
    assert_eq!(turn_4.text(), "..1./.XX./..X./..2. 2");
    assert_eq!(
        steps(&*turn_4),
        BTreeSet::from(["4 2", "4 4"].map(String::from))
    );
    assert_refused(
        &*turn_4,
        "3 4 3 2",
        "not-adjacent",
        "Invalid move. You must move your piece to an adjacent cell: up, down, left, or right.",
    );
    assert_refused(
        &*turn_4,
        "3 3 3 2",
        "move-into-block",
        "Invalid move. You cannot move into a blocked cell.",
    );
}

#[test]
fn m4_a_piece_that_cannot_move_has_lost_even_if_cells_remain_to_be_blocked() {
    let moves = ["2 1 1 2", "4 3 3 3", "1 1 2 1", "4 2 3 2"];
    let over = after(&*start("matrix-isolation"), &moves);
    assert_eq!(over.text(), "1X../X.../.XX./.2.. 1");
    let winner = Player::Two;
    assert_eq!(over.outcome(), Some(Outcome { winner }));
    assert_eq!(over.moves(), []);
}

#[test]
fn m4_a_piece_is_not_lost_before_its_own_turn() {
    // P1 has walled itself in, and it is P2's turn.
    let position = at("matrix-isolation", "1X../X.../..X./..2. 2");
    assert_eq!(position.outcome(), None);
}
