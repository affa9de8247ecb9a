//! Matrix Isolation: move your piece, block a cell; who cannot move has lost.

mod actions;
mod board;
mod examples;
mod lesson;
mod notation;
mod position;
mod solution;
mod words;

use quintet_rules::{Cells, Player, Position};
use quintet_solver::{Oracle, Solution};

use crate::game::{Rules, Size, Solving};
use crate::listing::Listing;
pub use position::{Isolation, Refusal, Turn};

/// Matrix Isolation on a grid with `R` rows and `C` columns.
pub struct MatrixIsolation<const R: usize, const C: usize>;

/// Matrix Isolation in the catalogue.
pub const LISTING: Listing = Listing {
    id: ID,
    name: "Matrix Isolation",
    summary: "Move your piece, then block a cell; who cannot move has lost.",
    rules: include_str!("rules.md"),
    examples: examples::EXAMPLES,
    picture: examples::PICTURE,
    demo: examples::DEMO,
    lesson: lesson::LESSON,
    hue: 300,
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
    const SIZE: Size = Size {
        rows: R,
        columns: C,
    };

    fn start(first: Player) -> Isolation<R, C> {
        Isolation::start(first)
    }

    fn passed(position: &Isolation<R, C>) -> Option<Isolation<R, C>> {
        Some(position.passed())
    }
}

impl<const R: usize, const C: usize> Solving for MatrixIsolation<R, C> {
    const CENSUS_SCOPE: &'static str = "Unfinished positions with any cells blocked";
    const IS_SOLVED: bool = solution::is_solved(R * C);

    fn solution() -> Solution<dyn Oracle<Isolation<R, C>>> {
        solution::solution()
    }

    /// Cells that the player can reach sooner, and ways to step where they are equal.
    fn estimate(position: &Isolation<R, C>) -> i64 {
        let mover = position.to_move();
        let [mut mine, mut theirs] =
            [mover, mover.other()].map(|player| position.piece(player).alone());
        let mut free = !(position.blocked() | mine | theirs);
        let lead = |mine: Cells<R, C>, theirs: Cells<R, C>| {
            i64::from(mine.len()) - i64::from(theirs.len())
        };
        let steps = lead(mine.beside() & free, theirs.beside() & free);
        let mut reached = free;
        while !reached.is_empty() {
            let nearer = mine.beside() & free;
            let farther = theirs.beside() & (free - nearer);
            mine = mine | nearer;
            theirs = theirs | farther;
            reached = nearer | farther;
            free = free - reached;
        }
        2 * lead(mine, theirs) + steps
    }
}
