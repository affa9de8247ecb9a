//! How Snort is solved: whole where the board is small, else by search.
//!
//! Which player is to move does not matter to the value, nor does turning or mirroring the grid.

mod grids;
mod known;
mod leads;
mod listing;
mod open;
mod regions;
mod seeking;
mod segments;
mod winner;

use quintet_rules::{Cell, Symmetries};
use quintet_solver::search::Keyed;
use quintet_solver::{Oracle, Solution};

use super::Snort;
use grids::Grids;
use known::Known;
use seeking::Seeking;
use segments::Segments;

/// Whether every position of a row is known: those of thirty cells take half a second, all together.
pub(crate) const fn is_whole_row(cells: usize) -> bool {
    cells <= 30
}

/// Whether every position of a grid is known: those of 25 cells take a second, all together.
pub(crate) const fn is_whole_grid(cells: usize) -> bool {
    cells <= 25
}

/// How a row is solved.
pub(crate) fn row<const N: usize>() -> Solution<dyn Oracle<Snort<1, N>>> {
    if is_whole_row(N) {
        Solution::direct(|| Known::new(Segments::new()))
    } else {
        Solution::direct(Seeking::new)
    }
}

/// How a grid is solved.
pub(crate) fn grid<const R: usize, const C: usize>() -> Solution<dyn Oracle<Snort<R, C>>> {
    if is_whole_grid(R * C) {
        Solution::direct(|| Known::new(Grids::new()))
    } else {
        Solution::direct(Seeking::new)
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
