//! Grids: a contest is the two sets of contested cells on which the players may place, the least of its images.

use quintet_rules::{Cells, Symmetries};

use super::leads::{Contest, Contested, Extent, Parts};
use crate::snort::Snort;

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
    fn contest(&self, mine: Cells<R, C>, theirs: Cells<R, C>) -> Contest {
        let join = |mine: u64, theirs: u64| Contest::from(mine) << 64 | Contest::from(theirs);
        let image = |symmetry, set| self.symmetries.set(symmetry, set).bits();
        let mut least = (mine.bits(), theirs.bits());
        for symmetry in 1..self.symmetries.count() {
            let mine = image(symmetry, mine);
            if mine <= least.0 {
                least = least.min((mine, image(symmetry, theirs)));
            }
        }
        join(least.0, least.1)
    }
}

/// The two sets of a contest.
fn sets<const R: usize, const C: usize>(contest: Contest) -> [Cells<R, C>; 2] {
    [(contest >> 64) as u64, contest as u64].map(Cells::from_bits)
}

/// The cells of a set that are open to the other player, too, or beside such a cell.
fn contested<const R: usize, const C: usize>(open: Cells<R, C>, other: Cells<R, C>) -> Cells<R, C> {
    open & (other | other.beside())
}

impl<const R: usize, const C: usize> Contested for Grids<R, C> {
    type Position = Snort<R, C>;

    fn parts(&self, position: &Snort<R, C>) -> Parts {
        let (mine, theirs) = (position.legal(), position.passed().legal());
        let (my_contested, their_contested) = (contested(mine, theirs), contested(theirs, mine));
        Parts {
            contest: self.contest(my_contested, their_contested),
            mine: (mine.len() - my_contested.len()) as u8,
            theirs: (theirs.len() - their_contested.len()) as u8,
        }
    }

    fn moves(&self, contest: Contest, moves: &mut Vec<(Contest, u8)>) {
        let [mine, theirs] = sets::<R, C>(contest);
        for cell in mine.singles() {
            let mine = mine & !cell;
            let theirs = theirs & !(cell | cell.beside());
            let contested = contested(mine, theirs);
            let gain = mine.len() - contested.len();
            moves.push((self.contest(theirs, contested), gain as u8));
        }
    }

    fn extent(&self, contest: Contest) -> Extent {
        let [mine, theirs] = sets::<R, C>(contest);
        Extent {
            mine: mine.len() as u8,
            theirs: theirs.len() as u8,
            room: (R * C) as u8 - (mine | theirs).len() as u8,
        }
    }
}
