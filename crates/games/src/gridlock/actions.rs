//! Moves as numbers: the cell, counted row by row from 0.

use quintet_rules::{Cell, Cells, Player};

use super::Snort;
use crate::actions::{ActionSet, Actions, Parts, Plane};
use crate::game::Markers;

impl<const R: usize, const C: usize> Actions for Snort<R, C> {
    const ACTIONS: usize = R * C;
    const PLANES: &'static [&'static str] = &["own markers", "opponent's markers"];
    // Each move fills a cell.
    const LONGEST: Option<u32> = Some((R * C) as u32);
    const PARTS: usize = 3;

    #[inline]
    fn parts(&self) -> Parts {
        Parts::of([self.mine.bits(), self.theirs.bits(), self.to_move as u64])
    }

    #[inline]
    fn from_parts(parts: &Parts) -> Self {
        Snort {
            mine: parts.cells(0),
            theirs: parts.cells(1),
            to_move: parts.player(2),
        }
    }

    #[inline]
    fn number(&self, cell: Cell<R, C>) -> usize {
        cell.index()
    }

    #[inline]
    fn action_move(&self, number: usize) -> Option<Cell<R, C>> {
        Cell::new(number)
    }

    #[inline]
    fn take(&self, number: usize) -> Self {
        self.after(Cells::from_bits(1 << (number % 64)))
    }

    #[inline]
    fn legal_actions(&self) -> ActionSet {
        ActionSet::NONE.with(0, self.legal().bits())
    }

    #[inline]
    fn observe(&self, viewer: Player, mut show: impl FnMut(Plane)) {
        show(Plane::Cells(self.markers(viewer).bits()));
        show(Plane::Cells(self.markers(viewer.other()).bits()));
    }
}
