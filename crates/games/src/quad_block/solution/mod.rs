//! How Quad Block is solved: sudden death whole by retrograde analysis, the placing phase by search
//! on top of it.
//!
//! Grids of more than 25 cells have too many positions in sudden death; they are searched as far as
//! a budget goes.

mod completing;
mod known;
mod large;
mod oracle;
mod placing;
mod pool;
mod subsets;
mod sudden_death;
mod symmetries;

use quintet_solver::{Progress, retrograde};

use crate::Solving;
use crate::quad_block::QuadBlock;
pub use oracle::QuadOracle;
use sudden_death::SuddenDeath;

impl<const R: usize, const C: usize> QuadBlock<R, C> {
    /// Whether sudden death is small enough to be known whole: 30 million positions on 5x5, 30
    /// billion on 6x6.
    const IS_KNOWN: bool = R * C <= 25;
}

impl<const R: usize, const C: usize> Solving for QuadBlock<R, C> {
    type Oracle = QuadOracle<R, C>;

    const TABLE_VERSION: Option<u32> = if Self::IS_KNOWN { Some(1) } else { None };
    const COUNTED: &'static str = "Unfinished positions of sudden death with one empty cell";

    fn compute(progress: &Progress) -> Vec<u8> {
        if Self::IS_KNOWN {
            retrograde::solve(&SuddenDeath::<R, C>::new(), progress)
        } else {
            Vec::new()
        }
    }

    fn oracle(table: Vec<u8>) -> Option<QuadOracle<R, C>> {
        if Self::IS_KNOWN {
            QuadOracle::known(table)
        } else {
            table.is_empty().then(QuadOracle::searching)
        }
    }
}
