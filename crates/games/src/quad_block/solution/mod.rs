//! Exact values of Quad Block.
//!
//! | grid | phase | method |
//! | --- | --- | --- |
//! | at most 25 cells | sudden death | a table by retrograde analysis: `sudden_death`, compressed by `layout` |
//! | | placing | a search on top of that table: `table`, with the rules of `placing` |
//! | larger | both | a search with a budget: `large` |

mod large;
mod layout;
mod placing;
mod sudden_death;
mod table;

use quintet_rules::{Cells, Player, Position};
use quintet_solver::{Oracle, Progress, Solution, retrograde};

use crate::Solving;
use crate::fact::GameFact;
use crate::game::{Markers, Values};
use crate::quad_block::{QuadBlock, Quads, groups};
use large::LargeGrid;
use sudden_death::SuddenDeath;
use table::SuddenDeathTable;

/// Computes the table of sudden death. `None` if the work was cancelled.
fn compute<const R: usize, const C: usize>(progress: &Progress) -> Option<Vec<u8>> {
    retrograde::solve(&SuddenDeath::<R, C>::new(), progress)
}

impl<const R: usize, const C: usize> Solving for QuadBlock<R, C> {
    const CENSUS_SCOPE: &'static str = "Unfinished positions of sudden death with one empty cell";

    /// Sudden death has 30 million positions on 5x5, 30 billion on 6x6.
    const IS_SOLVED: bool = R * C <= 25;

    fn solution() -> Solution<dyn Oracle<Quads<R, C>>> {
        if Self::IS_SOLVED {
            Solution::table(3, compute::<R, C>, SuddenDeath::new, SuddenDeathTable::new)
        } else {
            Solution::direct(LargeGrid::oracle)
        }
    }

    /// Compares the groups that can still grow to four, and the cells that complete one.
    fn facts(position: &Quads<R, C>, values: &Values<Quads<R, C>>) -> Vec<GameFact> {
        position.facts(values)
    }

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
            let completing = i64::from(groups::completing(markers, empty).len());
            growing.map(worth).sum::<i64>() + 8 * completing
        };
        of(position.to_move()) - of(position.to_move().other())
    }
}
