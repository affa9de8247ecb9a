//! R1 to R6.

use quintet_catalogue::find;
use quintet_rules::{Outcome, Player};

use crate::ask::{after, assert_refused, at, legal, start};
use crate::common::random_game;

const BESIDE_OWN: &str = "Invalid barrier. You cannot place a barrier on a cell adjacent to your \
                          own runner. Please choose a valid cell.";

/// What is said when a barrier would cut off `runner`.
fn cuts_off(runner: &str) -> String {
    format!(
        "Invalid barrier. Barriers cannot completely enclose a runner, and this one would leave \
         {runner} no path to its goal corner. Please choose a valid cell."
    )
}

#[test]
fn r1_capture_is_legal_and_wins() {
    for (position, capture, winner) in [
        (
            "...../...../.12../...../..... 1 3 3",
            "MOVE C3",
            Player::One,
        ),
        (
            "...../...../.12../...../..... 2 3 3",
            "MOVE B3",
            Player::Two,
        ),
    ] {
        let position = at("grid-runner", position);
        assert!(position.moves().iter().any(|mv| mv.text == capture));
        let over = after(&*position, &[capture]);
        assert_eq!(over.outcome(), Some(Outcome { winner }));
        let [winner, loser] = [winner, winner.other()];
        assert_eq!(
            over.ending().expect("over"),
            format!("P{winner} has captured P{loser}'s runner. P{winner} wins!")
        );
    }
}

#[test]
fn r1_runners_neither_share_a_cell_nor_pass_through_each_other() {
    let position = at("grid-runner", "...../...../.12../...../..... 1 3 3");
    assert_refused(
        &*position,
        "MOVE D3",
        "not-one-step",
        "Invalid move. Runners move one cell up, down, left, or right, and P1 is at B3. \
         Please make a valid move.",
    );
    let over = after(&*position, &["MOVE C3"]);
    assert_eq!(over.text(), "...../...../..1../...../..... 2 3 3");
}

#[test]
fn r2_a_barrier_may_not_stand_beside_the_placing_players_own_runner() {
    let position = at("grid-runner", "...../...../..1../...../....2 1 3 3");
    for beside in ["BARRIER C2", "BARRIER B3", "BARRIER D3", "BARRIER C4"] {
        assert_refused(&*position, beside, "beside-own-runner", BESIDE_OWN);
    }
    for diagonal in ["BARRIER B2", "BARRIER D2", "BARRIER B4", "BARRIER D4"] {
        after(&*position, &[diagonal]);
    }
}

#[test]
fn r2_the_books_barriers_at_d5_and_b3_are_refused() {
    let turn_2 = after(&*start("grid-runner"), &["MOVE B1"]);
    assert_refused(&*turn_2, "BARRIER D5", "beside-own-runner", BESIDE_OWN);
    let turn_5 = after(
        &*start("grid-runner"),
        &["MOVE B1", "BARRIER C3", "MOVE B2", "MOVE E4"],
    );
    assert_refused(&*turn_5, "BARRIER B3", "beside-own-runner", BESIDE_OWN);
}

#[test]
fn r2_beside_the_opponents_runner_is_fine() {
    for beside in ["BARRIER D5", "BARRIER E4"] {
        after(&*start("grid-runner"), &[beside]);
    }
}

#[test]
fn r2_a_barrier_may_not_stand_on_a_runner_or_on_a_barrier() {
    let position = at("grid-runner", "1..../...../..X../...../....2 1 2 3");
    for runner in ["BARRIER A1", "BARRIER E5"] {
        assert_refused(
            &*position,
            runner,
            "on-runner",
            "Invalid barrier. That cell is occupied by a runner. Please choose a valid cell.",
        );
    }
    assert_refused(
        &*position,
        "BARRIER C3",
        "on-barrier",
        "Invalid barrier. That cell already has a barrier. Please choose a valid cell.",
    );
}

#[test]
fn r2_each_player_has_three_barriers_on_every_size() {
    for variant in find("grid-runner").expect("in the catalogue").sizes {
        let barriers = ["B4", "C1", "C4", "D2", "D4", "E3"].map(|cell| format!("BARRIER {cell}"));
        let mut position = variant.start(Player::One);
        for (used, barrier) in barriers.iter().enumerate() {
            let left = format!(" {} {}", 3 - used.div_ceil(2), 3 - used / 2);
            assert!(position.text().ends_with(&left), "{position:?}");
            position = after(&*position, &[barrier]);
        }
        assert!(position.text().ends_with(" 1 0 0"), "{position:?}");
        let is_step = |mv: &String| mv.starts_with("MOVE ");
        assert!(legal(&*position).iter().all(is_step), "{position:?}");
    }
}

#[test]
fn r3_a_barrier_may_not_cut_a_runner_off_from_its_goal() {
    // Both runners would keep free neighbours, but no way through; E2 and E4 touch D3 at a corner.
    let wall = "...../.1.../XXXX./...../...2.";
    for player in Player::BOTH {
        let position = at("grid-runner", &format!("{wall} {player} 1 1"));
        let sentence = cuts_off(&format!("P{player}"));
        for gap in ["BARRIER E2", "BARRIER E3", "BARRIER E4"] {
            assert_refused(&*position, gap, "cuts-off-runner", &sentence);
        }
        after(&*position, &["BARRIER A5"]);
    }
}

