//! How Adjacency Block is solved: every position of a short row by its segments, else by Gridlock's search.

mod segments;

use quintet_rules::PerPlayer;
use quintet_solver::{Oracle, Solution};

use super::{AdjacencyBlock, Row};
use crate::game::Solving;
use crate::gridlock::solution::{Known, Seeking};
use segments::Segments;

impl<const N: usize> Solving for AdjacencyBlock<N> {
    /// All positions of thirty cells together take half a second.
    const IS_SOLVED: bool = N <= 30;

    fn solution() -> Solution<dyn Oracle<Row<N>>> {
        if Self::IS_SOLVED {
            Solution::direct(|| Known::new(Segments::new()))
        } else {
            Solution::direct(Seeking::oracle)
        }
    }

    fn moves_left(position: &Row<N>) -> Option<PerPlayer<u32>> {
        position.moves_left()
    }

    fn estimate(position: &Row<N>) -> i64 {
        position.estimate()
    }
}
