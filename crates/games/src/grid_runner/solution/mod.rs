//! Exact values of Grid Runner.
//!
//! Barriers stay, so the sets of barriers order the game into slices, in which only the runners
//! move; a barrier leads to a slice that has been solved before. Square boards of up to five rows
//! are known whole; for those of six and seven a table can be built:
//!
//! | file | holds |
//! | --- | --- |
//! | `word`, `frame` | cells laid out so that steps are shifts |
//! | `placement` | positions in these terms |
//! | `symmetry` | the images that have the same value |
//! | `scope` | which positions a table holds |
//! | `sets`, `pairs`, `layer`, `index` | which byte of the table belongs to which position |
//! | `slice`, `exits` | the positions with the same barriers, and the ways out by a barrier |
//! | `table` | the values: solving, and looking up |
//! | `kept` | which values a kept table needs, and what they are likely to be |
//! | `large` | tables of larger boards, built only when asked for |
//! | `census`, `check` | counting all values, and checking them by the plain rules |

mod census;
mod check;
mod exits;
mod frame;
mod index;
mod kept;
mod large;
mod layer;
mod pairs;
mod placement;
mod scope;
mod sets;
mod slice;
mod symmetry;
mod table;
mod word;

use std::ops::ControlFlow;

use quintet_rules::{Cell, Player, Position, Symmetries};
use quintet_solver::search::Keyed;
use quintet_solver::{self as solver, Budget, Census, Oracle, Progress, Show, Solution, Value};

use crate::game::Solving;
use crate::grid_runner::{Action, GridRunner, Runners};
use index::Index;
use kept::KeptBlocks;
use placement::Placement;
use scope::Scope;
use table::Table;
use word::Word;

impl<const R: usize, const C: usize> GridRunner<R, C> {
    /// Whether a table can be built, if somebody asks for it.
    const IS_LARGE: bool = R == C && u32::LARGEST < R && R <= u64::LARGEST;
}

impl<const R: usize, const C: usize> Solving for GridRunner<R, C> {
    const IS_WHOLE: bool = R == C && 2 <= R && R <= u32::LARGEST;

    fn solution() -> Solution<dyn Oracle<Runners<R, C>>> {
        if Self::IS_WHOLE {
            Solution::table(
                1,
                |progress| table::compute(Scope::<u32>::whole(R), progress),
                || KeptBlocks::<u32>::new(Index::new(Scope::whole(R))),
                Table::new,
            )
        } else if !Self::IS_LARGE || cfg!(target_family = "wasm") {
            // Nothing large is built in a browser, so the module there has no code for it.
            Solution::search()
        } else {
            Solution::Large(large::large())
        }
    }

    /// The shorter way to the goal, and barriers in hand where the ways are equal.
    fn estimate(position: &Runners<R, C>) -> i64 {
        let [me, you] = [position.to_move(), position.to_move().other()];
        let left = |player| i64::from(position.barriers_left(player));
        4 * (position.steps_to_goal(you) - position.steps_to_goal(me)) + left(me) - left(you)
    }
}

impl<W: Word, const R: usize, const C: usize> Oracle<Runners<R, C>> for Table<W> {
    fn is_whole(&self) -> bool {
        true
    }

    fn value(&self, position: &Runners<R, C>, _: Budget) -> Option<Value> {
        if position.outcome().is_some() {
            return Some(Value::loss(0));
        }
        self.look_up(&Placement::of(&self.index().scope.frame, position))
    }

    fn table(&self) -> Option<&dyn solver::Table<Runners<R, C>>> {
        Some(self)
    }
}

impl<W: Word, const R: usize, const C: usize> solver::Table<Runners<R, C>> for Table<W> {
    fn census(&self, progress: &Progress) -> Option<Census<Runners<R, C>>> {
        self.count(progress)
    }

    fn visit(&self, show: &mut Show<Runners<R, C>>) -> ControlFlow<()> {
        self.show(show)
    }

    fn verify(&self, progress: &Progress) -> Option<Result<u64, Runners<R, C>>> {
        self.check(progress)
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

    /// Mirrored at the diagonal through both goals.
    fn image(&self) -> Self {
        const MIRROR: usize = 4;
        if R != C {
            return *self;
        }
        let set = |set| Symmetries::image(MIRROR, set);
        let cell = |cell: Cell<R, C>| set(cell.alone()).first().expect("a cell has an image");
        let image = Runners::new(
            Player::BOTH.map(|player| cell(self.runner(player))),
            set(self.barriers()),
            Player::BOTH.map(|player| self.barriers_left(player)),
            self.to_move(),
        );
        let order = |position: &Self| {
            let runners = Player::BOTH.map(|player| position.runner(player));
            (runners, position.barriers().bits())
        };
        if order(&image) < order(self) {
            image
        } else {
            *self
        }
    }

    fn move_number(action: Action<R, C>, _: u16) -> u16 {
        match action {
            Action::Move(to) => to.index() as u16,
            Action::Barrier(on) => (R * C + on.index()) as u16,
        }
    }
}
