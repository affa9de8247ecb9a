//! What touching cells leads to, in every game.

mod truth;

use std::collections::BTreeSet;

use quintet_arena::{Change, Step, Turn};
use quintet_catalogue::{catalogue, find};
use quintet_games::AnyPosition;
use quintet_rules::Player;
use quintet_solver::Budget;

use truth::{oracle, random_positions, standard};

fn turn(game: &str, position: &str) -> Turn {
    let variant = find(game).expect("listed").standard();
    Turn::new(variant.position(position).expect("a position"))
}

/// Every position that the tests look at.
fn positions() -> impl Iterator<Item = Box<dyn AnyPosition>> {
    catalogue().flat_map(|listing| random_positions(standard(listing.id), 7, 40))
}

#[test]
fn following_the_targets_makes_exactly_the_legal_moves() {
    for position in positions() {
        let turn = Turn::new(position);
        let mut made = BTreeSet::new();
        let mut waiting = vec![Vec::new()];
        while let Some(touched) = waiting.pop() {
            match turn.step(&touched) {
                Step::Move(mv) => {
                    assert!(turn.targets(&touched).is_empty(), "{turn:?}");
                    made.insert(mv.text.clone());
                }
                Step::Part => {
                    assert!(!turn.instruction(&touched).is_empty(), "{turn:?}");
                    let further = |cell| [touched.as_slice(), &[cell]].concat();
                    waiting.extend(turn.targets(&touched).into_iter().map(further));
                }
                Step::Nothing => assert!(turn.moves().is_empty(), "{turn:?}: {touched:?}"),
            }
        }
        let listed: BTreeSet<_> = turn.moves().iter().map(|mv| mv.text.clone()).collect();
        assert_eq!(made, listed, "{turn:?}");
    }
}

#[test]
fn a_preview_of_a_whole_move_is_what_the_move_changes() {
    for position in positions() {
        let turn = Turn::new(position);
        for mv in turn.moves() {
            let after = turn
                .position()
                .play(&mv.text)
                .expect("legal")
                .position
                .scene();
            let cells = turn.scene().cells.iter().zip(&after.cells).enumerate();
            let changed: Vec<Change> = cells
                .filter(|(_, (before, after))| before.token != after.token)
                .map(|(cell, (_, after))| Change {
                    cell,
                    token: after.token,
                })
                .collect();
            for way in &mv.touches {
                assert_eq!(turn.preview(way), changed, "{} in {turn:?}", mv.text);
            }
        }
    }
}

#[test]
fn a_preview_of_a_part_holds_whatever_follows() {
    let turn = turn("matrix-isolation", "1.../..../..../...2 1");
    // The piece goes to cell 1; whether the cell that it leaves is blocked is not known.
    let preview = turn.preview(&[1]);
    let cells: Vec<_> = preview.iter().map(|change| change.cell).collect();
    assert_eq!(cells, [0, 1]);
    assert_eq!(
        preview[0].token, None,
        "the piece leaves, whatever comes there"
    );
    assert_eq!(preview[1].token, turn.scene().cells[0].token);
    assert!(turn.preview(&[]).is_empty(), "nothing has been touched");
    assert!(turn.preview(&[15]).is_empty(), "nothing can follow");
}

#[test]
fn a_cell_that_begins_no_move_says_why() {
    let turn = turn("gridlock", "..../.X../..../.... 2");
    assert!(matches!(turn.step(&[6]), Step::Nothing));
    let why = turn.why_not(&[6]);
    assert!(why.contains("next to an opponent's marker"), "{why}");
}

#[test]
fn a_cell_shows_the_best_value_of_the_moves_that_go_on_with_it() {
    for listing in catalogue() {
        let oracle = oracle(listing.id);
        for position in random_positions(standard(listing.id), 3, 20) {
            let analysis = oracle.analyze(&*position, Budget::positions(1_000));
            let turn = Turn::new(position);
            let mut touched = Vec::new();
            loop {
                let notes = turn.notes(&analysis, &touched);
                let cells: Vec<_> = notes.iter().map(|note| note.cell).collect();
                assert_eq!(cells, turn.targets(&touched), "{turn:?}");
                for note in &notes {
                    let with: Vec<usize> = touched.iter().copied().chain([note.cell]).collect();
                    let goes_on = |mv: &str| {
                        let listed = turn.moves().iter().find(|listed| listed.text == mv);
                        let listed = listed.expect("analysed moves are legal");
                        listed.touches.iter().any(|way| way.starts_with(&with))
                    };
                    let best = analysis.moves.iter().find(|known| goes_on(&known.mv));
                    let best = best.expect("a target goes on to a move");
                    assert_eq!(note.value, best.value, "{turn:?}: {with:?}");
                }
                match cells.last() {
                    Some(cell) => touched.push(*cell),
                    None => break,
                }
            }
        }
    }
}

#[test]
fn a_finished_position_takes_no_touch() {
    let variant = find("gridlock")
        .expect("listed")
        .size("3x3")
        .expect("listed");
    let mut position = variant.start(Player::One);
    for mv in ["1 1", "2 2", "1 3", "3 1", "3 3"] {
        position = position.play(mv).expect("legal").position;
    }
    let turn = Turn::new(position);
    assert!(turn.moves().is_empty() && turn.targets(&[]).is_empty());
    assert_eq!(turn.instruction(&[]), "");
}
