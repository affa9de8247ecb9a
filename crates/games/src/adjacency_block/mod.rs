//! Adjacency Block: place tokens on a row, never next to one of the opponent's.
//!
//! The rule is that of [Gridlock](crate::gridlock) on a grid with a single row, so the position type, its notation, board
//! and action numbers, and the solution are shared. The sentences, examples and lesson are its own.

mod lesson;
mod listing;
mod position;
mod solution;
mod words;

use quintet_rules::Player;

use crate::game::{Rules, Size};
use crate::listing::Listing;
pub use listing::LISTING;
pub use position::{Row, SnortRefusal};

/// Adjacency Block on a row of `N` cells.
pub struct AdjacencyBlock<const N: usize>;

impl<const N: usize> Rules for AdjacencyBlock<N> {
    type Position = Row<N>;
    const GAME: &'static Self = &AdjacencyBlock;
    const LISTING: &'static Listing = &LISTING;
    const SIZE: Size = Size::new(1, N);

    fn start(first: Player) -> Row<N> {
        Row::start(first)
    }

    fn passed(position: &Row<N>) -> Option<Row<N>> {
        Some(position.passed())
    }
}
