//! Matrix Isolation: move your piece, then block a cell; trap the opponent's piece to win.

mod actions;
mod board;
mod examples;
mod facts;
mod ideas;
mod lesson;
mod levels;
mod notation;
mod position;
mod solution;
mod words;

use quintet_rules::Player;

use crate::game::{Rules, Size};
use crate::listing::Listing;
use levels::LEVELS;
pub use position::{Action, Isolation, Refusal};

/// Matrix Isolation on a grid with `R` rows and `C` columns.
pub struct MatrixIsolation<const R: usize, const C: usize>;

/// Matrix Isolation in the catalogue.
pub const LISTING: Listing = Listing {
    id: ID,
    name: "Matrix Isolation",
    summary: "Move your piece, then block a cell; trap your opponent's piece to win.",
    rules: include_str!("rules.md"),
    examples: examples::EXAMPLES,
    picture: examples::PICTURE,
    demo: examples::DEMO,
    lesson: lesson::LESSON,
    ideas: ideas::IDEAS,
    hue: 300,
    levels: LEVELS,
    favored: Some(Player::One),
    sizes: &[
        &MatrixIsolation::<4, 4>,
        &MatrixIsolation::<5, 5>,
        &MatrixIsolation::<6, 6>,
    ],
};

const ID: &str = "matrix-isolation";

impl<const R: usize, const C: usize> Rules for MatrixIsolation<R, C> {
    type Position = Isolation<R, C>;
    const GAME: &'static Self = &MatrixIsolation;
    const ID: &'static str = ID;
    const LISTING: &'static Listing = &LISTING;
    const SIZE: Size = Size::new(R, C);

    fn start(first: Player) -> Isolation<R, C> {
        Isolation::start(first)
    }

    fn passed(position: &Isolation<R, C>) -> Option<Isolation<R, C>> {
        Some(position.passed())
    }
}
