//! Quad Block: make a group of exactly four; on a full grid sudden death decides.

mod actions;
mod board;
mod examples;
mod facts;
mod groups;
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
pub use position::{Action, Quads, Refusal};

/// Quad Block on a grid with `R` rows and `C` columns.
pub struct QuadBlock<const R: usize, const C: usize>;

/// Quad Block in the catalogue.
pub const LISTING: Listing = Listing {
    id: ID,
    name: "Quad Block",
    summary: "Be the first with a connected group of exactly four; five or more do not count.",
    rules: include_str!("rules.md"),
    examples: examples::EXAMPLES,
    picture: examples::PICTURE,
    demo: examples::DEMO,
    lesson: lesson::LESSON,
    ideas: ideas::IDEAS,
    hue: 25,
    levels: LEVELS,
    favored: Some(Player::One),
    sizes: &[
        &QuadBlock::<5, 5>,
        &QuadBlock::<4, 4>,
        &QuadBlock::<6, 6>,
        &QuadBlock::<7, 7>,
    ],
};

const ID: &str = "quad-block";

impl<const R: usize, const C: usize> Rules for QuadBlock<R, C> {
    type Position = Quads<R, C>;
    const GAME: &'static Self = &QuadBlock;
    const ID: &'static str = ID;
    const LISTING: &'static Listing = &LISTING;
    const SIZE: Size = Size::new(R, C);

    fn start(first: Player) -> Quads<R, C> {
        Quads::start(first)
    }

    fn passed(position: &Quads<R, C>) -> Option<Quads<R, C>> {
        Some(position.passed())
    }
}
