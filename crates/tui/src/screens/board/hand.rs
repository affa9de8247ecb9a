//! How far a person has come in making a move at the board.

use std::cell::Cell;

use quintet_games::AnyPosition;
use ratatui::layout::Position;

use super::touch::{Step, Turn};
use crate::canvas::Canvas;

/// The cursor, and the cells that have been picked for a move.
#[derive(Debug)]
pub(super) struct Hand {
    pub(super) turn: Turn,
    pub(super) picked: Vec<usize>,
    pub(super) cursor: usize,
    /// Whether the cursor was moved since the last move: only then does it ask for a reason.
    pub(super) has_pointed: bool,
    /// Where the cells were drawn last.
    pub(super) canvas: Cell<Option<Canvas>>,
}

impl Hand {
    /// With the cursor in the middle.
    pub(super) fn new(position: &dyn AnyPosition) -> Self {
        let scene = position.scene();
        Hand {
            turn: Turn::of(position),
            picked: Vec::new(),
            cursor: scene.rows / 2 * scene.columns + scene.columns / 2,
            has_pointed: false,
            canvas: Cell::new(None),
        }
    }

    /// The position is another one: what was begun in the old one is over.
    pub(super) fn arrive(&mut self, position: &dyn AnyPosition) {
        self.turn = Turn::of(position);
        self.picked.clear();
        self.has_pointed = false;
    }

    /// The picked cells and the one under the cursor.
    pub(super) fn touched(&self) -> Vec<usize> {
        self.picked.iter().copied().chain([self.cursor]).collect()
    }

    /// What touching the cell under the cursor comes to.
    pub(super) fn step(&self) -> Step<'_> {
        self.turn.step(&self.touched())
    }

    /// Why the cell under the cursor cannot be touched.
    pub(super) fn why_not(&self) -> String {
        self.turn.why_not(&self.touched())
    }

    /// The cursor goes a step.
    pub(super) fn go(&mut self, rows: isize, columns: isize) {
        if let Some(canvas) = self.canvas.get() {
            self.cursor = canvas.step(self.cursor, rows, columns);
            self.has_pointed = true;
        }
    }

    /// The cursor goes to the cell at a place of the screen. Says whether there is one.
    pub(super) fn point(&mut self, place: Position) -> bool {
        let cell = self.canvas.get().and_then(|canvas| canvas.cell_at(place));
        let Some(cell) = cell else { return false };
        self.has_pointed |= self.cursor != cell;
        self.cursor = cell;
        true
    }
}
