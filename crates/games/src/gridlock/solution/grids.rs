//! Grids: a contest is the two sets of contested cells on which the players may place, the least of its images.

use quintet_rules::Symmetries;

use super::leads::{Contest, Contested, Extent, Parts};
use super::open::Open;
use crate::gridlock::Snort;

/// Grids with `R` rows and `C` columns.
pub(super) struct Grids<const R: usize, const C: usize> {
    symmetries: Symmetries<R, C>,
}

impl<const R: usize, const C: usize> Grids<R, C> {
    pub(super) fn new() -> Self {
        Grids {
            symmetries: Symmetries::new(),
        }
    }

    /// The least image of two sets.
    fn contest(&self, open: Open<R, C>) -> Contest {
        let mut least = open.key();
        for symmetry in 1..self.symmetries.count() {
            let image = |set| self.symmetries.set(symmetry, set);
            let mine = image(open.mine);
            if u128::from(mine.bits()) <= least >> 64 {
                let theirs = image(open.theirs);
                least = least.min(Open { mine, theirs }.key());
            }
        }
        least
    }
}

impl<const R: usize, const C: usize> Contested for Grids<R, C> {
    type Position = Snort<R, C>;

    fn parts(&self, position: &Snort<R, C>) -> Parts {
        let (open, [mine, theirs]) = Open::of(position);
        Parts {
            contest: self.contest(open),
            mine,
            theirs,
        }
    }

    fn moves(&self, contest: Contest, moves: &mut Vec<(Contest, u8)>) {
        Open::of_key(contest).each_placement(&mut |next, gain| {
            moves.push((self.contest(next), gain));
        });
    }

    fn extent(&self, contest: Contest) -> Extent {
        let open = Open::<R, C>::of_key(contest);
        Extent {
            mine: open.my_count().cast_unsigned(),
            theirs: open.their_count().cast_unsigned(),
            room: (R * C) as u8 - open.len() as u8,
        }
    }
}
