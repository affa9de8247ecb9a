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
pub struct WideTable<K = u128> {
    buckets: Vec<[Entry<K>; 2]>,
    /// How far a hash is shifted to be the number of a bucket.
    shift: u32,
}

impl<K: WideKey> WideTable<K> {
    /// A table of `2 ^ bits` entries, at least four. Memory is taken only as entries are written.
    pub fn new(bits: u32) -> Self {
        WideTable {
            buckets: vec![[(K::default(), 0); 2]; 1 << (bits - 1)],
            shift: u64::BITS + 1 - bits,
        }
    }

    /// A table with room for what is learnt within a budget, as far as memory is reasonable: 64 MB
    /// at the most.
    pub fn for_budget(budget: Budget) -> Self {
        let bits = u64::BITS - budget.most_positions().leading_zeros();
        Self::new(bits.clamp(10, 21))
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
        let bucket = self.bucket(key);
        let [first, second] = &mut self.buckets[bucket];
        if !holds(*first, key) {
            *second = *first;
        }
        *first = (key, pack(bounds, best));
    }

    fn clear(&mut self) {
        self.buckets.fill([(K::default(), 0); 2]);
    }
}
