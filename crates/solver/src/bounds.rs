//! Bounds of scores, and the transposition table that stores them.

use crate::Budget;
use crate::score::{LIMIT, Score, loss, win};

/// Lower and upper bound of the score of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The score is at least this.
    pub low: Score,
    /// The score is at most this.
    pub high: Score,
}

impl Bounds {
    /// Any score.
    pub const OPEN: Bounds = Bounds {
        low: -LIMIT,
        high: LIMIT,
    };

    /// Any score of an unfinished position, which is at least one move before the end.
    pub const UNFINISHED: Bounds = Bounds {
        low: loss(2),
        high: win(1),
    };

    /// Exactly this score.
    pub const fn exact(score: Score) -> Self {
        Bounds {
            low: score,
            high: score,
        }
    }

    /// Returns true if the bounds are equal.
    #[inline]
    pub const fn is_exact(self) -> bool {
        self.low == self.high
    }

    /// Returns the score, or a bound that lies outside a search window. `None` if the window must be searched.
    #[inline]
    pub const fn settle(self, alpha: Score, beta: Score) -> Option<Score> {
        if self.low >= beta || self.is_exact() {
            Some(self.low)
        } else if self.high <= alpha {
            Some(self.high)
        } else {
            None
        }
    }

    /// Returns the intersection of both ranges.
    #[inline]
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Bounds {
            low: self.low.max(other.low),
            high: self.high.min(other.high),
        }
    }
}

/// Replaces the best move where none is stored. Move numbers are smaller.
pub const NO_MOVE: u16 = (1 << 15) - 1;

/// Packs bounds and a best move into 32 bits that are never all zero; zero marks an empty entry.
///
/// ```text
///     best move (15 bits) | 1 | upper bound (8) | lower bound (8)
/// ```
#[inline]
fn pack(bounds: Bounds, best: u16) -> u32 {
    let byte = |score: Score| u32::from((score as i8).cast_unsigned());
    u32::from(best) << 17 | OCCUPIED | byte(bounds.high) << 8 | byte(bounds.low)
}

#[inline]
fn unpack(packed: u32) -> (Bounds, u16) {
    let score = |byte: u32| Score::from(byte as i8);
    let bounds = Bounds {
        low: score(packed),
        high: score(packed >> 8),
    };
    (bounds, (packed >> 17) as u16)
}

const OCCUPIED: u32 = 1 << 16;

/// The key of a position in a [`BoundsTable`].
pub trait TableKey: Copy + Eq + Default {
    /// Returns a hash whose highest bits depend on the whole key.
    fn bucket_hash(self) -> u64;
}

impl TableKey for u64 {
    #[inline]
    fn bucket_hash(self) -> u64 {
        u128::from(self).bucket_hash()
    }
}

