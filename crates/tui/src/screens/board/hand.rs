//! How far a person has come in making a move at the board.

use std::cell::Cell;

use quintet_arena::{Step, Turn};
use quintet_games::AnyPosition;
use ratatui::layout::Position;

use crate::canvas::Canvas;

/// The cursor, and the cells that have been picked for a move.
#[derive(Debug)]
pub(super) struct Hand {
    pub(super) turn: Turn,
    pub(super) picked: Vec<usize>,
    pub(super) cursor: usize,
    /// Where the cells were drawn last.
    pub(super) canvas: Cell<Option<Canvas>>,
}

impl Hand {
    /// With the cursor in the middle.
    pub(super) fn new(position: &dyn AnyPosition) -> Self {
        let turn = Turn::new(position.boxed());
        let (rows, columns) = (turn.scene().rows, turn.scene().columns);
        Hand {
            turn,
            picked: Vec::new(),
            cursor: rows / 2 * columns + columns / 2,
            canvas: Cell::new(None),
        }
    }

    /// The position is another one: what was begun in the old one is over.
    pub(super) fn arrive(&mut self, position: &dyn AnyPosition) {
        self.turn = Turn::new(position.boxed());
        self.picked.clear();
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

    /// Picks the cell under the cursor. If only one can follow, the cursor goes there.
    pub(super) fn pick(&mut self) {
        self.picked.push(self.cursor);
        if let [only] = *self.turn.targets(&self.picked) {
            self.cursor = only;
        }
    }

    /// Takes the last picked cell back; the cursor returns there.
    pub(super) fn unpick(&mut self) {
        if let Some(cell) = self.picked.pop() {
            self.cursor = cell;
        }
    }

    /// The cursor goes to the next cell of a move. Cells that were picked for another one are put back.
    pub(super) fn show(&mut self, mv: &str) {
        let listed = self.turn.moves().iter().find(|listed| listed.text == mv);
        let Some(listed) = listed else { return };
        let next = |picked: &[usize]| {
            let mut ways = listed.touches.iter();
            let way = ways.find(|touches| touches.starts_with(picked));
            way.and_then(|touches| touches.get(picked.len())).copied()
        };
        if let Some(cell) = next(&self.picked) {
            self.cursor = cell;
        } else if let Some(cell) = next(&[]) {
            self.picked.clear();
            self.cursor = cell;
        }
    }

    /// Whether some move is typed with this character first.
    pub(super) fn is_typed_from(&self, char: char) -> bool {
        let mut moves = self.turn.moves().iter();
        moves.any(|listed| {
            listed
                .text
                .starts_with(|first: char| first.eq_ignore_ascii_case(&char))
        })
    }

    /// The cursor goes a step.
    pub(super) fn go(&mut self, rows: isize, columns: isize) {
        if let Some(canvas) = self.canvas.get() {
            self.cursor = canvas.step(self.cursor, rows, columns);
        }
    }

    /// The cursor goes to the cell at a place of the screen. Says whether there is one.
    pub(super) fn point(&mut self, place: Position) -> bool {
        let cell = self.canvas.get().and_then(|canvas| canvas.cell_at(place));
        let Some(cell) = cell else { return false };
        self.cursor = cell;
        true
    }
}
