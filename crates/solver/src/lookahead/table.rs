//! The transposition table of the lookahead.

use super::Estimate;

/// The relation of a stored estimate to that of its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    Exact,
    Lower,
    Upper,
}

/// A result of the lookahead.
#[derive(Clone, Copy, Debug)]
pub(super) struct EstimateEntry {
    pub(super) key: u64,
    pub(super) estimate: Estimate,
    /// Depth of the search; 0 if the entry is empty.
    pub(super) plies: u8,
    pub(super) bound: Bound,
    /// Index of the best move.
    pub(super) best: u16,
}

impl EstimateEntry {
    const EMPTY: EstimateEntry = EstimateEntry {
        key: 0,
        estimate: 0,
        plies: 0,
        bound: Bound::Exact,
        best: 0,
    };

    /// Returns the estimate if it settles a window for a search of this depth. The entry may be deeper, but only by an even
    /// number of plies, because the player who moved last looks better.
    pub(super) fn settle(self, plies: u8, alpha: Estimate, beta: Estimate) -> Option<Estimate> {
        let is_enough = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.estimate >= beta,
            Bound::Upper => self.estimate <= alpha,
        };
        let is_comparable = self.plies >= plies && (self.plies - plies).is_multiple_of(2);
        (is_comparable && is_enough).then_some(self.estimate)
    }
}

/// Table of fixed size. A new entry replaces the one in its place.
pub(super) struct EstimateTable {
    entries: Vec<EstimateEntry>,
    /// Right shift from a key to the index of an entry.
    shift: u32,
}

impl EstimateTable {
    /// Returns a table with room for the useful results of a search of `positions`, at most 16 MB.
    pub(super) fn for_positions(positions: u64) -> Self {
        let bits = (u64::BITS - (positions / 16).leading_zeros()).clamp(6, 20);
        EstimateTable {
            entries: vec![EstimateEntry::EMPTY; 1 << bits],
            shift: u64::BITS - bits,
        }
    }

    pub(super) fn get(&self, key: u64) -> Option<EstimateEntry> {
        let entry = self.entries[(key >> self.shift) as usize];
        (entry.key == key && entry.plies > 0).then_some(entry)
    }

    pub(super) fn put(&mut self, entry: EstimateEntry) {
        self.entries[(entry.key >> self.shift) as usize] = entry;
    }
}
