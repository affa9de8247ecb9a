//! Making a move by touching cells, step by step.

use quintet_games::{AnyPosition, Listed};
use ratatui::layout::Position;

use super::Board;
use crate::outbox::Outbox;

/// A legal move and how it is made by hand.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) mv: String,
    /// The cells in the order in which they are touched.
    pub(super) cells: Vec<usize>,
}

impl Way {
    pub(super) fn all(position: &dyn AnyPosition) -> Vec<Way> {
        let way = |mut listed: Listed| Way {
            mv: listed.text,
            cells: listed.touches.swap_remove(0),
        };
        position.moves().into_iter().map(way).collect()
    }
}

/// What touching a cell comes to.
pub(super) enum Step<'a> {
    /// It makes this move.
    Move(&'a Way),
    /// It is a part of these moves, and more cells must follow.
    Part(Vec<&'a Way>),
    /// No legal move begins so.
    Nothing,
}

impl Board {
    /// The cells that can be touched next.
    pub(super) fn targets(&self) -> Vec<usize> {
        if !self.is_humans_turn() {
            return Vec::new();
        }
        let next = |way: &Way| {
            let goes_on = way.cells.starts_with(&self.picked);
            way.cells
                .get(self.picked.len())
                .copied()
                .filter(|_| goes_on)
        };
        let mut targets: Vec<usize> = self.ways.iter().filter_map(next).collect();
        targets.sort_unstable();
        targets.dedup();
        targets
    }

    /// What touching a cell next comes to.
    pub(super) fn step(&self, cell: usize) -> Step<'_> {
        let touched: Vec<usize> = self.picked.iter().copied().chain([cell]).collect();
        let begins = |way: &&Way| way.cells.starts_with(&touched);
        let ways: Vec<&Way> = self.ways.iter().filter(begins).collect();
        // Touches tell moves apart, by the contract of every game.
        match ways.iter().find(|way| way.cells == touched) {
            Some(way) => Step::Move(way),
            None if ways.is_empty() => Step::Nothing,
            None => Step::Part(ways),
        }
    }

    /// Why no legal move begins with the picked cells and this one.
    pub(super) fn why_not(&self, cell: usize) -> String {
        let touched: Vec<usize> = self.picked.iter().copied().chain([cell]).collect();
        let why = self.position().why_not(&touched);
        why.unwrap_or_else(|| self.position().how_to_move())
    }

    /// Touches the cell under the cursor: a step of a move, or a reason why not.
    pub(super) fn touch(&mut self) {
        let cell = self.cursor;
        if !self.is_humans_turn() {
            return;
        }
        match self.step(cell) {
            Step::Move(way) => {
                let mv = way.mv.clone();
                self.play(&mv);
            }
            Step::Part(_) => {
                self.picked.push(cell);
                self.say("");
            }
            Step::Nothing => self.refuse(self.why_not(cell)),
        }
    }

    /// An arrow: the cursor goes a step.
    pub(super) fn go(&mut self, rows: isize, columns: isize) {
        if let Some(canvas) = self.canvas.get() {
            self.cursor = canvas.step(self.cursor, rows, columns);
            self.has_pointed = true;
        }
        if self.is_wrong {
            self.say("");
        }
    }

    /// The mouse points at a place: the cursor goes there.
    pub(crate) fn point(&mut self, place: Position) -> bool {
        let cell = self.canvas.get().and_then(|canvas| canvas.cell_at(place));
        let Some(cell) = cell.filter(|_| self.is_humans_turn() && self.entry.is_none()) else {
            return false;
        };
        self.has_pointed |= self.cursor != cell;
        self.cursor = cell;
        true
    }

    /// A click: the cursor goes there and touches.
    pub(crate) fn click(&mut self, place: Position, outbox: &mut Outbox) {
        if self.point(place) {
            self.asked_once = None;
            self.touch();
            self.settle(outbox);
        }
    }
}
