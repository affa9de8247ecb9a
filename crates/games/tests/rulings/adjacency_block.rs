//! A1 to A3.

use quintet_catalogue::find;
use quintet_rules::{Outcome, PerPlayer, Player};

use crate::ask::{after, assert_refused, at, legal, start};

const BESIDE: &str = "Invalid move. You cannot place next to your opponent's token.";

#[test]
fn a1_only_the_opponents_tokens_forbid_a_neighbouring_cell() {
    // The playthrough forbids 2, 4, 6, 8 and 9 here; 2 and 9 are beside Player 2's own tokens.
    let position = at("adjacency-block", "O...XXX..O 2");
    assert_eq!(legal(&*position), ["2", "3", "9"]);
    for beside in ["4", "8"] {
        assert_refused(&*position, beside, "beside-opponent", BESIDE);
    }
}

#[test]
fn a1_both_sides_of_your_own_token_are_open() {
    let position = at("adjacency-block", "....X....O 1");
    for own_side in ["4", "6"] {
        after(&*position, &[own_side]);
    }
}

#[test]
fn a2_the_playthrough_stops_where_player_1_may_choose_8_only() {
    let moves = ["5", "1", "6", "10", "7", "3"];
    let last_legal = after(&*start("adjacency-block"), &moves);
    assert_eq!(last_legal.text(), "O.O.XXX..O 1");
    assert_refused(&*last_legal, "4", "beside-opponent", BESIDE);
    assert_eq!(legal(&*last_legal), ["8"]);
    let were_it_player_2s_turn = at("adjacency-block", "O.O.XXX..O 2");
    assert_eq!(legal(&*were_it_player_2s_turn), ["2", "9"]);
}

#[test]
fn a2_from_there_player_2_wins_and_not_player_1() {
    let last_legal = at("adjacency-block", "O.O.XXX..O 1");
    let over = after(&*last_legal, &["8", "2"]);
    let winner = Player::Two;
    assert_eq!(over.outcome(), Some(Outcome { winner }));
}

#[test]
fn a3_a_match_keeps_the_score_by_player() {
    let row = find("adjacency-block")
        .expect("in the catalogue")
        .standard();
    let won = |one, two| PerPlayer { one, two };
    assert_eq!(
        row.standing(won(2, 1)),
        "Games won by Player 1: 2, by Player 2: 1."
    );
    assert_eq!(
        row.match_over(won(1, 3)),
        "The match is over. Player 2 wins the match, 3 to 1!"
    );
    assert_eq!(
        row.match_over(won(3, 0)),
        "The match is over. Player 1 wins the match, 3 to 0!"
    );
    assert_eq!(
        row.match_over(won(2, 2)),
        "The match is over, and it is level: 2 to 2."
    );
}

#[test]
fn a3_either_player_can_begin_a_game_of_the_match() {
    let row = find("adjacency-block")
        .expect("in the catalogue")
        .standard();
    for first in Player::BOTH {
        let second_move = after(&*row.start(first), &["5"]);
        assert_eq!(second_move.to_move(), first.other());
    }
}
