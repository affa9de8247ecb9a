//! Matrix Isolation: move your piece, then block a cell; trap the opponent's piece to win.

mod actions;
mod board;
mod facts;
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
pub use position::{Isolation, IsolationMove, IsolationRefusal};

/// Matrix Isolation on a grid with `R` rows and `C` columns.
pub struct MatrixIsolation<const R: usize, const C: usize>;

impl<const R: usize, const C: usize> Rules for MatrixIsolation<R, C> {
    type Position = Isolation<R, C>;
    const GAME: &'static Self = &MatrixIsolation;
    const LISTING: &'static Listing = &LISTING;
    const SIZE: Size = Size::new(R, C);

    fn start(first: Player) -> Isolation<R, C> {
        Isolation::start(first)
    }

    fn passed(position: &Isolation<R, C>) -> Option<Isolation<R, C>> {
        Some(position.passed())
    }
}
