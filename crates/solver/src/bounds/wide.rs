//! Thirty-two bytes a position, for keys of up to 128 bits, which are kept whole: a hit is never a
//! confusion.

use crate::Budget;
use crate::bounds::{Bounds, BoundsTable, pack, unpack};

/// The key and what is known, zero if the entry is empty.
type Entry = (u128, u32);

/// Two entries to a bucket: the newer comes first, a third one drives out the older.
pub struct WideTable {
    buckets: Vec<[Entry; 2]>,
    /// How far a hash is shifted to be the number of a bucket.
    shift: u32,
}

impl WideTable {
    /// A table of `2 ^ bits` entries, at least four. Memory is taken only as entries are written.
    pub fn new(bits: u32) -> Self {
        WideTable {
            buckets: vec![[(0, 0); 2]; 1 << (bits - 1)],
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
    fn bucket(&self, key: u128) -> usize {
        // Both halves are mixed, then mixed with each other; the highest bits depend on all.
        let (low, high) = (key as u64, (key >> 64) as u64);
        let hash = (low ^ high.rotate_left(32).wrapping_mul(0xD6E8_FEB8_6659_FD93))
            .wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((hash ^ hash >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize
    }
}

#[inline]
fn holds(entry: Entry, key: u128) -> bool {
    entry.0 == key && entry.1 != 0
}

impl BoundsTable<u128> for WideTable {
    #[inline]
    fn get(&self, key: u128) -> Option<(Bounds, u16)> {
        let mut entries = self.buckets[self.bucket(key)].into_iter();
        let entry = entries.find(|&entry| holds(entry, key))?;
        Some(unpack(entry.1))
    }

    #[inline]
    fn put(&mut self, key: u128, bounds: Bounds, best: u16) {
        let bucket = self.bucket(key);
        let [first, second] = &mut self.buckets[bucket];
        if !holds(*first, key) {
            *second = *first;
        }
        *first = (key, pack(bounds, best));
    }

    fn clear(&mut self) {
        self.buckets.fill([(0, 0); 2]);
    }
}
