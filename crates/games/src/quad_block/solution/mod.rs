//! How Quad Block is solved: sudden death whole by retrograde analysis, the placing phase by search
//! on top of it.
//!
//! Grids of more than 25 cells have too many positions in sudden death; they are searched as far as
//! a budget goes.

mod completing;
mod known;
mod large;
mod placing;
mod pool;
mod sudden_death;

use quintet_solver::{Oracle, Solution, retrograde};

use crate::Solving;
use crate::quad_block::{QuadBlock, Quads};
use known::Known;
use large::Large;
use sudden_death::SuddenDeath;

impl<const R: usize, const C: usize> Solving for QuadBlock<R, C> {
    const COUNTED: &'static str = "Unfinished positions of sudden death with one empty cell";

    fn solution() -> Solution<dyn Oracle<Quads<R, C>>> {
        // Sudden death has 30 million positions on 5x5, 30 billion on 6x6.
        if R * C <= 25 {
            let compute = |progress: &_| retrograde::solve(&SuddenDeath::<R, C>::new(), progress);
            Solution::table(1, compute, Known::new)
        } else {
            Solution::direct(Large::new)
        }
    }
}
