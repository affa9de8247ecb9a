//! Exact values of Grid Runner.
//!
//! Barriers stay, so the sets of barriers order the game into slices, in which only the runners
//! move; a barrier leads to a slice that has been solved before. Square boards of up to five rows
//! are known whole:
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
use quintet_solver::search::{Keyed, Seeker};
use quintet_solver::{Budget, Census, Oracle, Progress, Value, line};

use crate::game::Solving;
use crate::grid_runner::{Action, GridRunner, Runners};
use placement::Placement;
use table::Table;

impl<const R: usize, const C: usize> GridRunner<R, C> {
    /// Whether all positions are in a table.
    const IS_KNOWN_WHOLE: bool = R == C && 2 <= R && R <= frame::LARGEST;
}

/// Knows the values of Grid Runner on a grid with `R` rows and `C` columns.
pub struct RunnerOracle<const R: usize, const C: usize>(Method<R, C>);

enum Method<const R: usize, const C: usize> {
    /// All values are in a table.
    Whole(Table<R>),
    /// Values are looked for one at a time. Wins and losses can be found, but never that a position
    /// is endless.
    Search(Seeker<Runners<R, C>>),
}

impl<const R: usize, const C: usize> Solving for GridRunner<R, C> {
    type Oracle = RunnerOracle<R, C>;

    const TABLE_VERSION: Option<u32> = if Self::IS_KNOWN_WHOLE { Some(1) } else { None };
    const COUNTED: &'static str = "Unfinished positions";

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
            table
                .is_empty()
                .then(|| RunnerOracle(Method::Search(Seeker::default())))
        }
    }
}

impl<const R: usize, const C: usize> Oracle<Runners<R, C>> for RunnerOracle<R, C> {
    fn is_whole(&self) -> bool {
        matches!(self.0, Method::Whole(_))
    }

    fn value(&self, position: &Runners<R, C>, budget: Budget) -> Option<Value> {
        if position.outcome().is_some() {
            return Some(Value::Loss(0));
        }
        match &self.0 {
            Method::Whole(table) => table.value(&Placement::of(position)),
            Method::Search(seeker) => seeker.value(position, budget),
        }
    }

    fn values(&self, positions: &[Runners<R, C>], budget: Budget) -> Vec<Option<Value>> {
        match &self.0 {
            Method::Whole(_) => positions
                .iter()
                .map(|position| self.value(position, budget))
                .collect(),
            Method::Search(seeker) => seeker.values(positions, budget),
        }
    }

    fn line(&self, position: &Runners<R, C>, budget: Budget) -> Vec<Action<R, C>> {
        match &self.0 {
            Method::Whole(_) => line(position, |position| self.value(position, budget)),
            Method::Search(seeker) => seeker.line(position, budget),
        }
    }

    fn census(&self) -> Option<Census<Runners<R, C>>> {
        match &self.0 {
            Method::Whole(table) => Some(table.census()),
            Method::Search(_) => None,
        }
    }

    fn verify(&self) -> Option<Result<u64, Runners<R, C>>> {
        match &self.0 {
            Method::Whole(table) => Some(table.verify()),
            Method::Search(_) => None,
        }
    }
}

impl<const R: usize, const C: usize> Keyed for Runners<R, C> {
    const ENDS: bool = false;

    fn key(&self) -> u128 {
        let player = self.to_move();
        let of_player = [player, player.other()].map(|player| {
            (self.runner(player).index() as u128) << 2 | u128::from(self.barriers_left(player))
        });
        let [mine, theirs] = of_player;
        u128::from(self.barriers().bits()) << 32
            | mine << 16
            | theirs << 4
            | u128::from(player.number())
    }

    fn move_number(action: Action<R, C>, _: u16) -> u16 {
        match action {
            Action::Move(to) => to.index() as u16,
            Action::Barrier(on) => (R * C + on.index()) as u16,
        }
    }
}
