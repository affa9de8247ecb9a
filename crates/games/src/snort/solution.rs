//! How Snort is solved: whole where there are at most sixteen cells, else by search.
//!
//! Which player is to move does not matter to the value, nor does turning or mirroring the grid.

use quintet_rules::{Cell, Cells, Player, Symmetries};
use quintet_solver::memo::{Folding, Memo};
use quintet_solver::search::Keyed;
use quintet_solver::{Oracle, Solution};

use super::Snort;

/// Whether a grid of so many cells is known whole: sixteen take a few milliseconds.
pub(crate) const fn is_whole(cells: usize) -> bool {
    cells <= 16
}

/// How Snort is solved.
pub(crate) fn solution<const R: usize, const C: usize>() -> Solution<dyn Oracle<Snort<R, C>>> {
    if is_whole(R * C) {
        Solution::direct(|| Memo::new(Images::new(), Player::BOTH.map(Snort::start)))
    } else {
        Solution::search()
    }
}

/// Folds a position with its images: the markers of both players as one number, the least of all
/// images.
#[derive(Debug)]
pub(crate) struct Images<const R: usize, const C: usize> {
    symmetries: Symmetries<R, C>,
}

impl<const R: usize, const C: usize> Images<R, C> {
    fn new() -> Self {
        Images {
            symmetries: Symmetries::new(),
        }
    }

    fn of(&self, position: &Snort<R, C>) -> impl Iterator<Item = u64> {
        (0..self.symmetries.count()).map(|symmetry| {
            let [mine, theirs] = [position.mine, position.theirs]
                .map(|markers| self.symmetries.set(symmetry, markers).bits());
            mine << (R * C) | theirs
        })
    }
}

impl<const R: usize, const C: usize> Folding for Images<R, C> {
    type Position = Snort<R, C>;

    fn key(&self, position: &Snort<R, C>) -> u64 {
        self.of(position).min().expect("the identity is a symmetry")
    }

    fn unfold(&self, key: u64) -> Snort<R, C> {
        Snort {
            mine: Cells::from_bits(key >> (R * C)),
            theirs: Cells::from_bits(key),
            to_move: Player::One,
        }
    }

    fn count(&self, key: u64) -> u64 {
        let mut images: Vec<_> = self.of(&self.unfold(key)).collect();
        images.sort_unstable();
        images.dedup();
        // Either player may be to move.
        2 * images.len() as u64
    }
}

impl<const R: usize, const C: usize> Keyed for Snort<R, C> {
    const ENDS: bool = true;

    /// Only where the players may still place decides what follows; where they have placed does not
    /// matter any more.
    fn key(&self) -> u128 {
        u128::from(self.legal().bits()) << 64 | u128::from(self.passed().legal().bits())
    }

    fn image(&self) -> Self {
        let images = (0..Symmetries::<R, C>::COUNT).map(|symmetry| {
            let image = |set| Symmetries::image(symmetry, set);
            Snort {
                mine: image(self.mine),
                theirs: image(self.theirs),
                to_move: self.to_move,
            }
        });
        let least = images.min_by_key(|image| (image.mine.bits(), image.theirs.bits()));
        least.expect("the identity is a symmetry")
    }

    fn move_number(cell: Cell<R, C>, _: u16) -> u16 {
        cell.index() as u16
    }
}
