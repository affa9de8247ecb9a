//! How the keys of memos are hashed.

use std::hash::Hasher;

/// Spreads keys that are whole words over the buckets of a map: one multiplication a word, folded. No keys are chosen to
/// collide.
#[derive(Default)]
pub struct Scramble(u64);

impl Hasher for Scramble {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are whole words");
    }

    fn write_u64(&mut self, key: u64) {
        let product = u128::from(self.0 ^ key) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }

    fn write_u128(&mut self, key: u128) {
        self.write_u64(key as u64);
        self.write_u64((key >> 64) as u64);
    }
}
