//! Exact values of Grid Runner.
//!
//! Barriers stay, so the sets of barriers order the game into slices in which only the runners move. A barrier leads to
//! a slice with one more, which has been solved before:
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
//! Square boards of up to five rows are solved when they are first needed; tables of six and seven rows are built on
//! request. In the order to read:
//!
//! | file | holds |
//! | --- | --- |
//! | `frame` | boards as bits, laid out so that a step is a shift |
//! | `symmetry` | the images of a position that have the same value |
//! | `pairs` | the squares of both runners for one set of barriers |
//! | `index` | the blocks of a table, and the place of a position in it |
//! | `slice` | solving the positions of one block, given their exits |
//! | `exits` | the value of the best barrier of each position of a block |
//! | `solve` | solving all blocks, on all cores |
//! | `layout` | the values that a compressed table stores |
//! | `check` | all values against the plain rules |
//! | `table` | a solved board as an oracle |
//! | `large` | tables of larger boards, built part by part |

mod check;
mod exits;
mod frame;
mod index;
mod large;
mod layout;
mod pairs;
mod slice;
mod solve;
mod symmetry;
mod table;

use quintet_rules::{Cell, Player, Position, Symmetries};
use quintet_solver::search::KeyedPosition;
use quintet_solver::{Oracle, Solution};

use crate::game::Solving;
use crate::grid_runner::{Action, GridRunner, Runners};
use frame::{Frame, NARROW, WIDE};
use index::{Index, MOST};
use table::Table;

impl<const R: usize, const C: usize> Solving for GridRunner<R, C> {
    const IS_SOLVED: bool = R == C && 2 <= R && R < NARROW;

    fn solution() -> Solution<dyn Oracle<Runners<R, C>>> {
        if Self::IS_SOLVED {
            Solution::table(
                1,
                |progress| solve::compute::<u32>(R, progress),
                || Index::new(&Frame::new(R, NARROW), 0..=MOST),
                Table::new,
            )
        } else if R == C && NARROW <= R && R < WIDE && cfg!(not(target_family = "wasm")) {
            Solution::Large(large::large())
        } else {
            Solution::search()
        }
    }

    /// The shorter way to the goal, and barriers in hand where the ways are equal.
    fn estimate(position: &Runners<R, C>) -> i64 {
        let [me, you] = [position.to_move(), position.to_move().other()];
        let left = |player| i64::from(position.barriers_left(player));
        4 * (position.steps_to_goal(you) - position.steps_to_goal(me)) + left(me) - left(you)
    }
}

impl<const R: usize, const C: usize> KeyedPosition for Runners<R, C> {
    const IS_FINITE: bool = false;

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

    /// Mirrored at the diagonal through both goals.
    fn canonical(&self) -> Self {
        const MIRROR: usize = 4;
        if R != C {
            return *self;
        }
        let set = |set| Symmetries::image(MIRROR, set);
        let cell = |cell: Cell<R, C>| set(cell.alone()).first().expect("a cell has an image");
        let image = Runners {
            mine: cell(self.mine),
            theirs: cell(self.theirs),
            barriers: set(self.barriers),
            ..*self
        };
        let order = |position: &Self| {
            let runners = Player::BOTH.map(|player| position.runner(player));
            (runners, position.barriers.bits())
        };
        [*self, image]
            .into_iter()
            .min_by_key(order)
            .expect("two images")
    }

    fn move_number(action: Action<R, C>, _: u16) -> u16 {
        match action {
            Action::Move(to) => to.index() as u16,
            Action::Barrier(on) => (R * C + on.index()) as u16,
        }
    }
}
