//! Sets of cells judged all at once, by what lies on the four sides of each cell.

use quintet_rules::Cells;

/// The cells that have a member of a given set on each of their four sides.
pub(super) struct Sides<const R: usize, const C: usize> {
    pub(super) left: Cells<R, C>,
    pub(super) right: Cells<R, C>,
    pub(super) above: Cells<R, C>,
    pub(super) below: Cells<R, C>,
}

/// The cells by how many of their four sides belong to a set.
pub(super) struct Count<const R: usize, const C: usize> {
    pub(super) none: Cells<R, C>,
    pub(super) one: Cells<R, C>,
    pub(super) two: Cells<R, C>,
    pub(super) three: Cells<R, C>,
}

impl<const R: usize, const C: usize> Sides<R, C> {
    #[inline]
    pub(super) const fn of(set: Cells<R, C>) -> Self {
        Sides {
            left: set.right(),
            right: set.left(),
            above: set.down(),
            below: set.up(),
        }
    }

    #[inline]
    pub(super) fn count(&self) -> Count<R, C> {
        let (row_one, row_both) = (self.left ^ self.right, self.left & self.right);
        let (column_one, column_both) = (self.above ^ self.below, self.above & self.below);
        let (row_any, column_any) = (self.left | self.right, self.above | self.below);
        Count {
            none: !(row_any | column_any),
            one: (row_one - column_any) | (column_one - row_any),
            two: (row_one & column_one) | (row_both - column_any) | (column_both - row_any),
            three: (row_one & column_both) | (row_both & column_one),
        }
    }
}
