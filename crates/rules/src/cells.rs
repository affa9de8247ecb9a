//! Cells of a grid and sets of them, one bit a cell.
//!
//! Cells are numbered from the top left, row by row; this is the grid of 4 rows and 5 columns:
//!
//! ```text
//!      0  1  2  3  4
//!      5  6  7  8  9
//!     10 11 12 13 14
//!     15 16 17 18 19
//! ```
//!
//! A step up or down is a shift by the number of columns, a step aside a shift by one that must
//! not leave the row. Grids have at most 64 cells.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitXor, Not, Sub};

use crate::{Bits, bits};

/// One cell of a grid with `R` rows and `C` columns; always on the grid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell<const R: usize, const C: usize>(u8);

impl<const R: usize, const C: usize> Cell<R, C> {
    /// The cell with this number, counted from 0 at the top left.
    #[inline]
    pub const fn new(index: usize) -> Option<Self> {
        if index < R * C {
            Some(Cell(index as u8))
        } else {
            None
        }
    }

    /// The cell in this row and column, both counted from 0.
    pub const fn at(row: usize, column: usize) -> Option<Self> {
        if row < R && column < C {
            Self::new(row * C + column)
        } else {
            None
        }
    }

    /// The number of the cell, counted from 0 at the top left.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row, counted from 0 at the top.
    pub const fn row(self) -> usize {
        self.index() / C
    }

    /// The column, counted from 0 at the left.
    pub const fn column(self) -> usize {
        self.index() % C
    }

    /// The set of this cell alone.
    #[inline]
    pub const fn alone(self) -> Cells<R, C> {
        Cells(1 << self.0)
    }

    /// The cells that share a side with this one.
    #[inline]
    pub const fn neighbours(self) -> Cells<R, C> {
        Self::NEIGHBOURS[self.index()]
    }

    const NEIGHBOURS: [Cells<R, C>; 64] = {
        let mut table = [Cells::NONE; 64];
        let mut index = 0;
        while index < R * C {
            table[index] = Cells::<R, C>(1 << index).beside();
            index += 1;
        }
        table
    };
}

impl<const R: usize, const C: usize> fmt::Debug for Cell<R, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.row() + 1, self.column() + 1)
    }
}

/// A set of cells of a grid with `R` rows and `C` columns.
///
/// Sets are combined with `|` (either), `&` (both), `^` (one of them), `-` (the left without the
/// right) and `!` (all others), and moved as a whole:
///
/// ```
/// use quintet_rules::{Cell, Cells};
///
/// let centre = Cell::<3, 3>::at(1, 1).expect("on the grid").alone();
/// let cross = centre | centre.beside();
/// assert_eq!(format!("{cross:?}"), ".#./###/.#.");
/// // What leaves the grid is dropped.
/// assert_eq!(format!("{:?}", cross.right()), "..#/.##/..#");
/// assert_eq!(format!("{:?}", cross.up()), "###/.#./...");
/// assert_eq!(format!("{:?}", cross - Cells::column(1)), ".../#.#/...");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cells<const R: usize, const C: usize>(u64);

impl<const R: usize, const C: usize> Cells<R, C> {
    /// No cell.
    pub const NONE: Self = Cells(0);

    /// Every cell of the grid.
    pub const ALL: Self = Cells(u64::MAX >> (64 - R * C));

    const LEFT_COLUMN: u64 = {
        let mut bits = 0;
        let mut row = 0;
        while row < R {
            bits |= 1 << (row * C);
            row += 1;
        }
        bits
    };

    const RIGHT_COLUMN: u64 = Self::LEFT_COLUMN << (C - 1);

    /// The cells of a row, counted from 0 at the top. There must be such a row.
    ///
    /// ```
    /// use quintet_rules::Cells;
    ///
    /// assert_eq!(format!("{:?}", Cells::<3, 4>::row(2)), "..../..../####");
    /// ```
    pub const fn row(row: usize) -> Self {
        assert!(row < R, "no such row");
        Cells(u64::MAX >> (64 - C) << (row * C))
    }

