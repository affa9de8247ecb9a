//! Sets of cells judged all at once, by what lies on the four sides of each cell.
//!
//! Sets are plain bits as in [`Cells`], which keeps the hot loops of the solution free of
//! everything else.

use quintet_rules::Cells;

/// A set of cells, the lowest bit being cell 0.
pub(super) type Set = u64;

/// The geometry of a grid with `R` rows and `C` columns.
pub(super) struct Grid<const R: usize, const C: usize>;

impl<const R: usize, const C: usize> Grid<R, C> {
    /// Number of cells.
    pub(super) const CELLS: usize = R * C;

    /// All cells.
    pub(super) const ALL: Set = Cells::<R, C>::ALL.bits();

    const LEFT_COLUMN: Set = {
        let mut set = 0;
        let mut row = 0;
        while row < R {
            set |= 1 << (row * C);
            row += 1;
        }
        set
    };
    const NOT_LEFT: Set = Self::ALL & !Self::LEFT_COLUMN;
    const NOT_RIGHT: Set = Self::ALL & !(Self::LEFT_COLUMN << (C - 1));

    /// The set moved one column to the right; what leaves the grid is lost.
    #[inline]
    pub(super) const fn right(set: Set) -> Set {
        (set & Self::NOT_RIGHT) << 1
    }

    /// The set moved one column to the left.
    #[inline]
    pub(super) const fn left(set: Set) -> Set {
        (set & Self::NOT_LEFT) >> 1
    }

    /// The set moved one row down.
    #[inline]
    pub(super) const fn down(set: Set) -> Set {
        if R == 1 { 0 } else { (set << C) & Self::ALL }
    }

    /// The set moved one row up.
    #[inline]
    pub(super) const fn up(set: Set) -> Set {
        if R == 1 { 0 } else { set >> C }
    }

    /// The cells that share a side with a member.
    #[inline]
    pub(super) const fn beside(set: Set) -> Set {
        Self::right(set) | Self::left(set) | Self::down(set) | Self::up(set)
    }
}

/// The members of a set, each as a set of one, the lowest first.
#[inline]
pub(super) fn singles(mut set: Set) -> impl Iterator<Item = Set> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let single = set & set.wrapping_neg();
            set ^= single;
            single
        })
    })
}

/// The cells that have a member of a given set on each of their four sides.
pub(super) struct Sides {
    pub(super) left: Set,
    pub(super) right: Set,
    pub(super) above: Set,
    pub(super) below: Set,
}

/// The cells by how many of their four sides belong to a set.
pub(super) struct Count {
    pub(super) none: Set,
    pub(super) one: Set,
    pub(super) two: Set,
    pub(super) three: Set,
}

impl Sides {
    #[inline]
    pub(super) const fn of<const R: usize, const C: usize>(set: Set) -> Self {
        Sides {
            left: Grid::<R, C>::right(set),
            right: Grid::<R, C>::left(set),
            above: Grid::<R, C>::down(set),
            below: Grid::<R, C>::up(set),
        }
    }

    #[inline]
    pub(super) const fn count(&self) -> Count {
        let (row_one, row_both) = (self.left ^ self.right, self.left & self.right);
        let (column_one, column_both) = (self.above ^ self.below, self.above & self.below);
        let (no_row, no_column) = (!(self.left | self.right), !(self.above | self.below));
        Count {
            none: no_row & no_column,
            one: row_one & no_column | no_row & column_one,
            two: row_one & column_one | row_both & no_column | no_row & column_both,
            three: row_one & column_both | row_both & column_one,
        }
    }
}
