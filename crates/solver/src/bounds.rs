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

    /// Creates bounds of exactly this score.
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

/// The key of a position in a [`BoundsTable`], and the entry that stores it.
pub trait TableKey: Copy {
    /// A key with its packed bounds and best move. The default is empty.
    type Entry: Copy + Default;

    /// Binary logarithm of the minimum number of entries of a table.
    const MIN_BITS: u32;

    /// Returns a hash whose highest bits are the index of the key's bucket.
    fn bucket_hash(self) -> u64;

    /// Returns the entry of the key.
    fn entry(self, packed: u32) -> Self::Entry;

    /// Returns true if an entry of the key's bucket has this key.
    fn is_in(self, entry: Self::Entry) -> bool;

    /// Returns the packed bounds and best move; 0 if the entry is empty.
    fn packed(entry: Self::Entry) -> u32;

    /// Returns the [hash](TableKey::bucket_hash) of an entry's key, given its bucket and the right shift to the bucket's index.
    fn stored_hash(entry: Self::Entry, bucket: usize, shift: u32) -> u64;
}

/// A key of at most 50 bits in an entry of eight bytes. A bijection of the key provides the index of the bucket and the 32
/// bits that the entry stores, so the key is complete in tables of at least 2^19 entries.
impl TableKey for u64 {
    type Entry = u64;
    const MIN_BITS: u32 = 19;

    #[inline]
    fn bucket_hash(self) -> u64 {
        const BITS: u32 = 50;
        const MASK: u64 = (1 << BITS) - 1;
        debug_assert!(self <= MASK, "a key of more than {BITS} bits");
        let key = self.wrapping_mul(0x9E37_79B9_7F4A_7C15) & MASK;
        let key = key ^ key >> 26;
        key.wrapping_mul(0xD6E8_FEB8_6659_FD93) << (u64::BITS - BITS)
    }

    #[inline]
    fn entry(self, packed: u32) -> u64 {
        // The lower 32 of the 50 bits.
        self.bucket_hash() >> 14 << 32 | u64::from(packed)
    }

    #[inline]
    fn is_in(self, entry: u64) -> bool {
        entry >> 32 == self.bucket_hash() >> 14 & u64::from(u32::MAX)
    }

    #[inline]
    fn packed(entry: u64) -> u32 {
        entry as u32
    }

    fn stored_hash(entry: u64, bucket: usize, shift: u32) -> u64 {
        (bucket as u64) << shift | entry >> 32 << 14
    }
}

/// Keys that are stored in full.
macro_rules! full_keys {
    ($($key:ty, $hash:expr;)*) => {$(
        impl TableKey for $key {
            type Entry = ($key, u32);
            const MIN_BITS: u32 = 2;

            #[inline]
            fn bucket_hash(self) -> u64 {
                let hash: fn(Self) -> u64 = $hash;
                hash(self)
            }

            #[inline]
            fn entry(self, packed: u32) -> Self::Entry {
                (self, packed)
            }

            #[inline]
            fn is_in(self, entry: Self::Entry) -> bool {
                entry.0 == self
            }

            #[inline]
            fn packed(entry: Self::Entry) -> u32 {
                entry.1
            }

            fn stored_hash(entry: Self::Entry, _: usize, _: u32) -> u64 {
                entry.0.bucket_hash()
            }
        }
    )*};
}

full_keys! {
    u128, mix;
    (u128, u16), |key| mix(key.0 ^ u128::from(key.1) << 56);
}

