//! Eight bytes a position, for keys of at most 50 bits.
//!
//! Keys are first scrambled reversibly, so that a bucket's number together with the rest kept in
//! the entry is the key itself: a hit is never a confusion.
//!
//! ```text
//!     entry   rest of the scrambled key (32 bits) | what is known (32)
//! ```

use crate::bounds::{Bounds, BoundsTable, pack, unpack};

const KEY_BITS: u32 = 50;
const KEY_MASK: u64 = (1 << KEY_BITS) - 1;

/// Two entries to a bucket: the newer comes first, a third one drives out the older.
pub struct CompactTable {
    buckets: Vec<[u64; 2]>,
    rest_bits: u32,
}

impl CompactTable {
    /// A table of `2 ^ bits` entries; at least 2^19, so that the rest of a key fits its 32 bits.
    ///
    /// Memory is taken only as entries are written.
    pub fn new(bits: u32) -> Self {
        let rest_bits = KEY_BITS + 1 - bits;
        assert!(rest_bits <= 32, "2^{bits} entries; wanted 2^19 at least");
        CompactTable {
            buckets: vec![[0; 2]; 1 << (bits - 1)],
            rest_bits,
        }
    }

    /// The bucket of a key and the part of the key that the bucket does not tell.
    #[inline]
    fn place(&self, key: u64) -> (usize, u64) {
        let scrambled = scramble(key);
        (
            (scrambled >> self.rest_bits) as usize,
            scrambled & ((1 << self.rest_bits) - 1),
        )
    }
}

/// A bijection of the keys: each step can be undone.
#[inline]
fn scramble(key: u64) -> u64 {
    debug_assert!(key <= KEY_MASK, "a key of more than {KEY_BITS} bits");
    let key = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) & KEY_MASK;
    let key = key ^ key >> 26;
    key.wrapping_mul(0xD6E8_FEB8_6659_FD93) & KEY_MASK
}

#[inline]
fn holds(entry: u64, rest: u64) -> bool {
    entry >> 32 == rest && entry as u32 != 0
}

impl BoundsTable<u64> for CompactTable {
    #[inline]
    fn get(&self, key: u64) -> Option<(Bounds, u16)> {
        let (bucket, rest) = self.place(key);
        let mut entries = self.buckets[bucket].into_iter();
        let entry = entries.find(|&entry| holds(entry, rest))?;
        Some(unpack(entry as u32))
    }

    #[inline]
    fn put(&mut self, key: u64, bounds: Bounds, best: u16) {
        let (bucket, rest) = self.place(key);
        let [first, second] = &mut self.buckets[bucket];
        if !holds(*first, rest) {
            *second = *first;
        }
        *first = rest << 32 | u64::from(pack(bounds, best));
    }

    fn clear(&mut self) {
        self.buckets.fill([0; 2]);
    }
}
