//! Boards as bits, laid out so that a step is a shift.
//!
//! Each row of the board is followed by at least one square that belongs to no board:
//!
//! ```text
//!      0  1  2  3  4 |  5
//!      6  7  8  9 10 | 11       A step over the right or left edge lands in the last column and is
//!     12 13 14 15 16 | 17       masked out, as is everything else outside the board.
//!     18 19 20 21 22 | 23
//!     24 25 26 27 28 | 29
//! ```
//!
//! In a narrow frame, as here, a set of squares fits 32 bits; it takes boards with up to five rows. A wide frame has rows of
//! eight squares and takes boards with up to seven.

use quintet_rules::{Cell, Cells, Player, bits};

use super::index::Block;
use crate::grid_runner::Runners;

/// A cell, by its number in the frame.
pub(super) type Square = usize;

/// A player as an index: 0 for Player 1, 1 for Player 2.
pub(super) type Side = usize;

/// The distance from a square to the one below it, in a narrow and in a wide frame.
pub(super) const NARROW: usize = 6;
pub(super) const WIDE: usize = 8;

/// One byte for each pair of squares: a row for each bit of a set of squares, with a byte for each bit. A narrow frame uses
/// a quarter.
pub(super) type Spread = [u8; 64 * 64];

/// A square board in a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// [`NARROW`] or [`WIDE`].
    pub(super) stride: usize,
    /// The bits of a set of squares.
    row: usize,
    pub(super) board: u64,
    /// The corner that each side runs to.
    pub(super) goals: [Square; 2],
    /// The squares for barriers: all but the goals.
    pub(super) buildable: u64,
    /// The images of each square under the symmetries.
    images: [[u8; 4]; 64],
    /// The number of the cell on each square.
    cells: [u8; 64],
}

impl Frame {
    /// Lays out the board with `side` rows and columns.
    pub(super) fn new(side: usize, stride: usize) -> Self {
        debug_assert!(side < stride, "no board of {side} rows in this frame");
        let goals = [(side - 1) * (stride + 1), 0];
        let mut frame = Frame {
            stride,
            row: if stride == NARROW { 32 } else { 64 },
            board: 0,
            goals,
            buildable: 0,
            images: [[0; _]; _],
            cells: [0; _],
        };
        for cell in 0..side * side {
            let (row, column) = (cell / side, cell % side);
            let (square, mirrored) = (row * stride + column, column * stride + row);
            let images = [square, mirrored, goals[0] - square, goals[0] - mirrored];
            frame.board |= only(square);
            frame.images[square] = images.map(|image| image as u8);
            frame.cells[square] = cell as u8;
        }
        frame.buildable = frame.board & !only(goals[0]) & !only(goals[1]);
        frame
    }

    /// True if a set of squares fits 32 bits.
    #[inline]
    pub(super) fn is_narrow(&self) -> bool {
        self.stride == NARROW
    }

    /// Returns the place of a pair of squares in a [`Spread`].
    #[inline]
    pub(super) fn place(&self, [one, two]: [Square; 2]) -> usize {
        // The mask saves the bounds check.
        (two * self.row + one) & (64 * 64 - 1)
    }

    /// Returns the neighbors of the members of a set, some of them perhaps outside the board.
    #[inline]
    pub(super) fn beside(&self, squares: u64) -> u64 {
        squares << 1 | squares >> 1 | squares << self.stride | squares >> self.stride
    }

    /// Returns the squares of `free` that are connected with `start`, one of them.
    #[inline]
    pub(super) fn connected(&self, start: Square, free: u64) -> u64 {
        let mut reached = only(start);
        loop {
            let further = (reached | self.beside(reached)) & free;
            if further == reached {
                return reached;
            }
            reached = further;
        }
    }

    #[inline]
    pub(super) fn images(&self, square: Square) -> [u8; 4] {
        self.images[square & 63]
    }

    #[inline]
    pub(super) fn cell_of(&self, square: Square) -> usize {
        self.cells[square & 63].into()
    }

    #[inline]
    fn square_of<const R: usize, const C: usize>(&self, cell: Cell<R, C>) -> Square {
        cell.row() * self.stride + cell.column()
    }

    pub(super) fn barriers<const R: usize, const C: usize>(&self, position: &Runners<R, C>) -> u64 {
        let barriers = position.barriers().iter();
        barriers.fold(0, |squares, cell| squares | only(self.square_of(cell)))
    }

    #[inline]
    pub(super) fn runners<const R: usize, const C: usize>(
        &self,
        position: &Runners<R, C>,
    ) -> [Square; 2] {
        Player::BOTH.map(|player| self.square_of(position.runner(player)))
    }

    /// Returns a position of a block.
    pub(super) fn position<const R: usize, const C: usize>(
        &self,
        block: &Block,
        runners: [Square; 2],
        to_move: Side,
    ) -> Runners<R, C> {
        let cell = |square| Cell::new(self.cell_of(square)).expect("a square of the board");
        let barriers: Cells<R, C> = bits(block.barriers).map(cell).collect();
        let to_move = Player::BOTH[to_move];
        Runners::new(runners.map(cell), barriers, block.left, to_move)
    }
}

#[inline]
pub(super) const fn only(square: Square) -> u64 {
    1 << square
}

#[inline]
pub(super) const fn contains(squares: u64, square: Square) -> bool {
    squares >> square & 1 == 1
}

/// Returns the number of members below a square.
#[inline]
pub(super) const fn count_below(squares: u64, square: Square) -> usize {
    (squares & (only(square) - 1)).count_ones() as usize
}
