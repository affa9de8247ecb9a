//! Domineering: each player places dominoes in one direction, and a player without room for another one loses.
//!
//! A move covers two cells, which can be touched in either order and become one body. The players have different moves, so
//! the value depends on the first player.

mod actions;
mod board;
mod lesson;
mod listing;
mod notation;
mod position;
mod slow;
mod solution;
mod words;

use quintet_games::{Listing, Rules, Size};
use quintet_rules::Player;

pub use listing::LISTING;
pub use position::{Domino, Dominoes, DominoesRefusal, PLAYED};
pub use slow::SlowDominoes;

/// Domineering on a grid with `R` rows and `C` columns.
pub struct Domineering<const R: usize, const C: usize>;

impl<const R: usize, const C: usize> Rules for Domineering<R, C> {
    type Position = Dominoes<R, C>;
    const GAME: &'static Self = &Domineering;
    const LISTING: &'static Listing = &LISTING;
    const SIZE: Size = Size::new(R, C);

    fn start(first: Player) -> Dominoes<R, C> {
        Dominoes::start(first)
    }
}
