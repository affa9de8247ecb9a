//! What is known about the score of a position, and tables that keep it.

mod compact;
mod wide;

pub use compact::CompactTable;
pub use wide::{WideKey, WideTable};

use crate::score::{LIMIT, Score, loss, win};

/// The score of a position lies between two bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The score is at least this.
    pub low: Score,
    /// The score is at most this.
    pub high: Score,
}

impl Bounds {
    /// Nothing is known.
    pub const OPEN: Bounds = Bounds {
        low: -LIMIT,
        high: LIMIT,
    };

    /// The game is not over: there is at least one move before a win or loss.
    pub const UNFINISHED: Bounds = Bounds {
        low: loss(2),
        high: win(1),
    };

    /// The score is known.
    pub const fn exact(score: Score) -> Self {
        Bounds {
            low: score,
            high: score,
        }
    }

    /// Whether the bounds meet.
    #[inline]
    pub const fn is_exact(self) -> bool {
        self.low == self.high
    }

    /// The score, or a bound of it, if that is enough for a window.
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

    /// Both pieces of knowledge.
    #[inline]
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Bounds {
            low: self.low.max(other.low),
            high: self.high.min(other.high),
        }
    }
}

/// A table of fixed size of what is known about positions. It may forget, but is never wrong.
pub trait BoundsTable<Key> {
    /// What is known about a position, and the number of the move that was best, or [`NO_MOVE`].
    fn get(&self, key: Key) -> Option<(Bounds, u16)>;

    /// Keeps what is known.
    fn put(&mut self, key: Key, bounds: Bounds, best: u16);

    /// Forgets everything.
    fn clear(&mut self);
}

/// Stands for the best move where none is known; the numbers of moves are less.
pub const NO_MOVE: u16 = (1 << 15) - 1;

/// Bounds and a best move in 32 bits that are never all zero, so that zero is an empty entry:
///
/// ```text
///     best move (15 bits) | 1 | upper bound (8) | lower bound (8)
/// ```
#[inline]
fn pack(bounds: Bounds, best: u16) -> u32 {
    let byte = |score: Score| u32::from((score as i8).cast_unsigned());
    u32::from(best) << 17 | USED | byte(bounds.high) << 8 | byte(bounds.low)
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

const USED: u32 = 1 << 16;

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Puts and gets in a random order, with so many keys that much is forgotten.
    fn is_never_wrong<Key: Copy>(table: &mut impl BoundsTable<Key>, key: impl Fn(u64) -> Key) {
        let mut known = HashMap::new();
        let mut random = 1u64;
        let mut hits = 0;
        for step in 0..500_000_u32 {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let position = (random >> 33) % 100_000;
            if let Some(found) = table.get(key(position)) {
                assert_eq!(Some(&found), known.get(&position), "position {position}");
                hits += 1;
            }
            let low = (step % 250).cast_signed() - 127;
            let bounds = Bounds {
                low,
                high: low + (step % 3).cast_signed(),
            };
            let best = (step % 40_000).min(u32::from(NO_MOVE)) as u16;
            table.put(key(position), bounds, best);
            known.insert(position, (bounds, best));
        }
        assert!(hits > 20_000, "{hits} hits");
        table.clear();
        assert_eq!(table.get(key(0)), None);
    }

    #[test]
    fn what_a_compact_table_finds_is_what_was_put_last() {
        is_never_wrong(&mut CompactTable::new(19), |n| n * 0x7654_3217);
    }

    #[test]
    fn what_a_wide_table_finds_is_what_was_put_last() {
        is_never_wrong(&mut WideTable::new(12), |n| {
            u128::from(n) << 100 | u128::from(n * n)
        });
    }

    #[test]
    fn a_key_and_bounds_of_zero_are_found_again() {
        let (mut compact, mut wide) = (CompactTable::new(19), WideTable::new(4));
        assert_eq!(compact.get(0), None);
        assert_eq!(wide.get(0), None);
        compact.put(0, Bounds::exact(0), 0);
        wide.put(0, Bounds::exact(0), 0);
        assert_eq!(compact.get(0), Some((Bounds::exact(0), 0)));
        assert_eq!(wide.get(0), Some((Bounds::exact(0), 0)));
    }
}
