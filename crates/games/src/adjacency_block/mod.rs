//! Adjacency Block: place tokens on a row, never next to one of the opponent's.
//!
//! The rule is that of [Gridlock](crate::gridlock) on a grid with a single row, so the position type, its notation, board
//! and action numbers, and the solution are shared. The sentences, examples and lesson are its own.

mod examples;
mod ideas;
mod lesson;
mod levels;
mod position;
mod solution;
mod words;

use quintet_rules::Player;

use crate::game::{Rules, Size};
use crate::listing::Listing;
use levels::LEVELS;
pub use position::{Refusal, Row};

/// Adjacency Block on a row of `N` cells.
pub struct AdjacencyBlock<const N: usize>;

/// Adjacency Block in the catalogue.
pub const LISTING: Listing = Listing {
    id: ID,
    name: "Adjacency Block",
    summary: "Place tokens in a row, never next to your opponent's; if you cannot, you lose.",
    rules: include_str!("rules.md"),
    examples: examples::EXAMPLES,
    picture: examples::PICTURE,
    demo: examples::DEMO,
    lesson: lesson::LESSON,
    ideas: ideas::IDEAS,
    hue: 190,
    levels: LEVELS,
    favored: Some(Player::One),
    sizes: &[
        &AdjacencyBlock::<10>,
        &AdjacencyBlock::<6>,
        &AdjacencyBlock::<15>,
        &AdjacencyBlock::<20>,
        &AdjacencyBlock::<30>,
        &AdjacencyBlock::<40>,
    ],
};

const ID: &str = "adjacency-block";

impl<const N: usize> Rules for AdjacencyBlock<N> {
    type Position = Row<N>;
    const GAME: &'static Self = &AdjacencyBlock;
    const ID: &'static str = ID;
    const LISTING: &'static Listing = &LISTING;
    const SIZE: Size = Size::new(1, N);

    fn start(first: Player) -> Row<N> {
        Row::start(first)
    }

    fn passed(position: &Row<N>) -> Option<Row<N>> {
        Some(position.passed())
    }
}
