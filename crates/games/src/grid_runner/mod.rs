//! Grid Runner: reach the opponent's corner or capture their runner, with barriers to block the paths.

mod actions;
mod board;
mod examples;
mod facts;
mod ideas;
mod lesson;
mod levels;
mod notation;
mod paths;
mod position;
mod solution;
mod words;

use quintet_rules::Player;

use crate::game::{Rules, Size};
use crate::listing::Listing;
use levels::LEVELS;
pub use position::{Action, Refusal, Runners};

/// Grid Runner on a grid with `R` rows and `C` columns.
pub struct GridRunner<const R: usize, const C: usize>;

/// Grid Runner in the catalogue.
pub const LISTING: Listing = Listing {
    id: ID,
    name: "Grid Runner",
    summary: "Run to the opponent's corner or capture their runner; barriers bar the way.",
    rules: include_str!("rules.md"),
    examples: examples::EXAMPLES,
    picture: examples::PICTURE,
    demo: examples::DEMO,
    lesson: lesson::LESSON,
    ideas: ideas::IDEAS,
    hue: 145,
    levels: LEVELS,
    favored: Some(Player::Two),
    sizes: &[
        &GridRunner::<5, 5>,
        &GridRunner::<6, 6>,
        &GridRunner::<7, 7>,
    ],
};

const ID: &str = "grid-runner";

impl<const R: usize, const C: usize> Rules for GridRunner<R, C> {
    type Position = Runners<R, C>;
    const GAME: &'static Self = &GridRunner;
    const ID: &'static str = ID;
    const LISTING: &'static Listing = &LISTING;
    const SIZE: Size = Size::new(R, C);

    fn start(first: Player) -> Runners<R, C> {
        Runners::start(first)
    }

    fn passed(position: &Runners<R, C>) -> Option<Runners<R, C>> {
        Some(position.passed())
    }
}
