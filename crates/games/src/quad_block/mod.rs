//! Quad Block: make a group of exactly four; on a full grid sudden death decides.

mod actions;
mod board;
mod facts;
mod groups;
mod lesson;
mod listing;
mod notation;
mod position;
mod solution;
mod words;

use quintet_rules::Player;

use crate::game::{Rules, Size};
use crate::listing::Listing;
pub use listing::LISTING;
pub use position::{Quads, QuadsMove, QuadsRefusal};

/// Quad Block on a grid with `R` rows and `C` columns.
pub struct QuadBlock<const R: usize, const C: usize>;

impl<const R: usize, const C: usize> Rules for QuadBlock<R, C> {
    type Position = Quads<R, C>;
    const GAME: &'static Self = &QuadBlock;
    const LISTING: &'static Listing = &LISTING;
    const SIZE: Size = Size::new(R, C);

    fn start(first: Player) -> Quads<R, C> {
        Quads::start(first)
    }

    fn passed(position: &Quads<R, C>) -> Option<Quads<R, C>> {
        Some(position.passed())
    }
}
