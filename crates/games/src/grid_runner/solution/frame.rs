//! Cells laid out so that a step over the edge is noticed.
//!
//! This is not [`Cells`](quintet_rules::Cells): there a step aside needs a mask first. Here it is a
//! bare shift, and the sets of pairs in `slice` take it for hundreds of positions at once.
//!
//! Boards of up to five rows and columns lie at the top left of one frame of five rows of six
//! squares:
//!
//! ```text
//!      0  1  2  3  4 |  5
//!      6  7  8  9 10 | 11       The sixth column is part of no board: a step over the right or
//!     12 13 14 15 16 | 17       left edge lands in it, and is cut off with all that is not free.
//!     18 19 20 21 22 | 23
//!     24 25 26 27 28 | 29
//! ```

/// A cell by its number in the frame.
pub(super) type Square = u8;

/// A set of cells, one bit for each square of the frame.
pub(super) type Squares = u32;

/// From a square to the one below it.
pub(super) const STRIDE: usize = 6;

/// The largest board that fits has so many rows and columns.
pub(super) const LARGEST: usize = 5;

/// The board with `N` rows and `N` columns.
pub(super) struct Frame<const N: usize>;

impl<const N: usize> Frame<N> {
    /// Rows and columns. Larger boards are compiled with all others though they are never looked
    /// at, so for them the numbers here have to exist too.
    const SIDE: usize = if N < LARGEST { N } else { LARGEST };

    /// The corner that each side runs to.
    pub(super) const GOALS: [Square; 2] = [square(Self::SIDE - 1, Self::SIDE - 1), 0];

    pub(super) const BOARD: Squares = {
        let mut squares = 0;
        let mut row = 0;
        while row < Self::SIDE {
            squares |= Self::ROW << (row * STRIDE);
            row += 1;
        }
        squares
    };

    /// Where a barrier can ever stand: everywhere but on the goals.
    pub(super) const BUILDABLE: Squares =
        Self::BOARD & !only(Self::GOALS[0]) & !only(Self::GOALS[1]);

    const ROW: u32 = (1 << Self::SIDE) - 1;

    /// A set of cells that are numbered without gaps, row by row.
    #[inline]
    pub(super) const fn from_cells(cells: u32) -> Squares {
        let mut squares = 0;
        let mut row = 0;
        while row < Self::SIDE {
            squares |= (cells >> (row * Self::SIDE) & Self::ROW) << (row * STRIDE);
            row += 1;
        }
        squares
    }

    /// The cells of a set, numbered without gaps, row by row.
    #[inline]
    pub(super) const fn to_cells(squares: Squares) -> u32 {
        let mut cells = 0;
        let mut row = 0;
        while row < Self::SIDE {
            cells |= (squares >> (row * STRIDE) & Self::ROW) << (row * Self::SIDE);
            row += 1;
        }
        cells
    }

    /// A set of barriers as a subset of the cells where one can ever stand.
    #[inline]
    pub(super) fn to_subset(barriers: Squares) -> u64 {
        // The first cell is a goal.
        (Self::to_cells(barriers) >> 1).into()
    }

    /// The opposite of [`to_subset`](Self::to_subset).
    pub(super) fn from_subset(subset: u64) -> Squares {
        Self::from_cells((subset as u32) << 1)
    }

    /// The square of the cell with this number.
    #[inline]
    pub(super) const fn from_cell(index: usize) -> Square {
        square(index / Self::SIDE, index % Self::SIDE)
    }

    /// The number of the cell on this square.
    #[inline]
    pub(super) const fn to_cell(square: Square) -> usize {
        square as usize / STRIDE * Self::SIDE + square as usize % STRIDE
    }
}

/// The square in this row and column, both counted from 0.
#[inline]
pub(super) const fn square(row: usize, column: usize) -> Square {
    (row * STRIDE + column) as Square
}

#[inline]
pub(super) const fn only(square: Square) -> Squares {
    1 << square
}

#[inline]
pub(super) const fn contains(squares: Squares, square: Square) -> bool {
    squares >> square & 1 == 1
}

/// The squares that share a side with a member. Some may be part of no board.
#[inline]
pub(super) const fn beside(squares: Squares) -> Squares {
    squares << 1 | squares >> 1 | squares << STRIDE | squares >> STRIDE
}

/// The squares of `free` that can be reached through squares of `free` from `start`, which is one
/// of them.
#[inline]
pub(super) const fn connected(start: Square, free: Squares) -> Squares {
    let mut reached = only(start);
    loop {
        let further = (reached | beside(reached)) & free;
        if further == reached {
            return reached;
        }
        reached = further;
    }
}

/// The members, lowest first.
#[inline]
pub(super) fn each(mut squares: Squares) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let square = squares.trailing_zeros();
        squares &= squares.checked_sub(1)?;
        Some(square as Square)
    })
}

#[cfg(test)]
mod tests {
    use quintet_solver::Subsets;

    use super::*;

    fn cells_keep_their_places<const N: usize>() {
        assert_eq!(Frame::<N>::BOARD.count_ones() as usize, N * N);
        assert_eq!(Frame::<N>::BUILDABLE.count_ones() as usize, N * N - 2);
        for subset in Subsets::new(N * N - 2, 2).iter() {
            let barriers = Frame::<N>::from_subset(subset);
            assert_eq!(barriers & !Frame::<N>::BUILDABLE, 0);
            assert_eq!(barriers.count_ones(), 2);
            assert_eq!(Frame::<N>::to_subset(barriers), subset);
        }
        for index in 0..N * N {
            let square = Frame::<N>::from_cell(index);
            assert_eq!(square, super::square(index / N, index % N));
            assert_eq!(Frame::<N>::to_cell(square), index);
            assert_eq!(Frame::<N>::from_cells(1 << index), only(square));
            assert_eq!(Frame::<N>::to_cells(only(square)), 1 << index);
            let neighbours = beside(only(square)) & Frame::<N>::BOARD;
            let by_distance = each(Frame::<N>::BOARD).filter(|other| {
                let (a, b) = (index, Frame::<N>::to_cell(*other));
                (a / N).abs_diff(b / N) + (a % N).abs_diff(b % N) == 1
            });
            assert!(each(neighbours).eq(by_distance));
        }
    }

    #[test]
    fn cells_keep_their_places_on_every_board() {
        cells_keep_their_places::<2>();
        cells_keep_their_places::<3>();
        cells_keep_their_places::<4>();
        cells_keep_their_places::<5>();
    }
}
