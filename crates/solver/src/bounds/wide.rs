//! Thirty-two bytes a position, for keys of up to 18 bytes, which are kept whole: a hit is never a
//! confusion.

use crate::Budget;
use crate::bounds::{Bounds, BoundsTable, pack, unpack};

/// What a wide table tells positions apart by.
pub trait WideKey: Copy + Eq + Default {
    /// A number whose highest bits depend on all of the key.
    fn spread(self) -> u64;
}

impl WideKey for u128 {
    #[inline]
    fn spread(self) -> u64 {
        // Both halves are mixed, then mixed with each other.
        let (low, high) = (self as u64, (self >> 64) as u64);
        let hash = (low ^ high.rotate_left(32).wrapping_mul(0xD6E8_FEB8_6659_FD93))
            .wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (hash ^ hash >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

impl WideKey for (u128, u16) {
    #[inline]
    fn spread(self) -> u64 {
        (self.0 ^ u128::from(self.1) << 56).spread()
    }
}

/// The key and what is known, zero if the entry is empty.
type Entry<K> = (K, u32);

/// Two entries to a bucket: the newer comes first, a third one drives out the older.
///
/// A table that is a quarter full is made twice as large, up to its largest size: most questions are answered soon, and
/// then to clear the memory of a large table would take longer than to search.
pub struct WideTable<K = u128> {
    buckets: Vec<[Entry<K>; 2]>,
    /// How far a hash is shifted to be the number of a bucket.
    shift: u32,
    /// How many entries are not empty.
    used: usize,
    /// How many buckets there are at first and at the most.
    least: usize,
    most: usize,
}

/// The bits of the number of entries that a growing table has at first.
const FIRST_BITS: u32 = 10;

impl<K: WideKey> WideTable<K> {
    /// A table of `2 ^ bits` entries, at least four.
    pub fn new(bits: u32) -> Self {
        Self::growing(bits, bits)
    }

    /// A table with room for what is learnt within a budget, as far as memory is reasonable: 64 MB
    /// at the most.
    pub fn for_budget(budget: Budget) -> Self {
        let bits = u64::BITS - budget.most_positions().leading_zeros();
        Self::growing(FIRST_BITS, bits.clamp(FIRST_BITS, 21))
    }

    /// A table of `2 ^ least` entries at first and `2 ^ most` in the end.
    fn growing(least: u32, most: u32) -> Self {
        let least = 1 << (least - 1);
        let mut table = WideTable {
            buckets: Vec::new(),
            shift: 0,
            used: 0,
            least,
            most: 1 << (most - 1),
        };
        table.empty(least);
        table
    }

    /// Has so many empty buckets.
    fn empty(&mut self, buckets: usize) {
        self.buckets = vec![[(K::default(), 0); 2]; buckets];
        self.shift = u64::BITS - buckets.trailing_zeros();
        self.used = 0;
    }

    /// Takes in an entry whose key is not in front.
    fn insert(&mut self, entry: Entry<K>) {
        let bucket = self.bucket(entry.0);
        let [first, second] = &mut self.buckets[bucket];
        self.used += usize::from(second.1 == 0);
        *second = *first;
        *first = entry;
    }

    /// Has twice as many buckets for what it knows.
    #[cold]
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.buckets);
        self.empty(2 * old.len());
        for [newer, older] in old {
            for entry in [older, newer] {
                if entry.1 != 0 {
                    self.insert(entry);
                }
            }
        }
    }

    #[inline]
    fn bucket(&self, key: K) -> usize {
        (key.spread() >> self.shift) as usize
    }
}

#[inline]
fn holds<K: WideKey>(entry: Entry<K>, key: K) -> bool {
    entry.0 == key && entry.1 != 0
}

impl<K: WideKey> BoundsTable<K> for WideTable<K> {
    #[inline]
    fn get(&self, key: K) -> Option<(Bounds, u16)> {
        let mut entries = self.buckets[self.bucket(key)].into_iter();
        let entry = entries.find(|&entry| holds(entry, key))?;
        Some(unpack(entry.1))
    }

    #[inline]
    fn put(&mut self, key: K, bounds: Bounds, best: u16) {
        let entry = (key, pack(bounds, best));
        let bucket = self.bucket(key);
        let newer = &mut self.buckets[bucket][0];
        if holds(*newer, key) {
            *newer = entry;
            return;
        }
        self.insert(entry);
        if 2 * self.used > self.buckets.len() && self.buckets.len() < self.most {
            self.grow();
        }
    }

    /// As large as at first: what is found later must not depend on what was asked before.
    fn clear(&mut self) {
        self.empty(self.least);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of the first so many numbers are still known.
    fn known(table: &WideTable, count: u128) -> usize {
        (0..count).filter(|key| table.get(*key).is_some()).count()
    }

    #[test]
    fn a_table_grows_with_what_it_knows_and_is_as_at_first_when_it_is_cleared() {
        let mut table = WideTable::for_budget(Budget::positions(1 << 20));
        let at_first = table.buckets.len();
        assert!(at_first < 1 << 12);
        for key in 0..100_000 {
            table.put(key, Bounds::exact(1), 0);
        }
        assert!(known(&table, 100_000) > 95_000, "little is driven out");
        let slots = 2 * table.buckets.len();
        assert!((200_000..1_000_000).contains(&slots), "{slots}");
        table.clear();
        assert_eq!((known(&table, 100_000), table.buckets.len()), (0, at_first));
    }

    #[test]
    fn a_table_grows_no_further_than_its_budget() {
        let mut table = WideTable::for_budget(Budget::positions(1 << 12));
        for key in 0..100_000 {
            table.put(key, Bounds::exact(1), 0);
        }
        assert_eq!(2 * table.buckets.len(), 1 << 13);
        assert_eq!(table.get(99_999), Some((Bounds::exact(1), 0)));
    }
}
