//! How Quad Block is solved: sudden death whole by retrograde analysis, the placing phase by search
//! on top of it.
//!
//! Grids of more than 25 cells have too many positions in sudden death; they are searched as far as
//! a budget goes.

mod completing;
mod kept;
mod known;
mod large;
mod placing;
mod pool;
mod sudden_death;

use quintet_rules::{Cells, Player, Position};
use quintet_solver::{Oracle, Progress, Solution, retrograde};

use crate::Solving;
use crate::game::Markers;
use crate::quad_block::{QuadBlock, Quads, groups};
use known::Known;
use large::Large;
use sudden_death::SuddenDeath;

/// The bytes of sudden death. `None` if the work was cancelled.
fn compute<const R: usize, const C: usize>(progress: &Progress) -> Option<Vec<u8>> {
    retrograde::solve(&SuddenDeath::<R, C>::new(), progress)
}

impl<const R: usize, const C: usize> Solving for QuadBlock<R, C> {
    const CENSUS_SCOPE: &'static str = "Unfinished positions of sudden death with one empty cell";

    /// Sudden death has 30 million positions on 5x5, 30 billion on 6x6.
    const IS_SOLVED: bool = R * C <= 25;

    fn solution() -> Solution<dyn Oracle<Quads<R, C>>> {
        if Self::IS_SOLVED {
            Solution::table(3, compute::<R, C>, SuddenDeath::new, Known::new)
        } else {
            Solution::direct(Large::oracle)
        }
    }

    /// Groups that can still grow to four, and cells that would complete one.
    fn estimate(position: &Quads<R, C>) -> i64 {
        let empty = !Player::BOTH
            .map(|player| position.markers(player))
            .into_iter()
            .fold(Cells::NONE, |all, markers| all | markers);
        let of = |player| {
            let markers = position.markers(player);
            let growing = groups::all(markers).filter(|group| group.beside().meets(empty));
            let worth = |group: Cells<R, C>| match group.len() {
                size @ 1..groups::WINNING => i64::from(size * size),
                _ => 0,
            };
            let completing = i64::from(completing::completing(markers, empty).len());
            growing.map(worth).sum::<i64>() + 8 * completing
        };
        of(position.to_move()) - of(position.to_move().other())
    }
}
