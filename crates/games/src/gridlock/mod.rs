//! Gridlock: place markers on a square, never next to one of the opponent's.
//!
//! Adjacency Block is the same game on a single row. It shares the position type [`Snort`] and the solution.

mod actions;
mod board;
mod examples;
mod facts;
mod ideas;
mod lesson;
mod levels;
mod notation;
mod position;
pub(crate) mod solution;
mod words;

use quintet_rules::Player;

use crate::game::{Rules, Size};
use crate::listing::Listing;
pub(crate) use ideas::private_cells;
use levels::LEVELS;
pub use position::{Refusal, Snort};

/// Gridlock on a grid with `R` rows and `C` columns.
pub struct Gridlock<const R: usize, const C: usize>;

/// Gridlock in the catalogue.
pub const LISTING: Listing = Listing {
    id: ID,
    name: "Gridlock",
    summary: "Place markers, never next to your opponent's; if you cannot, you lose.",
    rules: include_str!("rules.md"),
    examples: examples::EXAMPLES,
    picture: examples::PICTURE,
    demo: examples::DEMO,
    lesson: lesson::LESSON,
    ideas: ideas::IDEAS,
    hue: 75,
    levels: LEVELS,
    favored: Some(Player::Two),
    sizes: &[
        &Gridlock::<4, 4>,
        &Gridlock::<3, 3>,
        &Gridlock::<5, 5>,
        &Gridlock::<6, 6>,
        &Gridlock::<8, 8>,
    ],
};

const ID: &str = "gridlock";

impl<const R: usize, const C: usize> Rules for Gridlock<R, C> {
    type Position = Snort<R, C>;
    const GAME: &'static Self = &Gridlock;
    const ID: &'static str = ID;
    const LISTING: &'static Listing = &LISTING;
    const SIZE: Size = Size::new(R, C);

    fn start(first: Player) -> Snort<R, C> {
        Snort::start(first)
    }

    fn passed(position: &Snort<R, C>) -> Option<Snort<R, C>> {
        Some(position.passed())
    }
}
