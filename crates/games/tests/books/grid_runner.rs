//! The Grid Runner book.

use crate::ask::{after, assert_malformed, assert_refused, at, legal, start};
use crate::page::{assert_drawn, drawn, drawn_at_size};

const BESIDE_OWN: &str = "Invalid barrier. You cannot place a barrier on a cell adjacent to your \
                          own runner. Please choose a valid cell.";

/// The positions of the book's grids: the start and each turn. The barriers on D5 and B3 break the
/// rules (ruling R2), so that these positions are set up and not played.
const GRIDS: [&str; 7] = [
    "1..../...../...../...../....2 1 3 3",
    ".1.../...../...../...../....2 2 3 3",
    ".1.../...../...../...../...X2 1 3 2",
    "...../.1.../...../...../...X2 2 3 2",
    "...../.1.../...../....2/...X. 1 3 2",
    "...../.1.../.X.../....2/...X. 2 2 2",
    "...../.1.../.X.../...2./...X. 1 2 2",
];

#[test]
fn every_grid_of_the_example() {
    for (n, position) in GRIDS.into_iter().enumerate() {
        let title = if n == 0 {
            "start".to_owned()
        } else {
            format!("turn {n}")
        };
        assert_drawn(&*at("grid-runner", position), "grid-runner", &title);
    }
}

#[test]
fn the_legal_turns_of_the_example_lead_from_grid_to_grid() {
    for (from, mv, to) in [
        (0, "MOVE B1", 1),
        (2, "MOVE B2", 3),
        (3, "MOVE E4", 4),
        (5, "MOVE D4", 6),
    ] {
        let next = after(&*at("grid-runner", GRIDS[from]), &[mv]);
        assert_eq!(next.text(), GRIDS[to]);
    }
}

#[test]
fn the_illegal_turns_of_the_example_are_refused() {
    // Turn 2 places at D5, beside P2's own runner, and turn 5 at B3, beside P1's: ruling R2.
    for (grid, barrier) in [(1, "BARRIER D5"), (4, "BARRIER B3")] {
        let position = at("grid-runner", GRIDS[grid]);
        assert_refused(&*position, barrier, "beside-own-runner", BESIDE_OWN);
    }
    // Turn 4: "Cannot move to D5 (barrier present)."
    assert_refused(
        &*at("grid-runner", GRIDS[3]),
        "MOVE D5",
        "into-barrier",
        "Invalid move. You cannot move into a barrier. Please make a valid move.",
    );
}

#[test]
fn the_sample_interaction() {
    for (position, prompt, mv, confirmation) in [
        (0, "P1>", "MOVE B1", "Game updates P1's position to B1."),
        (2, "P1>", "MOVE B2", "Game updates P1's position to B2."),
        (3, "P2>", "MOVE E4", "Game updates P2's position to E4."),
        (5, "P2>", "MOVE D4", "Game updates P2's position to D4."),
        // In the book D5 is placed by P2 and B3 by a P1 who stands beside it; here by those who
        // may.
        (0, "P1>", "BARRIER D5", "Game places a barrier at D5."),
        (5, "P2>", "BARRIER C3", "Game places a barrier at C3."),
    ] {
        let position = at("grid-runner", GRIDS[position]);
        assert_eq!(position.prompt(), prompt);
        let played = position.play(mv).expect("legal");
        assert_eq!(played.confirmation, confirmation);
    }
}

#[test]
fn the_winning_move() {
    let last = at("grid-runner", "...../...../..2.1/...../..... 1 3 3");
    let over = after(&*last, &["MOVE E4", "MOVE B3", "MOVE E5"]);
    assert_eq!(
        over.ending().as_deref(),
        Some("P1 has reached P2's starting corner. P1 wins!")
    );
    assert_eq!(
        drawn(&*over),
        "
  A  B  C  D  E
1 .  .  .  .  .
2 .  .  .  .  .
3 .  P2 .  .  .
4 .  .  .  .  .
5 .  .  .  .  P1
"
    );
}

#[test]
fn a_winning_capture_shows_the_winner_where_both_were() {
    let last = at("grid-runner", "...../...../..1../..2../..... 2 3 3");
    let over = after(&*last, &["MOVE C3"]);
    assert_eq!(
        over.ending().as_deref(),
        Some("P2 has captured P1's runner. P2 wins!")
    );
    assert_eq!(
        drawn(&*over),
        "
  A  B  C  D  E
1 .  .  .  .  .
2 .  .  .  .  .
3 .  .  P2 .  .
4 .  .  .  .  .
5 .  .  .  .  .
"
    );
}

#[test]
fn once_all_three_barriers_are_used_the_player_must_move_the_runner() {
    let position = at("grid-runner", "1..../...../.XXX./...../....2 1 0 3");
    assert_refused(
        &*position,
        "BARRIER C2",
        "no-barriers-left",
        "Invalid barrier. P1 has used all 3 barriers and must move the runner.",
    );
    assert_eq!(legal(&*position), ["MOVE B1", "MOVE A2"]);
}

#[test]
fn no_skipping_turns() {
    for entry in ["", "SKIP"] {
        assert_malformed(
            &*start("grid-runner"),
            entry,
            "Invalid action. Please enter ACTION POSITION, such as MOVE B2 or BARRIER C3.",
        );
    }
}

#[test]
fn what_to_enter() {
    assert_eq!(
        start("grid-runner").how_to_move(),
        "Enter MOVE or BARRIER and a cell, such as MOVE B2 or BARRIER C3. \
         You have 3 of 3 barriers left."
    );
    assert_eq!(
        at("grid-runner", "1..../...../.XXX./...../....2 1 0 3").how_to_move(),
        "Enter MOVE and a cell, such as MOVE B2. You have no barriers left."
    );
}

#[test]
fn the_grid_of_7x7() {
    let text = "......./.1...../......./...X.../......./......./......2 2 2 3";
    assert_eq!(
        drawn_at_size("grid-runner", "7x7", text),
        "
  A  B  C  D  E  F  G
1 .  .  .  .  .  .  .
2 .  P1 .  .  .  .  .
3 .  .  .  .  .  .  .
4 .  .  .  X  .  .  .
5 .  .  .  .  .  .  .
6 .  .  .  .  .  .  .
7 .  .  .  .  .  .  P2
"
    );
}
