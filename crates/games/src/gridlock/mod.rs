//! Gridlock: place markers on a square, never beside one of the opponent's.

mod actions;
mod board;
mod examples;
mod lesson;
mod notation;
mod words;

use quintet_rules::{Cell, PerPlayer, Player};
use quintet_solver::{Oracle, Solution};

use crate::game::{Rules, Size, Solving};
use crate::listing::Listing;
use crate::snort::{self, Snort};

/// Gridlock on a grid with `R` rows and `C` columns.
pub struct Gridlock<const R: usize, const C: usize>;

/// Gridlock in the catalogue.
pub const LISTING: Listing = Listing {
    id: ID,
    name: "Gridlock",
    summary: "Place markers, never beside an opponent's; who cannot place has lost.",
    rules: include_str!("rules.md"),
    examples: examples::EXAMPLES,
    picture: examples::PICTURE,
    demo: examples::DEMO,
    lesson: lesson::LESSON,
    hue: 75,
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
    const SIZE: Size = Size {
        rows: R,
        columns: C,
    };

    fn start(first: Player) -> Snort<R, C> {
        Snort::start(first)
    }

    fn passed(position: &Snort<R, C>) -> Option<Snort<R, C>> {
        Some(position.passed())
    }
}

impl<const R: usize, const C: usize> Solving for Gridlock<R, C> {
    const IS_WHOLE: bool = snort::is_whole_grid(R * C);

    fn solution() -> Solution<dyn Oracle<Snort<R, C>>> {
        snort::grid()
    }

    fn moves_left(position: &Snort<R, C>) -> Option<PerPlayer<u32>> {
        position.moves_left()
    }

    fn estimate(position: &Snort<R, C>) -> i64 {
        position.estimate()
    }

    fn answer(position: &Snort<R, C>, cell: Cell<R, C>) -> Option<Cell<R, C>> {
        position.opposite(cell)
    }
}
