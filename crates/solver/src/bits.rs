//! A set of numbers that several threads fill.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// One bit per number. Threads see each other's changes at the latest when they have been joined.
pub(crate) struct SharedBits {
    words: Vec<AtomicU64>,
}

impl SharedBits {
    /// The numbers, of those below `len`, for which `member` says so.
    pub(crate) fn new(len: usize, member: impl Fn(usize) -> bool) -> Self {
        let word = |first: usize| {
            let bits = (first..len.min(first + 64))
                .map(|number| u64::from(member(number)) << (number - first));
            AtomicU64::new(bits.fold(0, |word, bit| word | bit))
        };
        SharedBits {
            words: (0..len).step_by(64).map(word).collect(),
        }
    }

    /// Whether the number is in the set.
    #[inline]
    pub(crate) fn has(&self, number: usize) -> bool {
        self.words[number / 64].load(Relaxed) >> (number % 64) & 1 != 0
    }

    /// Adds a number.
    #[inline]
    pub(crate) fn add(&self, number: usize) {
        self.words[number / 64].fetch_or(1 << (number % 64), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_in_the_set_from_the_start_or_once_added() {
        for len in [0, 1, 63, 64, 65, 200] {
            let bits = SharedBits::new(len, |number| number % 3 == 0);
            (0..len)
                .filter(|number| number % 5 == 0)
                .for_each(|number| bits.add(number));
            for number in 0..len {
                let wanted = number % 3 == 0 || number % 5 == 0;
                assert_eq!(bits.has(number), wanted, "{number} of {len}");
            }
        }
    }
}