    /// The cells of a column, counted from 0 at the left. There must be such a column.
    ///
    /// ```
    /// use quintet_rules::Cells;
    ///
    /// assert_eq!(format!("{:?}", Cells::<3, 4>::column(2)), "..#./..#./..#.");
    /// ```
    pub const fn column(column: usize) -> Self {
        assert!(column < C, "no such column");
        Cells(Self::LEFT_COLUMN << column)
    }

    /// The cells along the four sides of the grid.
    pub const EDGE: Self = {
        let rows = Self::row(0).0 | Self::row(R - 1).0;
        Cells(rows | Self::LEFT_COLUMN | Self::RIGHT_COLUMN)
    };

    /// The set whose members are the one bits, cell 0 being the lowest. Bits beyond the grid are
    /// dropped.
    pub const fn from_bits(bits: u64) -> Self {
        Cells(bits & Self::ALL.0)
    }

    /// The members as bits, cell 0 being the lowest.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether there is no member.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many members there are.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether `cell` is a member.
    #[inline]
    pub const fn contains(self, cell: Cell<R, C>) -> bool {
        self.0 >> cell.0 & 1 == 1
    }

    /// Whether the two sets share a member.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The set moved one column to the right; what leaves the grid is dropped.
    #[inline]
    #[must_use]
    pub const fn right(self) -> Self {
        // In a single row nothing wraps into another.
        if R == 1 {
            Cells(self.0 << 1 & Self::ALL.0)
        } else {
            Cells((self.0 & !Self::RIGHT_COLUMN) << 1)
        }
    }

    /// The set moved one column to the left; what leaves the grid is dropped.
    #[inline]
    #[must_use]
    pub const fn left(self) -> Self {
        if R == 1 {
            Cells(self.0 >> 1)
        } else {
            Cells((self.0 & !Self::LEFT_COLUMN) >> 1)
        }
    }

    /// The set moved one row down; what leaves the grid is dropped.
    #[inline]
    #[must_use]
    pub const fn down(self) -> Self {
        // A row may have as many cells as a number has bits, which is too far to shift.
        if R == 1 {
            Self::NONE
        } else {
            Cells(self.0 << C & Self::ALL.0)
        }
    }

    /// The set moved one row up; what leaves the grid is dropped.
    #[inline]
    #[must_use]
    pub const fn up(self) -> Self {
        if R == 1 {
            Self::NONE
        } else {
            Cells(self.0 >> C)
        }
    }

    /// The cells that share a side with a member. A member is among them only if another
    /// member is next to it.
    #[inline]
    #[must_use]
    pub const fn beside(self) -> Self {
        // One mask at the end: where the result is masked again, it costs nothing.
        let rows = if R == 1 { 0 } else { self.0 << C | self.0 >> C };
        Cells((self.right().0 | self.left().0 | rows) & Self::ALL.0)
    }

    /// The members and all cells that touch one, also at a corner.
    #[inline]
    #[must_use]
    pub const fn around(self) -> Self {
        let wide = Cells::<R, C>(self.0 | self.right().0 | self.left().0);
        Cells(wide.0 | wide.down().0 | wide.up().0)
    }

    /// The cells of `within` that can be reached from the members of `self` that are in it,
    /// stepping from side to side without leaving `within`.
    #[inline]
    #[must_use]
    pub fn spread(self, within: Self) -> Self {
        let mut reached = self & within;
        loop {
            let next = (reached | reached.beside()) & within;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// The lowest member.
    #[inline]
    pub const fn first(self) -> Option<Cell<R, C>> {
        if self.is_empty() {
            None
        } else {
            Some(Cell(self.0.trailing_zeros() as u8))
        }
    }

    /// The member that has `n` lower ones. There must be one.
    #[inline]
    pub fn nth(self, n: u32) -> Cell<R, C> {
        Cell(nth_one(self.0, n, const { (R * C) as u32 }) as u8)
    }

    /// The members, lowest first.
    #[inline]
    pub const fn iter(self) -> CellsIter<R, C> {
        CellsIter(bits(self.0))
    }

    /// The members, lowest first, each as a set of its own.
    ///
    /// ```
    /// use quintet_rules::Cells;
    ///
    /// let sets: Vec<_> = Cells::<1, 4>::from_bits(0b1010).singles().collect();
    /// assert_eq!(format!("{sets:?}"), "[.#.., ...#]");
    /// ```
    #[inline]
    pub fn singles(self) -> impl Iterator<Item = Self> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let lowest = bits & bits.wrapping_neg();
                bits ^= lowest;
                Cells(lowest)
            })
        })
    }
}

