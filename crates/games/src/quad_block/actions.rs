//! Action numbers: the cell to place on, to lift, or to relocate from. A relocated marker moves to the one empty cell.

#![expect(
    clippy::inline_always,
    reason = "a batch compiles it for several games at once, as a part of its own loop"
)]

use quintet_rules::{Cell, Cells, Player};

use super::{Quads, QuadsMove, groups};
use crate::actions::{ActionSet, Actions, Parts, Plane};
use crate::game::Markers;

impl<const R: usize, const C: usize> Actions for Quads<R, C> {
    const ACTIONS: usize = R * C;
    const PLANES: &'static [&'static str] = &[
        "own markers",
        "opponent's markers",
        "1 on every cell in sudden death",
    ];
    const LONGEST: Option<u32> = None;
    const PARTS: usize = 5;

    #[inline]
    fn parts(&self) -> Parts {
        Parts::of([
            self.mine.bits(),
            self.theirs.bits(),
            self.to_move as u64,
            self.in_sudden_death.into(),
            self.is_over.into(),
        ])
    }

    #[inline]
    fn from_parts(parts: &Parts) -> Self {
        Quads {
            mine: parts.cells(0),
            theirs: parts.cells(1),
            to_move: parts.player(2),
            in_sudden_death: parts.is(3),
            is_over: parts.is(4),
        }
    }

    #[inline]
    fn number(&self, action: QuadsMove<R, C>) -> usize {
        match action {
            QuadsMove::Place(cell)
            | QuadsMove::Lift(cell)
            | QuadsMove::Relocate { from: cell, .. } => cell.index(),
        }
    }

    #[inline]
    fn action_move(&self, number: usize) -> Option<QuadsMove<R, C>> {
        Cell::new(number).map(|cell| self.duty().with(cell))
    }

    #[inline(always)]
    fn take(&self, number: usize) -> Self {
        let cell = Cells::from_bits(1 << (number % 64));
        self.after(cell, groups::holds_four)
    }

    #[inline(always)]
    fn legal_actions(&self) -> ActionSet {
        ActionSet::NONE.with(0, self.choices().bits())
    }

    #[inline]
    fn observe(&self, viewer: Player, mut show: impl FnMut(Plane)) {
        show(Plane::Cells(self.markers(viewer).bits()));
        show(Plane::Cells(self.markers(viewer.other()).bits()));
        show(Plane::All(u8::from(self.in_sudden_death())));
    }
}
