//! The squares of both runners for one set of barriers, and the numbering of these pairs.
//!
//! ```text
//!     G . X s      No runner can reach s. Every other free cell can hold either runner, but not the
//!     . . . X      runner whose goal it is, and not both at once.
//!     . . . .
//!     . . . G
//! ```

#[cfg(not(target_family = "wasm"))]
use multiversion::multiversion;
use quintet_rules::bits;

use super::frame::{Frame, Spread, Square, contains, count_below, only};

/// For each runner the squares with a path to its goal, without the goal. A pair is one square of each, not the same. Pairs
/// are numbered in the order of Player 2's square, then of Player 1's.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Pairs {
    pub(super) squares: [u64; 2],
}

impl Pairs {
    #[inline]
    pub(super) fn of(frame: &Frame, barriers: u64) -> Self {
        let free = frame.board & !barriers;
        let [goal_one, goal_two] = frame.goals;
        let one = frame.connected(goal_one, free);
        // Nearly always both goals are connected, and one search does for both.
        let two = if contains(one, goal_two) {
            one
        } else {
            frame.connected(goal_two, free)
        };
        Pairs {
            squares: [one & !only(goal_one), two & !only(goal_two)],
        }
    }

    #[inline]
    pub(super) fn len(self) -> usize {
        let [one, two] = self.squares;
        (one.count_ones() * two.count_ones() - (one & two).count_ones()) as usize
    }

    /// Returns the number of a pair, or `None` if a runner cannot reach its square.
    #[inline]
    pub(super) fn index(self, [at_one, at_two]: [Square; 2]) -> Option<usize> {
        let [one, two] = self.squares;
        let is_pair = contains(one, at_one) && contains(two, at_two) && at_one != at_two;
        let rows = count_below(two, at_two);
        let before = rows * one.count_ones() as usize - count_below(one & two, at_two);
        is_pair.then(|| before + count_below(one & !only(at_two), at_one))
    }

    /// Returns, for each square of Player 2, the squares of Player 1, in the order of the numbering.
    #[inline]
    pub(super) fn rows(self) -> impl Iterator<Item = (Square, u64)> {
        let [one, two] = self.squares;
        bits(two).map(move |square| (square, one & !only(square)))
    }

    /// Returns all pairs in the order of their numbers.
    pub(super) fn iter(self) -> impl Iterator<Item = [Square; 2]> {
        self.rows()
            .flat_map(|(two, row)| bits(row).map(move |one| [one, two]))
    }
}

/// Copies the bytes of the pairs in the order of their numbers, first with Player 1 to move.
#[cfg_attr(
    not(target_family = "wasm"),
    multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))
)]
pub(super) fn pack(frame: &Frame, pairs: Pairs, spreads: &[Spread; 2], mut packed: &mut [u8]) {
    for spread in spreads {
        for (two, row) in pairs.rows() {
            let bytes = &spread[frame.place([0, two])..][..64];
            let (own, others) = packed.split_at_mut(row.count_ones() as usize);
            for (one, byte) in bits(row).zip(own) {
                *byte = bytes[one & 63];
            }
            packed = others;
        }
    }
}
