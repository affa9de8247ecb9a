//! Progress of entering a move on the board.

use std::cell::Cell;

use quintet_arena::{Step, Turn};
use quintet_games::{AnyPosition, SceneCell, TokenKind};
use ratatui::layout::Position;

use crate::canvas::Canvas;

/// Returns the cell of the piece of the player to move, where its moves start.
fn piece(turn: &Turn) -> Option<usize> {
    let mover = turn.position().to_move();
    let is_piece = |cell: &SceneCell| {
        let token = cell.token.filter(|token| token.kind == TokenKind::Piece);
        token.is_some_and(|token| token.owner == Some(mover))
    };
    turn.scene().cells.iter().position(is_piece)
}

/// The cursor and the cells picked for a move.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) turn: Turn,
    pub(super) picked: Vec<usize>,
    pub(super) cursor: usize,
    /// The layout of the last frame.
    pub(super) canvas: Cell<Option<Canvas>>,
}

impl Entry {
    /// Starts with the cursor on the player's piece, or in the center.
    pub(super) fn new(position: &dyn AnyPosition) -> Self {
        let turn = Turn::new(position.boxed());
        let (rows, columns) = (turn.scene().rows, turn.scene().columns);
        Entry {
            cursor: piece(&turn).unwrap_or(rows / 2 * columns + columns / 2),
            turn,
            picked: Vec::new(),
            canvas: Cell::new(None),
        }
    }

    /// Resets the entry because the position changed.
    pub(super) fn arrive(&mut self, position: &dyn AnyPosition) {
        self.turn = Turn::new(position.boxed());
        self.picked.clear();
        self.cursor = piece(&self.turn).unwrap_or(self.cursor);
    }

    /// Returns the picked cells and the one under the cursor.
    pub(super) fn touched(&self) -> Vec<usize> {
        self.picked.iter().copied().chain([self.cursor]).collect()
    }

    /// Returns the effect of touching the cell at the cursor.
    pub(super) fn step(&self) -> Step<'_> {
        self.turn.step(&self.touched())
    }

    /// Returns the reason why the cell at the cursor cannot be touched.
    pub(super) fn why_not(&self) -> String {
        self.turn.why_not(&self.touched())
    }

    /// Picks the cell at the cursor. If only one cell can follow, the cursor moves there.
    pub(super) fn pick(&mut self) {
        self.picked.push(self.cursor);
        if let [only] = *self.turn.targets(&self.picked) {
            self.cursor = only;
        }
    }

    /// Unpicks the last cell and moves the cursor there.
    pub(super) fn unpick(&mut self) {
        if let Some(cell) = self.picked.pop() {
            self.cursor = cell;
        }
    }

    /// Moves the cursor to the next cell of a move and unpicks cells of other moves.
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

    /// True if a move starts with this character.
    pub(super) fn is_typed_from(&self, char: char) -> bool {
        let mut moves = self.turn.moves().iter();
        moves.any(|listed| {
            listed
                .text
                .starts_with(|first: char| first.eq_ignore_ascii_case(&char))
        })
    }

    /// Moves the cursor.
    pub(super) fn go(&mut self, rows: isize, columns: isize) {
        if let Some(canvas) = self.canvas.get() {
            self.cursor = canvas.step(self.cursor, rows, columns);
        }
    }

    /// Moves the cursor to the cell at a screen position. Returns false if there is none.
    pub(super) fn point(&mut self, place: Position) -> bool {
        let cell = self.canvas.get().and_then(|canvas| canvas.cell_at(place));
        let Some(cell) = cell else { return false };
        self.cursor = cell;
        true
    }
}
