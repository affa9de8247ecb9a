//! Entering moves by touching cells, in every game.

use std::collections::BTreeSet;

use quintet_arena::{Change, Step, Turn};
use quintet_games::AnyPosition;
use quintet_solver::Budget;

use crate::support::{after, games, random_positions, sized, solved, standard};

fn turn(game: &str, position: &str) -> Turn {
    Turn::new(standard(game).position(position).expect("a position"))
}

/// Positions of every game.
fn positions() -> impl Iterator<Item = Box<dyn AnyPosition>> {
    games().flat_map(|listing| random_positions(listing.standard(), 7, 40))
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
                Step::Nothing => panic!("{touched:?} begins no move: {turn:?}"),
            }
        }
        let listed: BTreeSet<_> = turn.moves().iter().map(|mv| mv.text.clone()).collect();
        assert_eq!(made, listed, "{turn:?}");
    }
}

#[test]
fn the_preview_of_a_complete_move_is_its_effect() {
    for position in positions() {
        let turn = Turn::new(position);
        for mv in turn.moves() {
            let after = after(turn.position(), &mv.text).scene();
            let cells = turn.scene().cells.iter().zip(&after.cells).enumerate();
            let changed = cells.filter(|(_, (before, after))| before.token != after.token);
            let changed: Vec<_> = changed
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
fn the_preview_of_an_incomplete_move_is_common_to_its_completions() {
    let turn = turn("matrix-isolation", "1.../..../..../...2 1");
    // The piece moves from cell 0 to cell 1. Then cell 0 may or may not be blocked.
    let [left, reached] = turn.preview(&[1])[..] else {
        panic!("two cells change");
    };
    let piece = turn.scene().cells[0].token;
    assert_eq!((left.cell, left.token), (0, None));
    assert_eq!((reached.cell, reached.token), (1, piece));
    assert!(turn.preview(&[]).is_empty(), "nothing has been touched");
    assert!(turn.preview(&[15]).is_empty(), "nothing can follow");
}

#[test]
fn a_cell_without_a_move_has_a_reason() {
    let turn = turn("gridlock", "..../.X../..../.... 2");
    assert!(matches!(turn.step(&[6]), Step::Nothing));
    let why = turn.why_not(&[6]);
    assert!(why.contains("next to an opponent's marker"), "{why}");
}

#[test]
fn a_cell_shows_the_best_value_of_its_moves() {
    for (variant, oracle) in solved() {
        for position in random_positions(variant, 3, 20) {
            let analysis = oracle.analyze(&*position, Budget::positions(1_000));
            let turn = Turn::new(position);
            let mut touched = Vec::new();
            loop {
                let notes = turn.notes(&analysis, &touched);
                let cells: Vec<_> = notes.iter().map(|note| note.cell).collect();
                assert_eq!(cells, turn.targets(&touched), "{turn:?}");
                for note in &notes {
                    let with = [touched.as_slice(), &[note.cell]].concat();
                    let goes_on = |mv: &str| {
                        let listed = turn.moves().iter().find(|listed| listed.text == mv);
                        let listed = listed.expect("analyzed moves are legal");
                        listed.touches.iter().any(|way| way.starts_with(&with))
                    };
                    let best = analysis.moves.iter().find(|known| goes_on(&known.mv));
                    let best = best.expect("a target leads to a move");
                    assert_eq!(note.value, best.value, "{turn:?}: {with:?}");
                }
                let Some(cell) = cells.last() else { break };
                touched.push(*cell);
            }
        }
    }
}

#[test]
fn a_finished_position_has_no_targets() {
    let over = sized("gridlock", "3x3").position("X.X/.O./O.X 2");
    let turn = Turn::new(over.expect("a position"));
    assert!(turn.moves().is_empty() && turn.targets(&[]).is_empty());
    assert_eq!(turn.instruction(&[]), "");
}
