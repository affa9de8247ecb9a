//! Whoever knows the values of Quad Block.

use quintet_rules::Position;
use quintet_solver::{Budget, Census, Oracle, Value};

use crate::quad_block::Quads;
use crate::quad_block::solution::known::Known;
use crate::quad_block::solution::large::Large;

/// Knows the value of every position of a grid of at most 25 cells; searches larger ones.
pub struct QuadOracle<const R: usize, const C: usize>(Knowledge<R, C>);

enum Knowledge<const R: usize, const C: usize> {
    Known(Box<Known<R, C>>),
    Large(Large<R, C>),
}

impl<const R: usize, const C: usize> QuadOracle<R, C> {
    /// Rests on the bytes of sudden death. `None` if they can not be those.
    pub(super) fn known(bytes: Vec<u8>) -> Option<Self> {
        Known::new(bytes).map(|known| QuadOracle(Knowledge::Known(Box::new(known))))
    }

    /// How many positions have been looked at by searches. The same questions in the same order,
    /// one at a time, give the same count.
    pub fn nodes(&self) -> u64 {
        match &self.0 {
            Knowledge::Known(known) => known.nodes(),
            Knowledge::Large(large) => large.nodes(),
        }
    }

    /// Rests on nothing.
    pub(super) fn searching() -> Self {
        QuadOracle(Knowledge::Large(Large::new()))
    }
}

impl<const R: usize, const C: usize> Oracle<Quads<R, C>> for QuadOracle<R, C> {
    fn is_whole(&self) -> bool {
        matches!(self.0, Knowledge::Known(_))
    }

    /// While markers are placed, values are searched for.
    fn looks_up(&self, position: &Quads<R, C>) -> bool {
        self.is_whole() && position.in_sudden_death()
    }

    fn value(&self, position: &Quads<R, C>, budget: Budget) -> Option<Value> {
        if position.outcome().is_some() {
            return Some(Value::Loss(0));
        }
        match &self.0 {
            // What is solved has an answer for everyone: the search never takes long on so few
            // cells.
            Knowledge::Known(known) => known.value(position, Budget::UNBOUNDED),
            Knowledge::Large(large) => large.value(position, budget),
        }
    }

    fn census(&self) -> Option<Census<Quads<R, C>>> {
        match &self.0 {
            Knowledge::Known(known) => Some(known.census()),
            Knowledge::Large(_) => None,
        }
    }

    fn verify(&self) -> Option<Result<u64, Quads<R, C>>> {
        match &self.0 {
            Knowledge::Known(known) => Some(known.verify()),
            Knowledge::Large(_) => None,
        }
    }
}
