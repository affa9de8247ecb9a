//! A position in the terms of the frame.

use quintet_rules::{Cell, Cells, Player, Position};
use quintet_solver::slices::Side;

use super::frame::{Frame, Square, Squares};
use crate::grid_runner::Runners;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Placement {
    pub(super) barriers: Squares,
    /// How many barriers each side has left.
    pub(super) left: [u8; 2],
    pub(super) runners: [Square; 2],
    pub(super) to_move: Side,
}

impl Placement {
    /// The board must be a square one that fits the frame.
    pub(super) fn of<const R: usize, const C: usize>(position: &Runners<R, C>) -> Self {
        Placement {
            barriers: Frame::<C>::from_cells(position.barriers().bits() as u32),
            left: Player::BOTH.map(|player| position.barriers_left(player)),
            runners: runners(position),
            to_move: position.to_move() as Side,
        }
    }

    /// The position that this is the placement of.
    pub(super) fn position<const R: usize, const C: usize>(&self) -> Runners<R, C> {
        let cell =
            |square| Cell::new(Frame::<C>::to_cell(square)).expect("runners are on the grid");
        let barriers = Cells::from_bits(Frame::<C>::to_cells(self.barriers).into());
        let to_move = Player::BOTH[self.to_move];
        Runners::new(self.runners.map(cell), barriers, self.left, to_move)
    }
}

/// Where the runners of both sides are.
#[inline]
pub(super) fn runners<const R: usize, const C: usize>(position: &Runners<R, C>) -> [Square; 2] {
    Player::BOTH.map(|player| Frame::<C>::from_cell(position.runner(player).index()))
}
