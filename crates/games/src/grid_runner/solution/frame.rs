//! Cells in a frame with one column more than the largest board, so that steps are shifts and stay
//! inside the board.
//!
//! Boards of up to five rows and columns lie at the top left of a frame of five rows of six squares, in a word of 32
//! bits; boards of six and seven in one of seven rows of eight squares, in a word of 64:
//!
//! ```text
//!      0  1  2  3  4 |  5
//!      6  7  8  9 10 | 11       The last column is part of no board: a step over the right or
//!     12 13 14 15 16 | 17       left edge lands in it, and is cut off with all that is not free.
//!     18 19 20 21 22 | 23
//!     24 25 26 27 28 | 29
//! ```

use super::word::{Square, Word, only};

/// A board with as many rows as columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<W> {
    side: usize,
    /// Its cells.
    pub(super) board: W,
    /// The corner that each side runs to.
    pub(super) goals: [Square; 2],
    /// Where a barrier can ever stand: everywhere but on the goals.
    pub(super) buildable: W,
}

impl<W: Word> Frame<W> {
    /// The board with so many rows and columns.
    #[inline]
    pub(super) fn new(side: usize) -> Self {
        debug_assert!(side <= W::LARGEST, "no board of {side} rows in this frame");
        let board = W::from_bits(spread_rows(u64::MAX, side, W::STRIDE));
        let goals = [square::<W>(side - 1, side - 1), 0];
        Frame {
            side,
            board,
            goals,
            buildable: board & !only::<W>(goals[0]) & !only::<W>(goals[1]),
        }
    }

    /// A set of cells that are numbered without gaps, row by row.
    #[inline]
    pub(super) fn squares_of(&self, cells: u64) -> W {
        W::from_bits(spread_rows(cells, self.side, W::STRIDE))
    }

    /// The cells of a set, numbered without gaps, row by row.
    #[inline]
    pub(super) fn cells_of(&self, squares: W) -> u64 {
        let row = (1 << self.side) - 1;
        let rows =
            (0..self.side).map(|i| (squares.to_bits() >> (i * W::STRIDE) & row) << (i * self.side));
        rows.fold(0, |cells, row| cells | row)
    }

    /// The square of the cell with this number.
    #[inline]
    pub(super) fn square_of(&self, index: usize) -> Square {
        square::<W>(index / self.side, index % self.side)
    }

    /// The number of the cell on this square.
    #[inline]
    pub(super) fn cell_of(&self, square: Square) -> usize {
        square as usize / W::STRIDE * self.side + square as usize % W::STRIDE
    }
}

/// Takes rows of so many bits apart, so that each begins at a multiple of `stride`.
#[inline]
fn spread_rows(cells: u64, side: usize, stride: usize) -> u64 {
    let row = (1 << side) - 1;
    let rows = (0..side).map(|i| (cells >> (i * side) & row) << (i * stride));
    rows.fold(0, |squares, row| squares | row)
}

/// The square in this row and column, both counted from 0.
#[inline]
pub(super) fn square<W: Word>(row: usize, column: usize) -> Square {
    (row * W::STRIDE + column) as Square
}

#[cfg(test)]
mod tests {
    use super::super::word::{beside, each};
    use super::*;

    fn cells_keep_their_places<W: Word>(side: usize) {
        let frame = Frame::<W>::new(side);
        assert_eq!(frame.board.count_ones() as usize, side * side);
        assert_eq!(frame.buildable.count_ones() as usize, side * side - 2);
        for index in 0..side * side {
            let square = frame.square_of(index);
            assert_eq!(square, super::square::<W>(index / side, index % side));
            assert_eq!(frame.cell_of(square), index);
            assert_eq!(frame.squares_of(1 << index), only(square));
            assert_eq!(frame.cells_of(only(square)), 1 << index);
            let neighbours = beside::<W>(only(square)) & frame.board;
            let by_distance = each(frame.board).filter(|other| {
                let (a, b) = (index, frame.cell_of(*other));
                (a / side).abs_diff(b / side) + (a % side).abs_diff(b % side) == 1
            });
            assert!(each(neighbours).eq(by_distance));
        }
        let all = (1 << (side * side)) - 1;
        assert_eq!(frame.squares_of(all), frame.board);
        assert_eq!(frame.cells_of(frame.board), all);
    }

    #[test]
    fn cells_keep_their_places_on_every_board() {
        (2..=5).for_each(cells_keep_their_places::<u32>);
        (2..=7).for_each(cells_keep_their_places::<u64>);
    }
}