/// The place of the one bit that has `n` one bits below it, in a number of `width` bits.
///
/// Halving by counting has no branch to mispredict, and the last bits are looked up.
#[inline]
fn nth_one(mut bits: u64, mut n: u32, mut width: u32) -> u32 {
    let mut place = 0;
    while width > LOOKED_UP {
        width = width.div_ceil(2);
        let below = (bits & ((1 << width) - 1)).count_ones();
        let is_above = n >= below;
        n -= if is_above { below } else { 0 };
        let skip = if is_above { width } else { 0 };
        bits >>= skip;
        place += skip;
    }
    let low = bits & ((1 << LOOKED_UP) - 1);
    place + u32::from(NTH_ONE[low as usize][(n & 15) as usize])
}

/// Bits that are looked up at once. Ten are a table of 16 kB, which stays in the first-level cache.
const LOOKED_UP: u32 = 10;

/// For each number and n, the place of the one bit that has n ones below it.
static NTH_ONE: [[u8; 16]; 1 << LOOKED_UP] = {
    let mut table = [[0; 16]; 1 << LOOKED_UP];
    let mut bits = 0;
    while bits < table.len() {
        let mut n = 0;
        let mut place = 0;
        while place < LOOKED_UP {
            if bits >> place & 1 == 1 {
                table[bits][n] = place as u8;
                n += 1;
            }
            place += 1;
        }
        bits += 1;
    }
    table
};

impl<const R: usize, const C: usize> BitOr for Cells<R, C> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Cells(self.0 | other.0)
    }
}

impl<const R: usize, const C: usize> BitAnd for Cells<R, C> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Cells(self.0 & other.0)
    }
}

/// The members of one of the two sets, but not of both.
impl<const R: usize, const C: usize> BitXor for Cells<R, C> {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Cells(self.0 ^ other.0)
    }
}

/// The members of the left set that are not in the right one.
impl<const R: usize, const C: usize> Sub for Cells<R, C> {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Cells(self.0 & !other.0)
    }
}

/// The cells of the grid that are not members.
impl<const R: usize, const C: usize> Not for Cells<R, C> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Cells(!self.0 & Self::ALL.0)
    }
}

impl<const R: usize, const C: usize> FromIterator<Cell<R, C>> for Cells<R, C> {
    fn from_iter<I: IntoIterator<Item = Cell<R, C>>>(cells: I) -> Self {
        cells
            .into_iter()
            .fold(Cells::NONE, |set, cell| set | cell.alone())
    }
}

impl<const R: usize, const C: usize> IntoIterator for Cells<R, C> {
    type Item = Cell<R, C>;
    type IntoIter = CellsIter<R, C>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<const R: usize, const C: usize> IntoIterator for &Cells<R, C> {
    type Item = Cell<R, C>;
    type IntoIter = CellsIter<R, C>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Draws the grid, `#` for a member.
impl<const R: usize, const C: usize> fmt::Debug for Cells<R, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..R {
            for column in 0..C {
                let is_member = self.0 >> (row * C + column) & 1 == 1;
                f.write_str(if is_member { "#" } else { "." })?;
            }
            if row + 1 < R {
                f.write_str("/")?;
            }
        }
        Ok(())
    }
}

/// The members of a set, lowest first.
#[derive(Clone, Debug)]
pub struct CellsIter<const R: usize, const C: usize>(Bits);

impl<const R: usize, const C: usize> Iterator for CellsIter<R, C> {
    type Item = Cell<R, C>;

