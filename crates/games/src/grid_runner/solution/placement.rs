//! A position in the terms of the frame.

use quintet_rules::{Cell, Cells, Player, Position};
use quintet_solver::slices::Side;

use super::frame::Frame;
use super::word::{Square, Word};
use crate::grid_runner::Runners;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Placement<W> {
    pub(super) barriers: W,
    /// How many barriers each side has left.
    pub(super) left: [u8; 2],
    pub(super) runners: [Square; 2],
    pub(super) to_move: Side,
}

impl<W: Word> Placement<W> {
    /// The board must be that of the frame.
    pub(super) fn of<const R: usize, const C: usize>(
        frame: &Frame<W>,
        position: &Runners<R, C>,
    ) -> Self {
        Placement {
            barriers: frame.squares_of(position.barriers().bits()),
            left: Player::BOTH.map(|player| position.barriers_left(player)),
            runners: runners(frame, position),
            to_move: position.to_move() as Side,
        }
    }

    /// The position that this is the placement of.
    pub(super) fn position<const R: usize, const C: usize>(
        &self,
        frame: &Frame<W>,
    ) -> Runners<R, C> {
        let cell = |square| Cell::new(frame.cell_of(square)).expect("runners are on the grid");
        let barriers = Cells::from_bits(frame.cells_of(self.barriers));
        let to_move = Player::BOTH[self.to_move];
        Runners::new(self.runners.map(cell), barriers, self.left, to_move)
    }
}

/// Where the runners of both sides are.
#[inline]
pub(super) fn runners<W: Word, const R: usize, const C: usize>(
    frame: &Frame<W>,
    position: &Runners<R, C>,
) -> [Square; 2] {
    Player::BOTH.map(|player| frame.square_of(position.runner(player).index()))
}
