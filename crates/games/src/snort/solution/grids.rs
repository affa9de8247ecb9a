//! Grids: a contest is the two sets of contested cells on which the players may place, the least of its images.

use quintet_rules::{Cells, Symmetries};

use super::field::{Field, Open};
use super::leads::{Contest, Contested, Extent, Parts};
use crate::snort::Snort;

/// Grids with `R` rows and `C` columns.
pub(super) struct Grids<const R: usize, const C: usize> {
    field: Field,
    symmetries: Symmetries<R, C>,
}

impl<const R: usize, const C: usize> Grids<R, C> {
    pub(super) fn new() -> Self {
        Grids {
            field: Field::new::<R, C>(),
            symmetries: Symmetries::new(),
        }
    }

    /// The least image of two sets.
    fn contest(&self, open: Open) -> Contest {
        let image = |symmetry, set| {
            let set = Cells::from_bits(set);
            self.symmetries.set(symmetry, set).bits()
        };
        let mut least = open;
        for symmetry in 1..self.symmetries.count() {
            let mine = image(symmetry, open.mine);
            if mine <= least.mine {
                let theirs = image(symmetry, open.theirs);
                if (mine, theirs) < (least.mine, least.theirs) {
                    least = Open { mine, theirs };
                }
            }
        }
        least.key()
    }
}

impl<const R: usize, const C: usize> Contested for Grids<R, C> {
    type Position = Snort<R, C>;

    fn parts(&self, position: &Snort<R, C>) -> Parts {
        let (open, [mine, theirs]) = self.field.parts(position);
        Parts {
            contest: self.contest(open),
            mine,
            theirs,
        }
    }

    fn moves(&self, contest: Contest, moves: &mut Vec<(Contest, u8)>) {
        self.field
            .each_placement(Open::of_key(contest), |next, gain| {
                moves.push((self.contest(next), gain));
            });
    }

    fn extent(&self, contest: Contest) -> Extent {
        let open = Open::of_key(contest);
        Extent {
            mine: open.my_count().cast_unsigned(),
            theirs: open.their_count().cast_unsigned(),
            room: (R * C) as u8 - open.len() as u8,
        }
    }
}