    #[inline]
    fn next(&mut self) -> Option<Cell<R, C>> {
        self.0.next().map(|place| Cell(place as u8))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<const R: usize, const C: usize> ExactSizeIterator for CellsIter<R, C> {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Neighbours by comparing coordinates, the definition itself.
    fn by_coordinates<const R: usize, const C: usize>(
        near: impl Fn(usize, usize) -> bool,
    ) -> Vec<u64> {
        (0..R * C)
            .map(|a| {
                (0..R * C)
                    .filter(|b| near((a / C).abs_diff(b / C), (a % C).abs_diff(b % C)))
                    .fold(0, |bits, b| bits | 1 << b)
            })
            .collect()
    }

    fn geometry_is_that_of_coordinates<const R: usize, const C: usize>() {
        let all: Vec<_> = Cells::<R, C>::ALL.iter().collect();
        assert_eq!(all.len(), R * C);
        let sides = by_coordinates::<R, C>(|rows, columns| rows + columns == 1);
        let touching = by_coordinates::<R, C>(|rows, columns| rows <= 1 && columns <= 1);
        for cell in all {
            assert_eq!(Cell::at(cell.row(), cell.column()), Some(cell));
            assert_eq!(cell.neighbours().bits(), sides[cell.index()], "{cell:?}");
            assert_eq!(
                cell.alone().around().bits(),
                touching[cell.index()],
                "{cell:?}"
            );
            let moved = |rows: isize, columns: isize| {
                let row = cell.row().checked_add_signed(rows);
                let column = cell.column().checked_add_signed(columns);
                let there = row
                    .zip(column)
                    .and_then(|(row, column)| Cell::at(row, column));
                there.map_or(Cells::NONE, Cell::alone)
            };
            assert_eq!(cell.alone().right(), moved(0, 1), "{cell:?}");
            assert_eq!(cell.alone().left(), moved(0, -1), "{cell:?}");
            assert_eq!(cell.alone().down(), moved(1, 0), "{cell:?}");
            assert_eq!(cell.alone().up(), moved(-1, 0), "{cell:?}");
            assert!(Cells::row(cell.row()).contains(cell), "{cell:?}");
            assert!(Cells::column(cell.column()).contains(cell), "{cell:?}");
            let is_edge = cell.neighbours().len() < 4;
            assert_eq!(Cells::EDGE.contains(cell), is_edge, "{cell:?}");
        }
        assert!((0..R).all(|row| Cells::<R, C>::row(row).len() as usize == C));
        assert!((0..C).all(|column| Cells::<R, C>::column(column).len() as usize == R));
        assert!(
            Cells::<R, C>::ALL
                .singles()
                .eq(Cells::ALL.iter().map(Cell::alone))
        );
        assert_eq!(Cell::<R, C>::at(R, 0), None);
        assert_eq!(Cell::<R, C>::at(0, C), None);
    }

    #[test]
    fn geometry_is_that_of_coordinates_on_every_shape() {
        geometry_is_that_of_coordinates::<1, 10>();
        geometry_is_that_of_coordinates::<1, 64>();
        geometry_is_that_of_coordinates::<2, 3>();
        geometry_is_that_of_coordinates::<4, 4>();
        geometry_is_that_of_coordinates::<5, 5>();
        geometry_is_that_of_coordinates::<7, 7>();
        geometry_is_that_of_coordinates::<8, 8>();
    }

    #[test]
    fn the_nth_member_is_the_nth_of_the_iterator() {
        let mut random = crate::Wyrand::new(1);
        for _ in 0..1000 {
            let bits = (0..2).fold(0, |bits, _| {
                bits << 32 | u64::from(crate::Random::bits(&mut random))
            });
            let (row, square) = (
                Cells::<1, 10>::from_bits(bits),
                Cells::<8, 8>::from_bits(bits),
            );
            for (n, cell) in row.iter().enumerate() {
                assert_eq!(row.nth(n as u32), cell, "{row:?}");
            }
            for (n, cell) in square.iter().enumerate() {
                assert_eq!(square.nth(n as u32), cell, "{square:?}");
            }
        }
    }

    #[test]
    fn spreading_stays_within_and_stops_at_gaps() {
        //  # # . #
        //  . # . #
        let within = Cells::<2, 4>::from_bits(0b1010_1011);
        let corner = Cell::new(0).expect("on the grid").alone();
        assert_eq!(corner.spread(within).bits(), 0b0010_0011);
        assert_eq!(Cells::NONE.spread(within), Cells::NONE);
        assert_eq!((!within).spread(within), Cells::NONE);
    }
}