impl TableKey for u128 {
    #[inline]
    fn bucket_hash(self) -> u64 {
        // Both halves are mixed, then mixed with each other.
        let (low, high) = (self as u64, (self >> 64) as u64);
        let hash = (low ^ high.rotate_left(32).wrapping_mul(0xD6E8_FEB8_6659_FD93))
            .wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (hash ^ hash >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

impl TableKey for (u128, u16) {
    #[inline]
    fn bucket_hash(self) -> u64 {
        (self.0 ^ u128::from(self.1) << 56).bucket_hash()
    }
}

/// A key with its packed bounds and best move; 0 if the entry is empty.
type Entry<K> = (K, u32);

/// Transposition table of bounded size. It may evict entries. Keys are stored in full, so two positions are never
/// confused.
///
/// A bucket has two entries, the newer one first; a third one evicts the older. The table starts small and doubles
/// whenever a quarter of it is occupied, up to its maximum size: most searches are short, and clearing a large table
/// would take longer than they do.
pub struct BoundsTable<K = u128> {
    buckets: Vec<[Entry<K>; 2]>,
    /// Right shift from a hash to the index of a bucket.
    shift: u32,
    /// Number of occupied entries.
    occupied: usize,
    min_buckets: usize,
    max_buckets: usize,
}

/// Binary logarithm of the initial number of entries of a growing table.
const INITIAL_BITS: u32 = 10;

impl<K: TableKey> BoundsTable<K> {
    /// A table of `2 ^ bits` entries, at least four.
    pub fn new(bits: u32) -> Self {
        Self::with_sizes(bits, bits)
    }

    /// A table that grows to the size needed for a budget, but to at most 64 MB.
    pub fn for_budget(budget: Budget) -> Self {
        let bits = u64::BITS - budget.max_positions().leading_zeros();
        Self::with_sizes(INITIAL_BITS, bits.clamp(INITIAL_BITS, 21))
    }

    fn with_sizes(min_bits: u32, max_bits: u32) -> Self {
        let min_buckets = 1 << (min_bits - 1);
        let mut table = BoundsTable {
            buckets: Vec::new(),
            shift: 0,
            occupied: 0,
            min_buckets,
            max_buckets: 1 << (max_bits - 1),
        };
        table.allocate(min_buckets);
        table
    }

    /// Replaces the buckets by empty ones.
    fn allocate(&mut self, buckets: usize) {
        self.buckets = vec![[(K::default(), 0); 2]; buckets];
        self.shift = u64::BITS - buckets.trailing_zeros();
        self.occupied = 0;
    }

    /// Returns the stored bounds of a position, and the number of its best move or [`NO_MOVE`].
    #[inline]
    pub fn get(&self, key: K) -> Option<(Bounds, u16)> {
        let mut entries = self.buckets[self.bucket(key)].into_iter();
        let entry = entries.find(|&entry| matches(entry, key))?;
        Some(unpack(entry.1))
    }

    /// Stores the bounds of a position and its best move.
    #[inline]
    pub fn put(&mut self, key: K, bounds: Bounds, best: u16) {
        let entry = (key, pack(bounds, best));
        let bucket = self.bucket(key);
        let newer = &mut self.buckets[bucket][0];
        if matches(*newer, key) {
            *newer = entry;
            return;
        }
        self.insert(entry);
        if 2 * self.occupied > self.buckets.len() && self.buckets.len() < self.max_buckets {
            self.grow();
        }
    }

    /// Removes all entries and restores the initial size, so that results do not depend on earlier searches.
    pub fn clear(&mut self) {
        self.allocate(self.min_buckets);
    }

    /// Inserts an entry whose key is not the newer one of its bucket.
    fn insert(&mut self, entry: Entry<K>) {
        let bucket = self.bucket(entry.0);
        let [newer, older] = &mut self.buckets[bucket];
        self.occupied += usize::from(older.1 == 0);
        *older = *newer;
        *newer = entry;
    }

    /// Doubles the number of buckets.
    #[cold]
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.buckets);
        self.allocate(2 * old.len());
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
        (key.bucket_hash() >> self.shift) as usize
    }
}

#[inline]
fn matches<K: TableKey>(entry: Entry<K>, key: K) -> bool {
    entry.0 == key && entry.1 != 0
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use quintet_rules::{Random, Wyrand};

    use super::*;

    #[test]
    fn a_lookup_finds_the_last_bounds_or_nothing() {
        // 100,000 keys in 4,096 entries: most of them are evicted.
        let mut table = BoundsTable::new(12);
        let key = |n: u32| u128::from(n) << 100 | u128::from(n * 30_011);
        let mut expected = HashMap::new();
        let mut random = Wyrand::new(1);
        let mut hits = 0;
        for step in 0..500_000_u32 {
            let position = random.below(100_000);
            if let Some(found) = table.get(key(position)) {
                assert_eq!(Some(&found), expected.get(&position), "position {position}");
                hits += 1;
            }
            let low = (step % 250).cast_signed() - 127;
            let bounds = Bounds {
                low,
                high: low + (step % 3).cast_signed(),
            };
            let best = (step % 40_000).min(u32::from(NO_MOVE)) as u16;
            table.put(key(position), bounds, best);
            expected.insert(position, (bounds, best));
        }
        assert!(hits > 15_000, "{hits} hits");
    }

    #[test]
    fn key_zero_with_bounds_zero_is_stored() {
        let mut table = BoundsTable::<u64>::new(4);
        assert_eq!(table.get(0), None);
        table.put(0, Bounds::exact(0), 0);
        assert_eq!(table.get(0), Some((Bounds::exact(0), 0)));
    }

    fn count_stored(table: &BoundsTable, keys: u128) -> usize {
        (0..keys).filter(|key| table.get(*key).is_some()).count()
    }

    #[test]
    fn a_table_grows_when_filled_and_shrinks_when_cleared() {
        let mut table = BoundsTable::for_budget(Budget::positions(1 << 20));
        let initial = table.buckets.len();
        assert!(initial < 1 << 12);
        for key in 0..100_000 {
            table.put(key, Bounds::exact(1), 0);
        }
        assert!(count_stored(&table, 100_000) > 95_000, "few evictions");
        let entries = 2 * table.buckets.len();
        assert!((200_000..1_000_000).contains(&entries), "{entries}");
        table.clear();
        assert_eq!(
            (count_stored(&table, 100_000), table.buckets.len()),
            (0, initial)
        );
    }

    #[test]
    fn the_budget_limits_the_growth_of_a_table() {
        let mut table: BoundsTable = BoundsTable::for_budget(Budget::positions(1 << 12));
        for key in 0..100_000 {
            table.put(key, Bounds::exact(1), 0);
        }
        assert_eq!(2 * table.buckets.len(), 1 << 13);
        assert_eq!(table.get(99_999), Some((Bounds::exact(1), 0)));
    }
}
