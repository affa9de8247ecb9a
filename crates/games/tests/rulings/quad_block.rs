//! Q1 to Q5.

use quintet_catalogue::find;
use quintet_games::AnyPosition;
use quintet_rules::{Outcome, Player};

use crate::ask::{after, assert_refused, at, legal, start};

/// A full grid on which no two markers of a player touch, Player 2 to lift.
const CHECKED: &str = "XOXOX/OXOXO/XOXOX/OXOXO/XOXOX 2 s";

/// A full grid with five `O` in the top row, Player 2 to lift.
const TOP_ROW: &str = "OOOOO/XXXXX/OXOXO/XOXOX/OXOXX 2 s";

/// [`TOP_ROW`] after the `O` in the bottom left corner has been lifted, and Player 2's turn again.
const TOP_ROW_OPENED: &str = "OOOOO/XXXXX/OXOXO/XOXOX/.XOXX 2 s";

fn winner(position: &dyn AnyPosition) -> Option<Player> {
    position.outcome().map(|Outcome { winner }| winner)
}

#[test]
fn q1_a_group_of_exactly_four_wins_in_any_shape() {
    for (position, mv) in [
        ("XXX../O.O../...../...../O.... 1 p", "4"),
        ("XX.../X.O../..O../...../O.... 1 p", "7"),
        ("X..../X.O../X.O../...../O.... 1 p", "12"),
        (".X.../X.X../O.O../...../O.... 1 p", "7"),
        ("X.X../.X.../O.O../...../O.... 1 p", "2"),
    ] {
        let over = after(&*at("quad-block", position), &[mv]);
        assert_eq!(winner(&*over), Some(Player::One), "{over:?}");
    }
}

#[test]
fn q1_five_or_more_never_win() {
    let five = after(
        &*at("quad-block", "XXX.X/O.O.O/.O.../...../..... 1 p"),
        &["4"],
    );
    assert_eq!(winner(&*five), None, "a group of five");
    let six = after(&*five, &["25", "7"]);
    assert_eq!(six.text(), "XXXXX/OXO.O/.O.../...../....O 2 p");
    assert_eq!(winner(&*six), None, "a group of six");
}

#[test]
fn q1_exactly_four_wins_on_every_size() {
    for variant in find("quad-block").expect("in the catalogue").sizes {
        // Player 1 fills the left column from the top, Player 2 two columns further right.
        let columns = variant.size().columns;
        let mut position = variant.start(Player::One);
        for row in 0..4 {
            assert_eq!(winner(&*position), None, "{position:?}");
            if row > 0 {
                let above = (row - 1) * columns;
                position = after(&*position, &[&(above + 3).to_string()]);
            }
            position = after(&*position, &[&(row * columns + 1).to_string()]);
        }
        assert_eq!(winner(&*position), Some(Player::One), "{position:?}");
    }
}

#[test]
fn q1_a_corner_does_not_connect() {
    for (position, mv) in [
        ("X..../.X.../..X../...../OO.O. 1 p", "19"),
        ("XX.../..X../...../...../OO.O. 1 p", "9"),
    ] {
        let next = after(&*at("quad-block", position), &[mv]);
        assert_eq!(winner(&*next), None, "{next:?}");
    }
}

#[test]
fn q1_a_row_does_not_continue_on_the_next_one() {
    let next = after(
        &*at("quad-block", "...XX/.X.../O.O../...../O.... 1 p"),
        &["6"],
    );
    assert_eq!(winner(&*next), None, "4, 5, 6 and 7 are not connected");
}

#[test]
fn q2_filling_the_grid_without_a_group_of_four_begins_sudden_death() {
    // Player 1 takes the odd cells, Player 2 the even ones.
    let mut position = start("quad-block");
    for cell in 1..=25 {
        let played = position.play(&cell.to_string()).expect("empty");
        assert_eq!(played.notice.is_some(), cell == 25, "after {cell}");
        position = played.position;
    }
    assert_eq!(position.text(), CHECKED);
    assert_eq!(position.outcome(), None);
}

#[test]
fn q2_the_full_grid_is_opened_by_lifting() {
    let full = at("quad-block", CHECKED);
    let own = [2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24].map(|cell| cell.to_string());
    assert_eq!(legal(&*full), own);
    assert_refused(
        &*full,
        "13",
        "not-own-marker",
        "Invalid move. Choose a cell that holds one of your own markers, 'O'.",
    );
    let opened = after(&*full, &["2"]);
    assert_eq!(opened.text(), "X.XOX/OXOXO/XOXOX/OXOXO/XOXOX 1 s");
    assert_eq!(opened.to_move(), Player::One, "lifting is the whole turn");
}

