//! Domineering: each player places dominoes in one direction, and a player without room for another one loses.
//!
//! A move covers two cells, which can be touched in either order and become one body. The players have different moves, so
//! the value depends on the first player.

mod actions;
mod board;
mod examples;
mod lesson;
mod levels;
mod notation;
mod position;
mod slow;
mod solution;
mod words;

use quintet_games::{Listing, Rules, Size};
use quintet_rules::Player;

use levels::LEVELS;
pub use position::{Domino, Dominoes, PLAYED, Refusal};
pub use slow::SlowDominoes;

/// Domineering on a grid with `R` rows and `C` columns.
pub struct Domineering<const R: usize, const C: usize>;

/// Domineering in the catalogue.
pub const LISTING: Listing = Listing {
    id: ID,
    name: "Domineering",
    summary: "Place dominoes, each player in one direction; a player without room loses.",
    rules: include_str!("rules.md"),
    examples: examples::EXAMPLES,
    picture: examples::PICTURE,
    demo: examples::DEMO,
    lesson: lesson::LESSON,
    ideas: &[],
    hue: 250,
    levels: LEVELS,
    favored: Some(Player::One),
    sizes: &[
        &Domineering::<4, 4>,
        &Domineering::<3, 4>,
        &Domineering::<5, 5>,
    ],
};

const ID: &str = "domineering";

impl<const R: usize, const C: usize> Rules for Domineering<R, C> {
    type Position = Dominoes<R, C>;
    const GAME: &'static Self = &Domineering;
    const ID: &'static str = ID;
    const LISTING: &'static Listing = &LISTING;
    const SIZE: Size = Size::new(R, C);

    fn start(first: Player) -> Dominoes<R, C> {
        Dominoes::start(first)
    }
}
