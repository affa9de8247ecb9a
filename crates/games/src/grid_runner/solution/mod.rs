//! Exact values of Grid Runner.
//!
//! Barriers stay, so the sets of barriers order the game into slices, in which only the runners move; a barrier leads
//! to a slice that has been solved before. Square boards of up to five rows are known whole:
//!
//! | file | holds |
//! | --- | --- |
//! | `frame` | cells laid out so that steps are shifts |
//! | `placement` | positions in these terms |
//! | `symmetry` | the images that have the same value |
//! | `pairs`, `ranking`, `layer`, `index` | which byte of the table belongs to which position |
//! | `slice`, `exits` | the positions with the same barriers, and the ways out by a barrier |
//! | `table` | the values: solving, and looking up |
//! | `census`, `check` | counting all values, and checking them by the plain rules |

mod census;
mod check;
mod exits;
mod frame;
mod index;
mod layer;
mod pairs;
mod placement;
mod ranking;
mod slice;
mod symmetry;
mod table;

use quintet_rules::Position;
use quintet_solver::{Census, Oracle, Progress, Value};

use crate::game::Solving;
use crate::grid_runner::{GridRunner, Runners};
use placement::Placement;
use table::Table;

impl<const R: usize, const C: usize> GridRunner<R, C> {
    /// Whether all positions are in a table.
    const IS_KNOWN_WHOLE: bool = R == C && 2 <= R && R <= frame::LARGEST;
}

/// Knows the values of Grid Runner on a grid with `R` rows and `C` columns.
pub struct RunnerOracle<const R: usize, const C: usize>(Method<R>);

enum Method<const N: usize> {
    /// All values are in a table.
    Whole(Table<N>),
    /// Values are looked for one at a time.
    Search,
}

impl<const R: usize, const C: usize> Solving for GridRunner<R, C> {
    type Oracle = RunnerOracle<R, C>;

    const TABLE_VERSION: Option<u32> = if Self::IS_KNOWN_WHOLE { Some(1) } else { None };

    fn compute(progress: &Progress) -> Vec<u8> {
        if Self::IS_KNOWN_WHOLE {
            table::compute::<R>(progress)
        } else {
            Vec::new()
        }
    }

    fn oracle(table: Vec<u8>) -> Option<RunnerOracle<R, C>> {
        if Self::IS_KNOWN_WHOLE {
            Table::new(table).map(Method::Whole).map(RunnerOracle)
        } else {
            table.is_empty().then_some(RunnerOracle(Method::Search))
        }
    }
}

impl<const R: usize, const C: usize> Oracle<Runners<R, C>> for RunnerOracle<R, C> {
    fn value(&self, position: &Runners<R, C>, nodes: u64) -> Option<Value> {
        if position.outcome().is_some() {
            return Some(Value::Loss(0));
        }
        match &self.0 {
            Method::Whole(table) => table.value(&Placement::of(position)),
            Method::Search => search(position, nodes),
        }
    }

    fn census(&self) -> Option<Census<Runners<R, C>>> {
        match &self.0 {
            Method::Whole(table) => Some(table.census()),
            Method::Search => None,
        }
    }

    fn verify(&self) -> Option<Result<u64, Runners<R, C>>> {
        match &self.0 {
            Method::Whole(table) => Some(table.verify()),
            Method::Search => None,
        }
    }
}

/// The value of an unfinished position on a board that is not known whole, if looking at so many positions finds it.
/// None is attempted yet: all of them are left open.
fn search<const R: usize, const C: usize>(_position: &Runners<R, C>, _nodes: u64) -> Option<Value> {
    None
}
