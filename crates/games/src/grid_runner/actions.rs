//! Moves as numbers: a step up, right, down or left is 0 to 3, a barrier 4 and its cell.

use quintet_rules::{Cell, Cells, Player, Position};

use super::position::goal;
use super::{Action, GridRunner, Runners};
use crate::actions::{ActionSet, Actions, Direction, Plane};

/// The number of the barrier on the first cell.
const BARRIERS: usize = Direction::ALL.len();

impl<const R: usize, const C: usize> Actions for GridRunner<R, C> {
    const ACTIONS: usize = BARRIERS + R * C;
    const PLANES: &'static [&'static str] = &[
        "own runner",
        "opponent's runner",
        "barriers",
        "own goal",
        "own barriers left, on every cell",
        "opponent's barriers left, on every cell",
    ];

    #[inline]
    fn number(position: &Runners<R, C>, action: Action<R, C>) -> usize {
        match action {
            Action::Move(to) => {
                Direction::between(position.runner(position.to_move()), to) as usize
            }
            Action::Barrier(on) => BARRIERS + on.index(),
        }
    }

    #[inline]
    fn numbered(position: &Runners<R, C>, number: usize) -> Option<Action<R, C>> {
        if number >= BARRIERS {
            return Cell::new(number - BARRIERS).map(Action::Barrier);
        }
        let runner = position.runner(position.to_move());
        Direction::ALL[number].step(runner).map(Action::Move)
    }

    #[inline]
    fn take(position: &Runners<R, C>, number: usize) -> Runners<R, C> {
        let direction = Direction::ALL[number % BARRIERS];
        let is_barrier = number >= BARRIERS;
        let site = Cells::from_bits(u64::from(is_barrier) << number >> BARRIERS);
        let runner = position.runner(position.to_move());
        let ahead = direction.step(runner).unwrap_or(runner);
        position.after(if is_barrier { runner } else { ahead }, site)
    }

    #[inline]
    fn legal(position: &Runners<R, C>) -> ActionSet {
        if position.is_over() {
            return ActionSet::NONE;
        }
        let runner = position.runner(position.to_move()).alone();
        let mut steps = 0;
        for (n, direction) in Direction::ALL.into_iter().enumerate() {
            let to = direction.shift(runner) - position.barriers();
            steps |= u64::from(!to.is_empty()) << n;
        }
        let barriers = position.placeable();
        ActionSet::NONE
            .with(0, steps)
            .with(BARRIERS, barriers.bits())
    }

    #[inline]
    fn observe(position: &Runners<R, C>, viewer: Player, mut show: impl FnMut(Plane)) {
        let other = viewer.other();
        show(Plane::Cell(position.runner(viewer).index()));
        show(Plane::Cell(position.runner(other).index()));
        show(Plane::Cells(position.barriers().bits()));
        show(Plane::Cell(goal::<R, C>(viewer).index()));
        show(Plane::All(position.barriers_left(viewer)));
        show(Plane::All(position.barriers_left(other)));
    }
}