#[test]
fn r3_a_runner_may_not_be_enclosed() {
    // P1 would be shut in, and with it P2's goal; of two, the player who asked is named.
    let position = at("grid-runner", "1X.../...../...../...../....2 2 3 2");
    assert_refused(&*position, "BARRIER A2", "cuts-off-runner", &cuts_off("P2"));
    after(&*position, &["BARRIER B2"]);
}

#[test]
fn r3_a_ring_of_barriers_that_touch_at_corners_is_closed() {
    // P2 on C3 has only the way through B3.
    let position = at("grid-runner", "1..../..X../..2X./..X../..... 1 1 2");
    assert_refused(&*position, "BARRIER B3", "cuts-off-runner", &cuts_off("P2"));
}

#[test]
fn r3_goal_corners_cannot_be_built_on_or_walled_off() {
    let away = at("grid-runner", "...../.1.../...../...2./..... 1 3 3");
    assert_refused(&*away, "BARRIER E5", "cuts-off-runner", &cuts_off("P1"));
    assert_refused(&*away, "BARRIER A1", "cuts-off-runner", &cuts_off("P2"));
    let half_walled = at("grid-runner", "...../.1.../...../....X/..2.. 1 2 3");
    assert_refused(
        &*half_walled,
        "BARRIER D5",
        "cuts-off-runner",
        &cuts_off("P1"),
    );
}

#[test]
fn r3_runners_do_not_block_the_path() {
    // The only gap in the wall is E3, and P2 stands in it.
    let position = at("grid-runner", "1..../...../XXXX2/...../..... 1 1 1");
    assert!(position.moves().iter().any(|mv| mv.text == "BARRIER C5"));
    let capture = at("grid-runner", "....1/...../XXXX./...../....2 2 1 1");
    after(&*capture, &["MOVE E4", "MOVE E2", "MOVE E3", "MOVE E3"]);
}

#[test]
fn r3_a_player_always_has_a_move_of_the_runner() {
    for variant in find("grid-runner").expect("in the catalogue").sizes {
        for seed in 0..30 {
            for position in random_game(*variant, seed) {
                let can_run = legal(&*position).iter().any(|mv| mv.starts_with("MOVE "));
                assert_eq!(can_run, position.outcome().is_none(), "{position:?}");
            }
        }
    }
}

#[test]
fn r4_a_runner_that_reaches_its_goal_corner_wins_at_once() {
    for (position, mv, winner) in [
        (
            "...../..2../...../....1/..... 1 3 3",
            "MOVE E5",
            Player::One,
        ),
        (
            ".2.../...../...../.1.../..... 2 3 3",
            "MOVE A1",
            Player::Two,
        ),
    ] {
        let over = after(&*at("grid-runner", position), &[mv]);
        assert_eq!(over.outcome(), Some(Outcome { winner }));
        let [winner, loser] = [winner, winner.other()];
        assert_eq!(
            over.ending().expect("over"),
            format!("P{winner} has reached P{loser}'s starting corner. P{winner} wins!")
        );
    }
}

#[test]
fn r4_a_runner_that_captures_in_its_goal_corner_wins_at_once() {
    let over = after(
        &*at("grid-runner", "...../...../...../....1/....2 1 3 3"),
        &["MOVE E5"],
    );
    let winner = Player::One;
    assert_eq!(over.outcome(), Some(Outcome { winner }));
}

#[test]
fn r4_a_runner_that_comes_back_to_its_own_corner_wins_nothing() {
    let position = after(
        &*start("grid-runner"),
        &["MOVE B1", "MOVE D5", "MOVE A1", "MOVE E5"],
    );
    assert_eq!(position.outcome(), None);
}

#[test]
fn r5_play_goes_on_however_often_a_position_repeats() {
    let begin = start("grid-runner");
    let mut position = begin.boxed();
    for _ in 0..100 {
        position = after(&*position, &["MOVE B1", "MOVE D5", "MOVE A1", "MOVE E5"]);
        assert_eq!(position.text(), begin.text());
        assert_eq!(position.outcome(), None);
        assert_eq!(position.moves(), begin.moves());
    }
}

#[test]
fn r6_turn_10_is_p2s() {
    // The book's moves as far as they are legal, and then on; C3 and A5 stand in for its barriers.
    let turns = [
        "MOVE B1",
        "BARRIER C3",
        "MOVE B2",
        "MOVE E4",
        "BARRIER A5",
        "MOVE D4",
        "MOVE B3",
        "MOVE D5",
        "MOVE B4",
    ];
    let mut position = start("grid-runner");
    for (ply, mv) in turns.into_iter().enumerate() {
        let turn = ply + 1;
        let mover = if turn % 2 == 1 { "P1>" } else { "P2>" };
        assert_eq!(position.prompt(), mover, "turn {turn}");
        position = after(&*position, &[mv]);
    }
    assert_eq!(position.prompt(), "P2>", "turn 10");
    assert!(
        position
            .play("MOVE E5")
            .is_ok_and(|played| played.position.outcome().is_none())
    );
}
