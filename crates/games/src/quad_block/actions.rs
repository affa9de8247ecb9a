//! Moves as numbers: the cell that is placed on, lifted, or relocated from. A relocated marker goes to the
//! one empty cell.

#![expect(
    clippy::inline_always,
    reason = "a batch compiles it for several games at once, as a part of its own loop"
)]

use quintet_rules::{Cell, Cells, Player};

use super::{Action, QuadBlock, Quads};
use crate::actions::{ActionSet, Actions, Parts, Plane};
use crate::markers::Markers;

impl<const R: usize, const C: usize> Actions for QuadBlock<R, C> {
    const ACTIONS: usize = R * C;
    const PLANES: &'static [&'static str] = &[
        "own markers",
        "opponent's markers",
        "1 on every cell in sudden death",
    ];
    const PARTS: usize = Quads::<R, C>::PARTS;

    #[inline]
    fn parts(position: &Quads<R, C>) -> Parts {
        position.parts()
    }

    #[inline]
    fn from_parts(parts: &Parts) -> Quads<R, C> {
        Quads::from_parts(parts)
    }

    #[inline]
    fn number(_: &Quads<R, C>, action: Action<R, C>) -> usize {
        match action {
            Action::Place(cell) | Action::Lift(cell) | Action::Relocate { from: cell, .. } => {
                cell.index()
            }
        }
    }

    #[inline]
    fn numbered(position: &Quads<R, C>, number: usize) -> Option<Action<R, C>> {
        Cell::new(number).map(|cell| position.duty().with(cell))
    }

    #[inline(always)]
    fn take(position: &Quads<R, C>, number: usize) -> Quads<R, C> {
        position.after(Cells::from_bits(1 << (number % 64)))
    }

    #[inline(always)]
    fn legal(position: &Quads<R, C>) -> ActionSet {
        ActionSet::NONE.with(0, position.choices().bits())
    }

    #[inline]
    fn observe(position: &Quads<R, C>, viewer: Player, mut show: impl FnMut(Plane)) {
        show(Plane::Cells(position.markers(viewer).bits()));
        show(Plane::Cells(position.markers(viewer.other()).bits()));
        show(Plane::All(u8::from(position.in_sudden_death())));
    }
}
