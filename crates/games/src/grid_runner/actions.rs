//! Moves as numbers: a step up, right, down or left is 0 to 3, a barrier 4 and its cell.

#![expect(
    clippy::inline_always,
    reason = "a batch compiles it for several games at once, as a part of its own loop"
)]

use quintet_rules::{Cell, Cells, Player, Position};

use super::position::goal;
use super::{Action, GridRunner, Runners};
use crate::actions::{ActionSet, Actions, Direction, Parts, Plane};

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
    const PARTS: usize = Runners::<R, C>::PARTS;

    #[inline]
    fn parts(position: &Runners<R, C>) -> Parts {
        position.parts()
    }

    #[inline]
    fn from_parts(parts: &Parts) -> Runners<R, C> {
        Runners::from_parts(parts)
    }

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

    #[inline(always)]
    fn take(position: &Runners<R, C>, number: usize) -> Runners<R, C> {
        let runner = Direction::land(position.runner(position.to_move()), number);
        let is_barrier = u64::from(number >= BARRIERS);
        let site = is_barrier << (number.wrapping_sub(BARRIERS) % 64);
        position.after(runner, Cells::from_bits(site))
    }

    #[inline]
    fn legal(position: &Runners<R, C>) -> ActionSet {
        match Self::glance(position) {
            (legal, true) => legal,
            (legal, false) => {
                let closed = position.building_sites() - position.placeable();
                legal.without(BARRIERS, closed.bits())
            }
        }
    }

    #[inline(always)]
    fn glance(position: &Runners<R, C>) -> (ActionSet, bool) {
        let goes_on = u64::from(!position.is_over()).wrapping_neg();
        let runner = position.runner(position.to_move()).alone();
        let is_free = |to: Cells<R, C>| u64::from(!(to - position.barriers()).is_empty());
        let steps = is_free(runner.up())
            | is_free(runner.right()) << 1
            | is_free(runner.down()) << 2
            | is_free(runner.left()) << 3;
        let sites = position.building_sites();
        let legal = ActionSet::NONE
            .with(0, steps & goes_on)
            .with(BARRIERS, sites.bits() & goes_on);
        (legal, !position.may_cut_off(sites))
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
