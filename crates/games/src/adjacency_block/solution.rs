//! How Adjacency Block is solved: as a grid with a single row.

use quintet_rules::PerPlayer;
use quintet_solver::{Oracle, Solution};

use super::{AdjacencyBlock, Row};
use crate::game::Solving;
use crate::gridlock::solution;

impl<const N: usize> Solving for AdjacencyBlock<N> {
    /// All positions of thirty cells take half a second.
    const IS_SOLVED: bool = N <= 30;

    fn solution() -> Solution<dyn Oracle<Row<N>>> {
        solution::oracle(Self::IS_SOLVED)
    }

    fn moves_left(position: &Row<N>) -> Option<PerPlayer<u32>> {
        position.moves_left()
    }

    fn estimate(position: &Row<N>) -> i64 {
        position.estimate()
    }
}
