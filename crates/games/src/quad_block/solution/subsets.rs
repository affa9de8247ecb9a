//! Numbering the k-subsets of n <= 24 things densely: two small tables, two lookups, one addition.

const HALF: usize = 12;

/// The k-subsets of n things, ordered by their upper half, then by their lower half.
pub(super) struct Subsets {
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
    /// Fills the tables.
    pub(super) fn new(things: usize, members: usize) -> Self {
        assert!(things <= 2 * HALF && members <= things);
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
    pub(super) fn count(&self) -> usize {
        self.base[1 << HALF] as usize
    }

    /// The number of a subset with the right number of members.
    #[inline]
    pub(super) fn number(&self, subset: u64) -> usize {
        const MASK: usize = (1 << HALF) - 1;
        let subset = subset as usize;
        self.base[subset >> HALF & MASK] as usize + usize::from(self.place[subset & MASK])
    }

    /// How many upper halves there are.
    pub(super) const fn blocks() -> usize {
        1 << HALF
    }

    /// The subsets with a given upper half, in the order of their numbers.
    pub(super) fn block(&self, high: usize) -> impl Iterator<Item = u64> {
        let is_empty = self.base[high] == self.base[high + 1];
        let lows = if is_empty {
            &[][..]
        } else {
            &self.lows[self.members - high.count_ones() as usize][..]
        };
        lows.iter()
            .map(move |&low| (high << HALF) as u64 | u64::from(low))
    }
}

#[cfg(test)]
mod tests {
    use super::Subsets;

    #[test]
    fn numbers_are_dense_and_in_order() {
        for (things, members) in [(24, 11), (15, 7), (11, 5), (8, 3), (4, 1)] {
            let subsets = Subsets::new(things, members);
            let mut next = 0;
            for set in (0..Subsets::blocks()).flat_map(|high| subsets.block(high)) {
                assert_eq!(set.count_ones() as usize, members);
                assert_eq!(subsets.number(set), next);
                next += 1;
            }
            assert_eq!(next, subsets.count());
        }
    }
}
