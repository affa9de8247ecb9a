//! Exact values of Grid Runner.
//!
//! Barriers are permanent, so each set of barriers is a slice of the game in which only the runners move. Placing a barrier
//! leads to a slice with one more, which has been solved before:
//!
//! ```text
//!            slices with 6 barriers      5 barriers          ...      0 barriers
//!            +----------+    exits      +----------+  exits          +----------+
//!     solve  |  slice   | ------------> |  slice   | -----> ... ---> |  slice   |
//!            +----------+               +----------+                 +----------+
//!                 |                          |                            |
//!                 v                          v                            v
//!     table  | block block ...          | block ...           ...    | block |     one byte a position
//!                 |          layout
//!                 v
//!     file   | compressed block | compressed block ...
//! ```
//!
//! Square boards of up to five rows are solved on first use; the tables of six and seven rows are built on request. The
//! files, in reading order:
//!
//! | file | contents |
//! | --- | --- |
//! | `frame` | boards as bits, laid out so that a step is a shift |
//! | `symmetry` | images of positions, which have the same value |
//! | `pairs` | the pairs of squares of the runners, given the barriers |
//! | `index` | the blocks of a table, and the place of a position in it |
//! | `slice` | solving the positions of a block, given their exits |
//! | `exits` | the value of the best barrier of each position of a block |
//! | `solve` | solving all blocks, on all cores |
//! | `layout` | the compressed form of a table |
//! | `check` | verification of a table by the rules of the game |
//! | `table` | the oracle |
//! | `build` | building the table of a large board, part by part |
//!
//! Functions with the attribute `multiversion` are compiled a second time for processors with AVX2, which process twice as
//! many positions at a time.

mod build;
mod check;
mod exits;
mod frame;
mod index;
mod layout;
mod pairs;
mod slice;
mod solve;
mod symmetry;
mod table;
#[cfg(test)]
mod tests;

use quintet_rules::{Cell, Position};
use quintet_solver::search::KeyedPosition;
use quintet_solver::{Oracle, Solution};

use crate::fact::GameFact;
use crate::game::{Solving, Values};
use crate::grid_runner::{GridRunner, Runners, RunnersMove};
use frame::{Frame, NARROW, WIDE};
use index::{Index, MOST};
use table::BlockTable;

impl<const R: usize, const C: usize> Solving for GridRunner<R, C> {
    const IS_SOLVED: bool = R == C && 2 <= R && R < NARROW;

    fn solution() -> Solution<dyn Oracle<Runners<R, C>>> {
        if Self::IS_SOLVED {
            Solution::table(
                1,
                |progress| solve::compute::<u32>(R, progress),
                || Index::new(&Frame::new(R, NARROW), 0..=MOST),
                BlockTable::small,
            )
        } else if R == C && NARROW <= R && R < WIDE {
            Solution::Large(build::large())
        } else {
            Solution::search()
        }
    }

    /// Compares the distances to the goals, then the barriers left.
    fn facts(position: &Runners<R, C>, values: &Values<Runners<R, C>>) -> Vec<GameFact> {
        position.facts(values)
    }

    fn effect(position: &Runners<R, C>, action: RunnersMove<R, C>) -> Option<GameFact> {
        position.effect(action)
    }

    fn estimate(position: &Runners<R, C>) -> i64 {
        let [me, you] = [position.to_move(), position.to_move().other()];
        let left = |player| i64::from(position.barriers_left(player));
        4 * (position.steps_to_goal(you) - position.steps_to_goal(me)) + left(me) - left(you)
    }
}

impl<const R: usize, const C: usize> KeyedPosition for Runners<R, C> {
    const IS_FINITE: bool = false;

    fn key(&self) -> u128 {
        let side = |runner: Cell<R, C>, left: u8| (runner.index() as u128) << 2 | u128::from(left);
        u128::from(self.barriers.bits()) << 32
            | side(self.mine, self.my_barriers) << 16
            | side(self.theirs, self.their_barriers) << 4
            | u128::from(self.to_move.number())
    }

    /// Returns this position or its mirror image at the diagonal through both goals.
    fn canonical(&self) -> Self {
        if R != C {
            return *self;
        }
        let mirror =
            |cell: Cell<R, C>| Cell::at(cell.column(), cell.row()).expect("a square board");
        let image = Runners {
            mine: mirror(self.mine),
            theirs: mirror(self.theirs),
            barriers: self.barriers.iter().map(mirror).collect(),
            ..*self
        };
        let order = |position: &Self| (position.mine, position.theirs, position.barriers.bits());
        let least = [*self, image].into_iter().min_by_key(order);
        least.expect("two images")
    }

    fn move_number(action: RunnersMove<R, C>, _: u16) -> u16 {
        match action {
            RunnersMove::Move(to) => to.index() as u16,
            RunnersMove::Barrier(on) => (R * C + on.index()) as u16,
        }
    }
}
