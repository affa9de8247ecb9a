//! Boards that are too large to be known whole: with few barriers left in hand, what can still follow is solved whole.

use std::sync::Arc;

use quintet_rules::Position;
use quintet_solver::search::{Keyed, Seeker};
use quintet_solver::{Budget, Census, Oracle, Progress, Value, each_once, line};

use super::frame::Frame;
use super::index::Index;
use super::kept::KeptBlocks;
use super::placement::Placement;
use super::scope::Scope;
use super::table::{Table, compute};
use crate::grid_runner::Runners;

/// Solves what can follow a position, if that is affordable; else searches.
///
/// Every question begins from nothing: what is found within a budget must not depend on what was
/// asked before, or a seed would not repeat a game.
#[derive(Debug)]
pub(super) struct Rest;

impl Rest {
    /// Answers about one position after the other, and remembers what was solved.
    fn answers<const R: usize, const C: usize>(
        budget: Budget,
    ) -> impl FnMut(&Runners<R, C>, Budget) -> Option<Value> {
        let frame = Frame::<u64>::new(R);
        let mut solved: Vec<Table<u64>> = Vec::new();
        let mut search = Seeker::search(budget);
        move |position, budget| {
            if position.outcome().is_some() {
                return Some(Value::Loss(0));
            }
            let placement = Placement::of(&frame, position);
            let known = solved.iter().find_map(|table| table.look_up(&placement));
            if known.is_some() {
                return known;
            }
            let scope = Scope::after(frame, placement.barriers, placement.left);
            let cost = cost(&scope);
            if cost > budget.most_positions().min(MOST) {
                return search(position, budget);
            }
            budget.use_up(cost);
            let table = solve(scope);
            let value = table.look_up(&placement);
            solved.push(table);
            value
        }
    }
}

/// The values of all positions of a scope. It is compiled here, to be fast, as [`table`](super::table) is.
fn solve(scope: Scope<u64>) -> Table<u64> {
    let bytes = compute(scope, &Progress::default()).expect("never cancelled");
    Table::new(Arc::new(KeptBlocks::new(Index::new(scope))), bytes.into())
}

/// To solve more would take hundreds of megabytes. On 7x7 it is enough for three barriers in hand.
const MOST: u64 = 4_000_000;

/// How many positions a search looks at while all those of a scope are solved, about.
fn cost(scope: &Scope<u64>) -> u64 {
    const A_BLOCK: u64 = 32;
    const A_BARRIER: u64 = 4;
    let cells = u64::from(scope.buildable().count_ones());
    let mut sets = 1;
    let mut cost = 0;
    for placed in 0..=scope.most() {
        for left in scope.left_after(placed) {
            let placing = left.iter().filter(|left| **left > 0).count() as u64;
            cost += sets * (A_BLOCK + placing * cells * A_BARRIER);
        }
        sets = sets * cells.saturating_sub(placed as u64) / (placed as u64 + 1);
    }
    cost
}

impl<const R: usize, const C: usize> Oracle<Runners<R, C>> for Rest {
    fn is_whole(&self) -> bool {
        false
    }

    fn value(&self, position: &Runners<R, C>, budget: Budget) -> Option<Value> {
        Self::answers(budget)(position, budget)
    }

    fn values(&self, positions: &[Runners<R, C>], budget: Budget) -> Vec<Option<Value>> {
        each_once(positions, budget, Runners::image, Self::answers(budget))
    }

    fn line(
        &self,
        position: &Runners<R, C>,
        budget: Budget,
    ) -> Vec<<Runners<R, C> as Position>::Move> {
        let mut answers = Self::answers(budget);
        line(position, |position| answers(position, budget))
    }

    fn census(&self) -> Option<Census<Runners<R, C>>> {
        None
    }

    fn verify(&self) -> Option<Result<u64, Runners<R, C>>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use quintet_rules::{Player, Random, Wyrand};
    use quintet_solver::{agrees, reference};

    use super::*;
    use crate::game::Rules;
    use crate::grid_runner::GridRunner;

    /// A position of a random game of so many plies at the most, which is not over.
    fn random_position<const N: usize>(random: &mut Wyrand, plies: u32) -> Runners<N, N> {
        let mut position = GridRunner::<N, N>::start(Player::BOTH[random.below(2) as usize]);
        for _ in 0..random.below(plies + 1) {
            let moves: Vec<_> = position.moves().collect();
            let next = position.play_unchecked(moves[random.below(moves.len() as u32) as usize]);
            if next.outcome().is_some() {
                break;
            }
            position = next;
        }
        position
    }

    fn left<const N: usize>(position: &Runners<N, N>) -> u8 {
        let left = Player::BOTH.map(|player| position.barriers_left(player));
        left.iter().sum()
    }

    #[test]
    fn what_follows_any_position_has_the_values_of_the_whole_board() {
        let scope = Scope::<u64>::whole(4);
        let whole = solve(scope);
        let mut random = Wyrand::new(1);
        for _ in 0..200 {
            let position = random_position::<4>(&mut random, 12);
            let expected = whole.look_up(&Placement::of(&scope.frame, &position));
            assert!(expected.is_some());
            assert_eq!(
                Rest.value(&position, Budget::UNBOUNDED),
                expected,
                "{position:?}"
            );
        }
    }

    #[test]
    fn without_barriers_left_the_reference_finds_the_same_on_6x6_and_7x7() {
        fn check<const N: usize>() {
            let mut random = Wyrand::new(2);
            let mut checked = 0;
            while checked < 2 {
                let position = random_position::<N>(&mut random, 30);
                if left(&position) == 0 {
                    let values = reference::solve(position);
                    for (next, expected) in values.iter().step_by(50) {
                        let value = Rest.value(next, Budget::positions(100));
                        assert_eq!(value, Some(*expected), "{next:?}");
                    }
                    checked += 1;
                }
            }
        }
        check::<6>();
        check::<7>();
    }

    #[test]
    fn with_few_barriers_left_every_position_of_6x6_is_answered_and_agrees_with_its_successors() {
        let mut random = Wyrand::new(3);
        let mut by_left = [0; 3];
        while by_left.iter().sum::<usize>() < 24 {
            let position = random_position::<6>(&mut random, 12);
            let left = usize::from(left(&position));
            if left < by_left.len() && by_left[left] < 8 {
                let mut answers = Rest::answers(Budget::positions(100_000));
                let value = answers(&position, Budget::positions(100_000)).expect("affordable");
                let table = Placement::of(&Frame::new(6), &position);
                let table = solve(Scope::after(Frame::new(6), table.barriers, table.left));
                let known = |next: &Runners<6, 6>| {
                    if next.outcome().is_some() {
                        return Some(Value::Loss(0));
                    }
                    table.look_up(&Placement::of(&Frame::new(6), next))
                };
                assert!(agrees(&position, value, known), "{position:?}");
                by_left[left] += 1;
            }
        }
    }
}
