//! Adjacency Block: place tokens on a row, never beside one of the opponent's.

mod actions;
mod board;
mod examples;
mod lesson;
mod notation;
mod words;

use quintet_rules::{PerPlayer, Player};
use quintet_solver::{Oracle, Solution};

use crate::game::{Rules, Size, Solving};
use crate::listing::Listing;
use crate::snort::{self, Snort};

/// Adjacency Block on a row of `N` cells.
pub struct AdjacencyBlock<const N: usize>;

/// Adjacency Block in the catalogue.
pub const LISTING: Listing = Listing {
    id: ID,
    name: "Adjacency Block",
    summary: "Place tokens in a row, never beside an opponent's; who cannot place has lost.",
    rules: include_str!("rules.md"),
    examples: examples::EXAMPLES,
    picture: examples::PICTURE,
    demo: examples::DEMO,
    lesson: lesson::LESSON,
    hue: 190,
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
    type Position = Snort<1, N>;
    const GAME: &'static Self = &AdjacencyBlock;
    const ID: &'static str = ID;
    const SIZE: Size = Size {
        rows: 1,
        columns: N,
    };

    fn start(first: Player) -> Snort<1, N> {
        Snort::start(first)
    }

    fn passed(position: &Snort<1, N>) -> Option<Snort<1, N>> {
        Some(position.passed())
    }
}

impl<const N: usize> Solving for AdjacencyBlock<N> {
    const IS_WHOLE: bool = snort::is_whole_row(N);

    fn solution() -> Solution<dyn Oracle<Snort<1, N>>> {
        snort::row()
    }

    fn moves_left(position: &Snort<1, N>) -> Option<PerPlayer<u32>> {
        position.moves_left()
    }

    fn estimate(position: &Snort<1, N>) -> i64 {
        position.estimate()
    }
}
