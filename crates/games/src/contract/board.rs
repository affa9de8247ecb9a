//! The laws of drawing data and touches.

use std::collections::HashSet;

use quintet_rules::Player;

use crate::{AnyPosition, GameEnd, Idea, LegalMove, Objection, Scene, TokenKind};

/// Checks that a scene has all cells, that tokens have an owner unless they are obstacles, and that bodies are
/// connected.
pub(super) fn check_scene(position: &dyn AnyPosition) {
    let scene = position.scene();
    let cells = scene.rows * scene.columns;
    assert_eq!(scene.cells.len(), cells, "every cell: {position:?}");
    for (labels, count) in [
        (&scene.row_labels, scene.rows),
        (&scene.column_labels, scene.columns),
    ] {
        assert!(
            labels.is_empty() || labels.len() == count,
            "a label each, or none: {position:?}"
        );
    }
    let names: HashSet<_> = scene.cells.iter().map(|cell| &cell.name).collect();
    assert_eq!(names.len(), cells, "cell names are unique: {position:?}");
    for token in scene.cells.iter().filter_map(|cell| cell.token) {
        assert_eq!(
            token.owner.is_none(),
            token.kind == TokenKind::Obstacle,
            "only obstacles have no owner: {position:?}"
        );
    }
    let joined: Vec<_> = scene.bodies.iter().flatten().collect();
    let distinct: HashSet<_> = joined.iter().collect();
    assert_eq!(
        joined.len(),
        distinct.len(),
        "a cell is in one body: {position:?}"
    );
    for body in &scene.bodies {
        check_body(&scene, body);
    }
}

/// Checks that a body has two or more adjacent cells with equal tokens.
fn check_body(scene: &Scene, body: &[usize]) {
    assert!(body.len() > 1 && body.is_sorted(), "{body:?} of {scene:?}");
    let token = scene.cells[body[0]].token;
    assert!(token.is_some(), "{body:?} of {scene:?}");
    let place = |cell: usize| (cell / scene.columns, cell % scene.columns);
    let are_beside = |one: usize, other: usize| {
        let ((row, column), (other_row, other_column)) = (place(one), place(other));
        row.abs_diff(other_row) + column.abs_diff(other_column) == 1
    };
    for cell in body {
        let has_neighbor = body.iter().any(|other| are_beside(*cell, *other));
        assert!(has_neighbor, "{body:?} is connected: {scene:?}");
        assert_eq!(scene.cells[*cell].token, token, "{body:?} of {scene:?}");
    }
}

/// Checks that every move can be made by touching cells, and that there is an explanation for a cell that begins no
/// move.
pub(super) fn check_touches(position: &dyn AnyPosition, moves: &[LegalMove]) {
    let cells = position.scene().cells.len();
    let is_on_the_grid =
        |touched: &Vec<usize>| !touched.is_empty() && touched.iter().all(|cell| *cell < cells);
    for mv in moves {
        assert!(!mv.touches.is_empty(), "{mv:?} can be made: {position:?}");
        let mut shown = mv.touches.iter().chain([&mv.marks]);
        assert!(shown.all(is_on_the_grid), "{mv:?} in {position:?}");
        assert_eq!(
            position.marks(&mv.text).as_ref(),
            Some(&mv.marks),
            "a listed move marks what its text marks: {mv:?} in {position:?}"
        );
    }
    let ways: Vec<_> = moves.iter().flat_map(|mv| &mv.touches).collect();
    let distinct: HashSet<_> = ways.iter().map(|way| way.as_slice()).collect();
    assert_eq!(
        distinct.len(),
        ways.len(),
        "different moves have different touches: {position:?}"
    );
    for way in &ways {
        let is_prefix_free = (1..way.len()).all(|length| !distinct.contains(&way[..length]));
        assert!(
            is_prefix_free,
            "{way:?} touches another move first: {position:?}"
        );
    }
    if let Some(most) = ways.iter().map(|way| way.len()).max() {
        let steps = position.instructions().steps;
        assert_eq!(steps.len(), most, "a sentence for each touch: {position:?}");
    }
    let begins: HashSet<_> = ways.iter().map(|way| way[0]).collect();
    for cell in 0..cells {
        let objection = position.why_not(&[cell]);
        assert_eq!(
            objection.is_none(),
            begins.contains(&cell),
            "cell {cell} begins a move or is explained: {position:?}"
        );
        if let Some(Objection { cells: found, .. }) = objection {
            assert!(!found.is_empty(), "nothing prevents {cell}: {position:?}");
            assert!(
                found.is_sorted_by(|a, b| a < b) && found.iter().all(|cell| *cell < cells),
                "{found:?} in {position:?}"
            );
        }
    }
}

/// Highlights are correct: a player's tokens never reach a cell that is closed to the player, and a group is connected and
/// belongs to one player.
pub(super) fn check_idea(position: &dyn AnyPosition, listed: &[LegalMove]) {
    let scene = position.scene();
    let Idea {
        closed,
        goals,
        groups,
        stock,
    } = &scene.idea;
    for cells in closed.iter().chain(goals).chain(groups) {
        assert!(
            cells.is_sorted_by(|a, b| a < b) && cells.iter().all(|cell| *cell < scene.cells.len()),
            "{cells:?} in {position:?}"
        );
    }
    for cell in closed.iter().flatten() {
        assert_eq!(scene.cells[*cell].token, None, "{cell} of {position:?}");
    }
    for group in groups {
        check_body(&scene, group);
    }
    assert!(stock.is_empty() || stock.len() == Player::BOTH.len());
    assert!(stock.iter().all(|stock| stock.left <= stock.of));
    let mover = position.to_move();
    let mine = &closed[usize::from(mover.number()) - 1];
    // Playing every move would take too long.
    for mv in listed.iter().take(if mine.is_empty() { 0 } else { 12 }) {
        let after = position.play(&mv.text).expect("a listed move is legal");
        let cells = after.position.scene().cells;
        for cell in mine {
            let owner = cells[*cell].token.and_then(|token| token.owner);
            assert_ne!(owner, Some(mover), "{cell} is closed in {position:?}");
        }
    }
}

/// Checks that the deciding cells are shown exactly when the game is over.
pub(super) fn check_winning(position: &dyn AnyPosition) {
    let ending = position.ending();
    assert_eq!(
        ending.is_none(),
        position.outcome().is_none(),
        "an ending exactly when the game is over: {position:?}"
    );
    let Some(GameEnd { cells: winning, .. }) = ending else {
        return;
    };
    assert!(!winning.is_empty(), "winning cells: {position:?}");
    assert!(
        winning.is_sorted_by(|a, b| a < b),
        "in ascending order, none twice: {position:?}"
    );
    let cells = position.scene().cells.len();
    assert!(
        winning.iter().all(|cell| *cell < cells),
        "on the grid: {position:?}"
    );
}
