//! Dense numbering of the subsets of a given size.

use std::ops::Range;

const HALF: usize = 12;

/// The subsets of up to 24 elements with a given number of members. Subsets are bit sets and are numbered without gaps in
/// ascending order.
///
/// The number of a subset takes two lookups in small tables and one addition.
///
/// ```
/// use quintet_solver::Subsets;
///
/// let pairs = Subsets::new(4, 2);
/// assert!(pairs.iter().eq([0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100]));
/// assert_eq!(pairs.number(0b0110), 2);
/// ```
pub struct Subsets {
    /// For each upper half, the number of the first subset with it; then the total.
    base: Vec<u32>,
    /// For each lower half, its rank among the lower halves with the same number of members.
    rank: Vec<u16>,
    /// For each number of members, the lower halves in ascending order.
    lows: Vec<Vec<u16>>,
    members: usize,
}

impl Subsets {
    /// Returns the subsets of `elements` with this number of members.
    pub fn new(elements: usize, members: usize) -> Self {
        assert!(elements <= 2 * HALF, "{elements} elements; at most 24");
        let low_bits = elements.min(HALF);
        let mut lows = vec![Vec::new(); HALF + 1];
        let mut rank = vec![0; 1 << HALF];
        for low in 0..1u16 << low_bits {
            let of_size = &mut lows[low.count_ones() as usize];
            rank[usize::from(low)] = of_size.len() as u16;
            of_size.push(low);
        }
        let mut base = vec![0];
        for high in 0..1u32 << (elements - low_bits) {
            let needed = members.checked_sub(high.count_ones() as usize);
            let count = needed.and_then(|n| lows.get(n)).map_or(0, Vec::len);
            base.push(base[high as usize] + count as u32);
        }
        // The total is always the last entry.
        let total = base[base.len() - 1];
        base.resize((1 << HALF) + 1, total);
        Subsets {
            base,
            rank,
            lows,
            members,
        }
    }

    /// Returns the number of subsets.
    pub fn count(&self) -> usize {
        self.base[1 << HALF] as usize
    }

    /// Returns the number of a subset, which must have the right number of members.
    #[inline]
    pub fn number(&self, subset: u64) -> usize {
        const MASK: usize = (1 << HALF) - 1;
        let subset = subset as usize;
        self.base[subset >> HALF & MASK] as usize + usize::from(self.rank[subset & MASK])
    }

    /// Returns every subset in order.
    pub fn iter(&self) -> impl Iterator<Item = u64> {
        (0..Self::blocks()).flat_map(|high| self.block(high))
    }

    /// Returns the number of blocks, one for each upper half.
    pub const fn blocks() -> usize {
        1 << HALF
    }

    /// Returns the subsets of a block in order.
    pub fn block(&self, high: usize) -> impl Iterator<Item = u64> {
        self.block_from(high, 0)
    }

    /// Returns the subsets with these numbers, which must exist.
    pub fn with_numbers(&self, numbers: Range<usize>) -> impl Iterator<Item = u64> {
        let first = self
            .base
            .partition_point(|base| *base as usize <= numbers.start)
            - 1;
        // The range may begin inside the first block.
        let skipped = move |high: usize| numbers.start.saturating_sub(self.base[high] as usize);
        (first..Self::blocks())
            .flat_map(move |high| self.block_from(high, skipped(high)))
            .take(numbers.len())
    }

    /// Returns the subsets of a block after the first `skipped`.
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
    fn numbers_are_dense_ascending_and_reversible() {
        for (elements, members) in [(24, 11), (23, 6), (15, 7), (11, 5), (8, 3), (4, 1), (4, 0)] {
            let subsets = Subsets::new(elements, members);
            let all: Vec<_> = subsets.iter().collect();
            assert_eq!(all.len(), subsets.count());
            assert!(all.is_sorted());
            for (number, set) in all.iter().enumerate() {
                assert_eq!(set.count_ones() as usize, members);
                assert_eq!(subsets.number(*set), number);
            }
            for start in (0..all.len()).step_by(97) {
                let numbers = start..all.len().min(start + 300);
                let found = subsets.with_numbers(numbers.clone());
                assert!(found.eq(all[numbers].iter().copied()), "{start}");
            }
        }
    }

    #[test]
    fn no_subset_has_more_members_than_there_are_elements() {
        assert_eq!(Subsets::new(2, 3).count(), 0);
        assert_eq!(Subsets::new(2, 3).iter().count(), 0);
    }
}
