//! Gridlock: place markers on a square, never next to one of the opponent's.
//!
//! Adjacency Block is the same game on a single row. It shares the position type [`Snort`] and the solution.

mod actions;
mod board;
mod facts;
mod lesson;
mod listing;
mod notation;
mod position;
pub(crate) mod solution;
mod words;

use quintet_rules::Player;

use crate::game::{Rules, Size};
use crate::listing::Listing;
pub use listing::LISTING;
pub(crate) use listing::private_cells;
pub use position::{Snort, SnortRefusal};

/// Gridlock on a grid with `R` rows and `C` columns.
pub struct Gridlock<const R: usize, const C: usize>;

impl<const R: usize, const C: usize> Rules for Gridlock<R, C> {
    type Position = Snort<R, C>;
    const GAME: &'static Self = &Gridlock;
    const LISTING: &'static Listing = &LISTING;
    const SIZE: Size = Size::new(R, C);

    fn start(first: Player) -> Snort<R, C> {
        Snort::start(first)
    }

    fn passed(position: &Snort<R, C>) -> Option<Snort<R, C>> {
        Some(position.passed())
    }
}
