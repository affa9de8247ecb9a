//! How Adjacency Block is solved: as a grid with a single row.

use quintet_rules::PerPlayer;
use quintet_solver::{Oracle, Solution};

use super::{AdjacencyBlock, Row};
use crate::fact::GameFact;
use crate::game::{Solving, Values, Words};
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

    fn facts(position: &Row<N>, values: &Values<Row<N>>) -> Vec<GameFact> {
        position.facts(Self::name, values)
    }

    fn estimate(position: &Row<N>) -> i64 {
        position.estimate()
    }
}
