//! Action numbers: 0 to 3 for a step up, right, down or left, then 4 plus the cell for a barrier.

#![expect(
    clippy::inline_always,
    reason = "a batch compiles it for several games at once, as a part of its own loop"
)]

use quintet_rules::{Cell, Cells, Player, Position};

use super::position::goal;
use super::{Runners, RunnersMove};
use crate::actions::{ActionSet, Actions, Direction, Parts, Plane};
use crate::symmetry::Transform;

/// The number of a barrier on the first cell.
const BARRIERS: usize = Direction::ALL.len();

impl<const R: usize, const C: usize> Actions for Runners<R, C> {
    const ACTIONS: usize = BARRIERS + R * C;
    const PLANES: &'static [&'static str] = &[
        "own runner",
        "opponent's runner",
        "barriers",
        "own goal",
        "own barriers left, on every cell",
        "opponent's barriers left, on every cell",
    ];
    const LONGEST: Option<u32> = None;
    const PARTS: usize = 6;

    #[inline]
    fn parts(&self) -> Parts {
        Parts::of([
            self.mine.index() as u64,
            self.theirs.index() as u64,
            self.barriers.bits(),
            self.my_barriers.into(),
            self.their_barriers.into(),
            self.to_move as u64,
        ])
    }

    #[inline]
    fn from_parts(parts: &Parts) -> Self {
        Runners {
            mine: parts.cell(0),
            theirs: parts.cell(1),
            barriers: parts.cells(2),
            my_barriers: parts.0[3] as u8,
            their_barriers: parts.0[4] as u8,
            to_move: parts.player(5),
        }
    }

    #[inline]
    fn number(&self, action: RunnersMove<R, C>) -> usize {
        match action {
            RunnersMove::Move(to) => Direction::between(self.runner(self.to_move()), to) as usize,
            RunnersMove::Barrier(on) => BARRIERS + on.index(),
        }
    }

    #[inline]
    fn action_move(&self, number: usize) -> Option<RunnersMove<R, C>> {
        if number >= BARRIERS {
            return Cell::new(number - BARRIERS).map(RunnersMove::Barrier);
        }
        let runner = self.runner(self.to_move());
        Direction::ALL[number].step(runner).map(RunnersMove::Move)
    }

    /// Each runner starts in the opponent's goal, and the goals are on one diagonal.
    fn is_symmetry(transform: &Transform) -> bool {
        transform.fixes_diagonal()
    }

    fn action_image(number: usize, transform: &Transform) -> usize {
        match Direction::ALL.get(number) {
            Some(direction) => transform.direction(*direction) as usize,
            None => BARRIERS + transform.cell(number - BARRIERS),
        }
    }

    #[inline(always)]
    fn take(&self, number: usize) -> Self {
        let runner = Direction::land(self.runner(self.to_move()), number);
        let is_barrier = u64::from(number >= BARRIERS);
        let site = is_barrier << (number.wrapping_sub(BARRIERS) % 64);
        self.after(runner, Cells::from_bits(site))
    }

    #[inline]
    fn legal_actions(&self) -> ActionSet {
        match self.quick_actions() {
            (legal, true) => legal,
            (legal, false) => {
                let closed = self.building_sites() - self.placeable();
                legal.without(BARRIERS, closed.bits())
            }
        }
    }

    #[inline(always)]
    fn quick_actions(&self) -> (ActionSet, bool) {
        let goes_on = u64::from(!self.is_over()).wrapping_neg();
        let runner = self.runner(self.to_move()).alone();
        let is_free = |to: Cells<R, C>| u64::from(!(to - self.barriers()).is_empty());
        let steps = is_free(runner.up())
            | is_free(runner.right()) << 1
            | is_free(runner.down()) << 2
            | is_free(runner.left()) << 3;
        let sites = self.building_sites();
        let legal = ActionSet::NONE
            .with(0, steps & goes_on)
            .with(BARRIERS, sites.bits() & goes_on);
        (legal, !self.may_cut_off(sites))
    }

    #[inline]
    fn observe(&self, viewer: Player, mut show: impl FnMut(Plane)) {
        let other = viewer.other();
        show(Plane::Cell(self.runner(viewer).index()));
        show(Plane::Cell(self.runner(other).index()));
        show(Plane::Cells(self.barriers().bits()));
        show(Plane::Cell(goal::<R, C>(viewer).index()));
        show(Plane::All(self.barriers_left(viewer)));
        show(Plane::All(self.barriers_left(other)));
    }
}
