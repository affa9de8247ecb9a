//! Grid Runner: reach the opponent's corner or capture their runner, with barriers to block the paths.

mod actions;
mod board;
mod facts;
mod lesson;
mod listing;
mod notation;
mod paths;
mod position;
mod solution;
mod words;

use quintet_rules::Player;

use crate::game::{Rules, Size};
use crate::listing::Listing;
pub use listing::LISTING;
pub use position::{Runners, RunnersMove, RunnersRefusal};

/// Grid Runner on a grid with `R` rows and `C` columns.
pub struct GridRunner<const R: usize, const C: usize>;

impl<const R: usize, const C: usize> Rules for GridRunner<R, C> {
    type Position = Runners<R, C>;
    const GAME: &'static Self = &GridRunner;
    const LISTING: &'static Listing = &LISTING;
    const SIZE: Size = Size::new(R, C);

    fn start(first: Player) -> Runners<R, C> {
        Runners::start(first)
    }

    fn passed(position: &Runners<R, C>) -> Option<Runners<R, C>> {
        Some(position.passed())
    }
}
