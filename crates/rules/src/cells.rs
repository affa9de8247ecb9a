//! Cells of a grid, and sets of cells as bitboards.
//!
//! Cells are numbered row by row from the top left. A grid with 4 rows and 5 columns:
//!
//! ```text
//!      0  1  2  3  4
//!      5  6  7  8  9
//!     10 11 12 13 14
//!     15 16 17 18 19
//! ```
//!
//! A step up or down is a shift by the number of columns; a step left or right is a shift by one within the row. Grids have
//! at most 64 cells.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitXor, Not, Sub};

use crate::{Bits, bits};

/// A cell of a grid with `R` rows and `C` columns. Always on the grid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell<const R: usize, const C: usize>(u8);

impl<const R: usize, const C: usize> Cell<R, C> {
    /// Returns the cell with this index.
    #[inline]
    pub const fn new(index: usize) -> Option<Self> {
        if index < R * C {
            Some(Cell(index as u8))
        } else {
            None
        }
    }

    /// Returns the cell in this row and column, both counted from 0.
    pub const fn at(row: usize, column: usize) -> Option<Self> {
        if row < R && column < C {
            Self::new(row * C + column)
        } else {
            None
        }
    }

    /// Returns the index, counted from 0 at the top left.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the row, counted from 0 at the top.
    pub const fn row(self) -> usize {
        self.index() / C
    }

    /// Returns the column, counted from 0 at the left.
    pub const fn column(self) -> usize {
        self.index() % C
    }

    /// Returns the set that contains only this cell.
    #[inline]
    pub const fn alone(self) -> Cells<R, C> {
        Cells(1 << self.0)
    }

    /// Returns the cells that share a side with this one.
    #[inline]
    pub const fn neighbors(self) -> Cells<R, C> {
        Self::NEIGHBORS[self.index()]
    }