#[test]
fn q2_then_each_turn_relocates_an_own_marker_to_the_empty_cell() {
    let opened = after(&*at("quad-block", CHECKED), &["2"]);
    let to_the_gap =
        [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25].map(|from| format!("{from} 2"));
    assert_eq!(legal(&*opened), to_the_gap);
    let moved = after(&*opened, &["1 2"]);
    assert_eq!(moved.text(), ".XXOX/OXOXO/XOXOX/OXOXO/XOXOX 2 s");
}

#[test]
fn q2_the_cell_left_becomes_the_empty_one_and_the_lifted_marker_stays_off() {
    let relocated = after(&*at("quad-block", CHECKED), &["2", "1 2"]);
    let to_the_new_gap = [4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24].map(|from| format!("{from} 1"));
    assert_eq!(legal(&*relocated), to_the_new_gap);
}

#[test]
fn q2_a_relocated_marker_must_change_cells() {
    let opened = at("quad-block", TOP_ROW_OPENED);
    assert_refused(
        &*opened,
        "1 1",
        "same-cell",
        "Invalid move. The marker must change cells.",
    );
}

#[test]
fn q3_a_lift_that_cuts_a_group_down_to_exactly_four_wins() {
    let full = at("quad-block", TOP_ROW);
    for (lifted, won) in [("1", true), ("5", true), ("2", false), ("3", false)] {
        let next = after(&*full, &[lifted]);
        assert_eq!(winner(&*next), won.then_some(Player::Two), "{next:?}");
    }
    assert_eq!(
        after(&*full, &["1"]).ending().expect("over"),
        "Player 2 now has a connected group of exactly four 'O's at cells 2, 3, 4, and 5.\n\
         Win Condition Met: Player 2 wins the game."
    );
}

#[test]
fn q3_a_relocation_that_cuts_a_group_down_to_exactly_four_wins() {
    let opened = at("quad-block", TOP_ROW_OPENED);
    for (relocated, won) in [
        ("1 21", true),
        ("5 21", true),
        ("3 21", false),
        ("11 21", false),
    ] {
        let next = after(&*opened, &[relocated]);
        assert_eq!(winner(&*next), won.then_some(Player::Two), "{next:?}");
    }
}

#[test]
fn q3_a_relocation_is_judged_after_the_whole_turn_and_not_half_way() {
    // Without the marker from 1 the top row has four; on 7 it joins them again.
    let position = at("quad-block", "OOOOO/X.XXX/OXXXO/XOXOX/XOXOX 2 s");
    for relocated in ["1 7", "5 7"] {
        let next = after(&*position, &[relocated]);
        assert_eq!(winner(&*next), None, "{next:?}");
    }
}

#[test]
fn q3_the_opponents_groups_are_never_affected() {
    // Player 1's relocations leave Player 2's five in the top row alone.
    let opened = after(&*at("quad-block", TOP_ROW), &["21"]);
    for mv in legal(&*opened) {
        let next = after(&*opened, &[&mv]);
        assert!(next.text().starts_with("OOOOO/"), "{next:?}");
        assert_ne!(winner(&*next), Some(Player::Two), "{next:?}");
    }
}

#[test]
fn q4_sudden_death_goes_on_however_often_a_position_repeats() {
    let begin = after(&*at("quad-block", CHECKED), &["2"]);
    let mut position = begin.boxed();
    for _ in 0..100 {
        let round = ["1 2", "6 1", "2 6", "1 2", "6 1", "2 6"];
        position = after(&*position, &round);
        assert_eq!(position.text(), begin.text());
        assert_eq!(position.outcome(), None);
        assert_eq!(position.moves(), begin.moves());
    }
}

#[test]
fn q5_markers_stand_in_quotes_and_the_numbers_of_empty_cells_stay_visible() {
    let drawing = after(&*start("quad-block"), &["13", "8"]).drawing();
    let labels: Vec<_> = drawing
        .lines()
        .filter(|line| line.contains('|'))
        .flat_map(|line| line.split('|'))
        .map(str::trim)
        .collect();
    let expected = (1..=25).map(|cell| match cell {
        13 => "'X'".to_owned(),
        8 => "'O'".to_owned(),
        _ => cell.to_string(),
    });
    assert_eq!(labels, expected.collect::<Vec<_>>());
}
