//! Subsets of a given size, numbered without gaps.

use std::ops::Range;

const HALF: usize = 12;

/// The subsets of at most 24 things that have a given number of members, numbered without gaps in
/// the order of the numbers that their bits are.
///
/// A number is found by two lookups in small tables and one addition.
///
/// ```
/// use quintet_solver::Subsets;
///
/// let pairs = Subsets::new(4, 2);
/// assert!(pairs.iter().eq([0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100]));
/// assert_eq!(pairs.number(0b0110), 2);
/// ```
pub struct Subsets {
    /// For each upper half: the number of the first subset with that upper half. One more for the
    /// total.
    base: Vec<u32>,
    /// For each lower half: its place among the lower halves with as many members.
    place: Vec<u16>,
    /// For each size: the lower halves of that size, ascending.
    lows: Vec<Vec<u16>>,
    members: usize,
}

impl Subsets {
    /// The subsets of so many things that have so many members; none if those are more.
    pub fn new(things: usize, members: usize) -> Self {
        assert!(things <= 2 * HALF, "{things} things; wanted 24 at most");
        let low_bits = things.min(HALF);
        let mut lows = vec![Vec::new(); HALF + 1];
        let mut place = vec![0; 1 << HALF];
        for low in 0..1u16 << low_bits {
            let of_size = &mut lows[low.count_ones() as usize];
            place[usize::from(low)] = of_size.len() as u16;
            of_size.push(low);
        }
        let mut base = vec![0];
        for high in 0..1u32 << (things - low_bits) {
            let needed = members.checked_sub(high.count_ones() as usize);
            let count = needed.and_then(|n| lows.get(n)).map_or(0, Vec::len);
            base.push(base[high as usize] + count as u32);
        }
        // Whatever the number of things, the total is the last entry.
        let total = base[base.len() - 1];
        base.resize((1 << HALF) + 1, total);
        Subsets {
            base,
            place,
            lows,
            members,
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.base[1 << HALF] as usize
    }

    /// The number of a subset with the right number of members.
    #[inline]
    pub fn number(&self, subset: u64) -> usize {
        const MASK: usize = (1 << HALF) - 1;
        let subset = subset as usize;
        self.base[subset >> HALF & MASK] as usize + usize::from(self.place[subset & MASK])
    }

    /// Every subset, in the order of the numbers.
    pub fn iter(&self) -> impl Iterator<Item = u64> {
        (0..Self::blocks()).flat_map(|high| self.block(high))
    }

    /// In how many blocks the subsets are listed: one for each upper half.
    pub const fn blocks() -> usize {
        1 << HALF
    }

    /// The subsets with a given upper half, in the order of their numbers.
    pub fn block(&self, high: usize) -> impl Iterator<Item = u64> {
        self.block_from(high, 0)
    }

    /// The subsets with these numbers, which all must be there.
    pub fn with_numbers(&self, numbers: Range<usize>) -> impl Iterator<Item = u64> {
        let first = self
            .base
            .partition_point(|base| *base as usize <= numbers.start)
            - 1;
        // Of the first block those before the range are left out; every later one begins inside it.
        let skipped = move |high: usize| numbers.start.saturating_sub(self.base[high] as usize);
        (first..Self::blocks())
            .flat_map(move |high| self.block_from(high, skipped(high)))
            .take(numbers.len())
    }

    /// The subsets with a given upper half but for the first few.
    fn block_from(&self, high: usize, skipped: usize) -> impl Iterator<Item = u64> {
        let is_empty = self.base[high] == self.base[high + 1];
        let lows = if is_empty {
            &[][..]
        } else {
            &self.lows[self.members - high.count_ones() as usize][skipped..]
        };
        lows.iter()
            .map(move |&low| (high << HALF) as u64 | u64::from(low))
    }
}

#[cfg(test)]
mod tests {
    use super::Subsets;

    #[test]
    fn subsets_are_found_by_their_numbers() {
        for (things, members) in [(24, 11), (15, 7), (11, 5), (4, 0)] {
            let subsets = Subsets::new(things, members);
            for start in (0..subsets.count()).step_by(97) {
                let numbers = start..subsets.count().min(start + 300);
                let found = subsets.with_numbers(numbers.clone());
                let found = found.map(|set| subsets.number(set));
                assert!(found.eq(numbers), "{start}");
            }
        }
    }

    #[test]
    fn numbers_are_dense_and_in_order() {
        for (things, members) in [(24, 11), (23, 6), (15, 7), (11, 5), (8, 3), (4, 1), (4, 0)] {
            let subsets = Subsets::new(things, members);
            let mut next = 0;
            assert!(subsets.iter().is_sorted());
            for set in subsets.iter() {
                assert_eq!(set.count_ones() as usize, members);
                assert_eq!(subsets.number(set), next);
                next += 1;
            }
            assert_eq!(next, subsets.count());
        }
    }

    #[test]
    fn there_is_no_subset_of_more_members_than_there_are_things() {
        assert_eq!(Subsets::new(2, 3).count(), 0);
        assert_eq!(Subsets::new(2, 3).iter().count(), 0);
    }
}