    const NEIGHBORS: [Cells<R, C>; 64] = {
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
/// Sets support `|` (union), `&` (intersection), `^` (symmetric difference), `-` (difference) and `!` (complement), and
/// shifts in four directions:
///
/// ```
/// use quintet_rules::{Cell, Cells};
///
/// let center = Cell::<3, 3>::at(1, 1).expect("on the grid").alone();
/// let cross = center | center.beside();
/// assert_eq!(format!("{cross:?}"), ".#./###/.#.");
/// // Cells beyond the edge are dropped.
/// assert_eq!(format!("{:?}", cross.right()), "..#/.##/..#");
/// assert_eq!(format!("{:?}", cross.up()), "###/.#./...");
/// assert_eq!(format!("{:?}", cross - Cells::column(1)), ".../#.#/...");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cells<const R: usize, const C: usize>(u64);

impl<const R: usize, const C: usize> Cells<R, C> {
    /// The empty set.
    pub const NONE: Self = Cells(0);

    /// All cells of the grid.
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

    /// Returns the cells of a row, counted from 0 at the top. Panics if it does not exist.
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

    /// Returns the cells of a column, counted from 0 at the left. Panics if it does not exist.
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

    /// Returns the set of the cells whose bits are one. Bits beyond the grid are dropped.
    pub const fn from_bits(bits: u64) -> Self {
        Cells(bits & Self::ALL.0)
    }

    /// Returns the members as bits; cell 0 is the lowest.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns true if the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of members.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns true if `cell` is a member.
    #[inline]
    pub const fn contains(self, cell: Cell<R, C>) -> bool {
        self.0 >> cell.0 & 1 == 1
    }

    /// Returns true if the sets have a common member.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the set shifted one column to the right. Cells beyond the edge are dropped.
    #[inline]
    #[must_use]
    pub const fn right(self) -> Self {
        // In a single row, no bit wraps into another row.
        if R == 1 {
            Cells(self.0 << 1 & Self::ALL.0)
        } else {
            Cells((self.0 & !Self::RIGHT_COLUMN) << 1)
        }
    }

    /// Returns the set shifted one column to the left. Cells beyond the edge are dropped.
    #[inline]
    #[must_use]
    pub const fn left(self) -> Self {
        if R == 1 {
            Cells(self.0 >> 1)
        } else {
            Cells((self.0 & !Self::LEFT_COLUMN) >> 1)
        }
    }

    /// Returns the set shifted one row down. Cells beyond the edge are dropped.
    #[inline]
    #[must_use]
    pub const fn down(self) -> Self {
        // A single row may have 64 cells, and a shift by 64 overflows.
        if R == 1 {
            Self::NONE
        } else {
            Cells(self.0 << C & Self::ALL.0)
        }
    }

    /// Returns the set shifted one row up. Cells beyond the edge are dropped.
    #[inline]
    #[must_use]
    pub const fn up(self) -> Self {
        if R == 1 {
            Self::NONE
        } else {
            Cells(self.0 >> C)
        }
    }

    /// Returns the cells that share a side with a member. Includes a member only if it has a neighboring member.
    #[inline]
    #[must_use]
    pub const fn beside(self) -> Self {
        // A single mask at the end is optimized away if the caller masks the result again.
        let rows = if R == 1 { 0 } else { self.0 << C | self.0 >> C };
        Cells((self.right().0 | self.left().0 | rows) & Self::ALL.0)
    }

    /// Returns the members and all cells that share a side or a corner with one.
    #[inline]
    #[must_use]
    pub const fn around(self) -> Self {
        let wide = Cells::<R, C>(self.0 | self.right().0 | self.left().0);
        Cells(wide.0 | wide.down().0 | wide.up().0)
    }

    /// Returns the connected components of `within` that contain a member of `self` (flood fill).
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

    /// Returns the lowest member.
    #[inline]
    pub const fn first(self) -> Option<Cell<R, C>> {
        if self.is_empty() {
            None
        } else {
            Some(Cell(self.0.trailing_zeros() as u8))
        }
    }

    /// Returns the member with `n` lower members, which must exist.
    #[inline]
    pub fn nth(self, n: u32) -> Cell<R, C> {
        Cell(nth_one(self.0, n, const { (R * C) as u32 }) as u8)
    }

    /// Returns the members in ascending order.
    #[inline]
    pub const fn iter(self) -> CellsIter<R, C> {
        CellsIter(bits(self.0))
    }

    /// Returns the members in ascending order, each as a set of one cell.
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

/// Returns the index of the one bit with `n` one bits below it, in a word of `width` bits.
///
/// A binary search by population count avoids mispredicted branches; the last bits are looked up.
#[inline]
fn nth_one(mut bits: u64, mut n: u32, mut width: u32) -> u32 {
    let mut place = 0;
    while width > LOOKUP_BITS {
        width = width.div_ceil(2);
        let below = (bits & ((1 << width) - 1)).count_ones();
        let is_above = n >= below;
        n -= if is_above { below } else { 0 };
        let skip = if is_above { width } else { 0 };
        bits >>= skip;
        place += skip;
    }
    let low = bits & ((1 << LOOKUP_BITS) - 1);
    place + u32::from(NTH_ONE[low as usize][(n & 15) as usize])
}

/// Bits of one table lookup. With 10 bits the table has 16 kB and fits in the L1 cache.
const LOOKUP_BITS: u32 = 10;

/// For each word and `n`, the index of the one bit with `n` one bits below it.
static NTH_ONE: [[u8; 16]; 1 << LOOKUP_BITS] = {
    let mut table = [[0; 16]; 1 << LOOKUP_BITS];
    let mut bits = 0;
    while bits < table.len() {
        let mut n = 0;
        let mut place = 0;
        while place < LOOKUP_BITS {
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

/// Returns the symmetric difference.
impl<const R: usize, const C: usize> BitXor for Cells<R, C> {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Cells(self.0 ^ other.0)
    }
}

/// Returns the difference.
impl<const R: usize, const C: usize> Sub for Cells<R, C> {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Cells(self.0 & !other.0)
    }
}

/// Returns the complement.
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

/// Draws the grid with `#` for members.
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

/// Iterator over the members of a set in ascending order.
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