/// Mixes both halves of a key, and then the results with each other.
#[inline]
fn mix(key: u128) -> u64 {
    let (low, high) = (key as u64, (key >> 64) as u64);
    let hash = (low ^ high.rotate_left(32).wrapping_mul(0xD6E8_FEB8_6659_FD93))
        .wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (hash ^ hash >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Transposition table of bounded size. It may evict entries, but never confuses two positions.
///
/// A bucket has two entries, the newer one first; a third one evicts the older. The table starts small and doubles
/// whenever a quarter of it is occupied, up to its maximum size: most searches are short, and clearing a large table
/// would take longer than they do.
pub struct BoundsTable<K: TableKey = u128> {
    buckets: Vec<[K::Entry; 2]>,
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
    /// Returns a table of `2 ^ bits` entries, at least [`MIN_BITS`](TableKey::MIN_BITS).
    pub fn new(bits: u32) -> Self {
        Self::with_sizes(bits, bits)
    }

    /// Returns a table that grows to the size needed for a budget, but to at most 64 MB.
    pub fn for_budget(budget: Budget) -> Self {
        let bits = u64::BITS - budget.max_positions().leading_zeros();
        let min_bits = INITIAL_BITS.max(K::MIN_BITS);
        Self::with_sizes(min_bits, bits.clamp(min_bits, 21))
    }

    fn with_sizes(min_bits: u32, max_bits: u32) -> Self {
        assert!(min_bits >= K::MIN_BITS, "a table of 2^{min_bits} entries");
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
        self.buckets = vec![[K::Entry::default(); 2]; buckets];
        self.shift = u64::BITS - buckets.trailing_zeros();
        self.occupied = 0;
    }

    /// Returns the stored bounds of a position, and the number of its best move or [`NO_MOVE`].
    #[inline]
    pub fn get(&self, key: K) -> Option<(Bounds, u16)> {
        let bucket = (key.bucket_hash() >> self.shift) as usize;
        let mut entries = self.buckets[bucket].into_iter();
        let entry = entries.find(|&entry| holds(entry, key))?;
        Some(unpack(K::packed(entry)))
    }

    /// Stores the bounds of a position and its best move.
    #[inline]
    pub fn put(&mut self, key: K, bounds: Bounds, best: u16) {
        let entry = key.entry(pack(bounds, best));
        let bucket = (key.bucket_hash() >> self.shift) as usize;
        let newer = &mut self.buckets[bucket][0];
        if holds(*newer, key) {
            *newer = entry;
            return;
        }
        self.insert(bucket, entry);
        if 2 * self.occupied > self.buckets.len() && self.buckets.len() < self.max_buckets {
            self.grow();
        }
    }

    /// Removes all entries and restores the initial size, so that results do not depend on earlier searches.
    pub fn clear(&mut self) {
        self.allocate(self.min_buckets);
    }

    /// Inserts an entry whose key is not the newer one of its bucket.
    fn insert(&mut self, bucket: usize, entry: K::Entry) {
        let [newer, older] = &mut self.buckets[bucket];
        self.occupied += usize::from(K::packed(*older) == 0);
        *older = *newer;
        *newer = entry;
    }

    /// Doubles the number of buckets.
    #[cold]
    fn grow(&mut self) {
        let (old, old_shift) = (std::mem::take(&mut self.buckets), self.shift);
        self.allocate(2 * old.len());
        for (bucket, [newer, older]) in old.into_iter().enumerate() {
            for entry in [older, newer] {
                if K::packed(entry) != 0 {
                    let hash = K::stored_hash(entry, bucket, old_shift);
                    self.insert((hash >> self.shift) as usize, entry);
                }
            }
        }
    }
}

#[inline]
fn holds<K: TableKey>(entry: K::Entry, key: K) -> bool {
    key.is_in(entry) && K::packed(entry) != 0
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use quintet_rules::{Random, Wyrand};

    use super::*;

    /// Stores and looks up 400,000 keys, so that many of them are evicted.
    fn a_lookup_finds_the_last_bounds<K: TableKey>(mut table: BoundsTable<K>, key: fn(u32) -> K) {
        let mut expected = HashMap::new();
        let mut random = Wyrand::new(1);
        let mut hits = 0;
        for step in 0..1_000_000_u32 {
            let position = random.below(400_000);
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
        assert!(hits > 10_000, "{hits} hits");
    }

    #[test]
    fn a_lookup_finds_the_last_bounds_or_nothing() {
        let short = |n| u64::from(n) * 0x7654_3217;
        let long = |n| (u128::from(n) << 100) | (u128::from(n) * 30_011);
        a_lookup_finds_the_last_bounds(BoundsTable::new(19), short);
        a_lookup_finds_the_last_bounds(BoundsTable::with_sizes(19, 21), short);
        a_lookup_finds_the_last_bounds(BoundsTable::new(14), long);
        a_lookup_finds_the_last_bounds(BoundsTable::with_sizes(4, 15), long);
    }

    #[test]
    fn key_zero_with_bounds_zero_is_stored() {
        let mut table = BoundsTable::<u64>::new(19);
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
