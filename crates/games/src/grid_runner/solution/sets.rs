//! Sets of barriers with the same number of members, numbered without gaps.
//!
//! The number of a set is found from its members alone: with the cells counted from 0, the n-th
//! member on cell c stands for all sets of n members on lower cells, of which there are "c over n".
//!
//! ```text
//!     sets of 2   01 02 12 03 13 23 04 ...
//!     number       0  1  2  3  4  5  6         cells 1 and 3: "1 over 1" + "3 over 2" = 1 + 3
//! ```

use super::word::{Square, Word, contains, each, only};

/// The most members.
pub(super) const MOST: usize = 6;

/// The sets of so many members among some cells, in the order of the numbers that their words are.
pub(super) struct Sets<W> {
    cells: W,
    members: usize,
    /// For the n-th member, counted from 0, by its square: how many sets of n + 1 members there are
    /// on lower cells.
    lower: [[u32; 64]; MOST],
}

impl<W: Word> Sets<W> {
    pub(super) fn new(cells: W, members: usize) -> Self {
        let mut lower = [[0; 64]; MOST];
        for (n, lower) in lower.iter_mut().enumerate() {
            for (rank, square) in each(cells).enumerate() {
                lower[square as usize] = over(rank, n + 1) as u32;
            }
        }
        Sets {
            cells,
            members,
            lower,
        }
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        over(self.cells.count_ones() as usize, self.members)
    }

    /// The number of a set, which must have as many members among the cells.
    #[inline]
    pub(super) fn number(&self, set: W) -> usize {
        let lower = each(set).zip(&self.lower);
        lower
            .map(|(square, lower)| lower[square as usize & 63] as usize)
            .sum()
    }

    /// The set with this number, which must be less than their count.
    pub(super) fn with_number(&self, mut number: usize) -> W {
        let squares: Vec<Square> = each(self.cells).collect();
        let mut set = W::EMPTY;
        for n in (0..self.members).rev() {
            let lower = |square: &Square| self.lower[n][*square as usize] as usize;
            let from = squares.partition_point(|square| lower(square) <= number);
            let square = squares[from - 1];
            number -= lower(&square);
            set |= only(square);
        }
        set
    }

    /// Every set, in the order of the numbers, from one number on.
    pub(super) fn from(&self, number: usize) -> impl Iterator<Item = W> {
        let first = (number < self.count()).then(|| self.with_number(number));
        std::iter::successors(first, |set| self.after(*set))
    }

    /// The next set.
    fn after(&self, set: W) -> Option<W> {
        // The lowest member with a free cell above goes there; those below it go to the lowest cells.
        let mut passed = 0;
        let mut squares = each(self.cells);
        let mut is_member = false;
        let up = squares.find(|square| {
            let was_member = is_member;
            is_member = contains(set, *square);
            passed += usize::from(is_member);
            was_member && !is_member
        })?;
        let below = only::<W>(up).below_first();
        let lowest = each(self.cells).take(passed - 1).map(only::<W>);
        let lowest = lowest.fold(W::EMPTY, |all, square| all | square);
        Some(set & !below & !only::<W>(up) | only(up) | lowest)
    }
}

/// The number of subsets with so many members.
fn over(things: usize, members: usize) -> usize {
    (0..members).fold(1, |count, i| count * things.saturating_sub(i) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers_are_dense_and_in_order<W: Word>(cells: u64, members: usize) {
        let cells = W::from_bits(cells);
        let sets = Sets::new(cells, members);
        let all: Vec<W> = sets.from(0).collect();
        assert_eq!(all.len(), sets.count());
        assert!(all.is_sorted());
        for (number, set) in all.iter().enumerate() {
            assert_eq!(set.count_ones() as usize, members);
            assert_eq!(*set & !cells, W::EMPTY);
            assert_eq!(sets.number(*set), number);
            assert_eq!(sets.with_number(number), *set);
        }
        let later = sets.count() / 3;
        assert!(sets.from(later).eq(all[later..].iter().copied()));
    }

    #[test]
    fn numbers_are_dense_and_in_order_with_any_cells() {
        for members in 0..=MOST {
            numbers_are_dense_and_in_order::<u32>(0b1111_1110, members);
            numbers_are_dense_and_in_order::<u64>(0b1011_0000_0001_0110_1000_0111 << 30, members);
        }
        numbers_are_dense_and_in_order::<u64>(0xff_ffff_ffff, 3);
    }

    #[test]
    fn there_is_no_set_of_more_members_than_cells() {
        let sets = Sets::<u32>::new(0b101, 3);
        assert_eq!(sets.count(), 0);
        assert_eq!(sets.from(0).count(), 0);
    }
}
