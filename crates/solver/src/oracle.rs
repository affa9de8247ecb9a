//! The exact values of a game.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use quintet_rules::Position;

use crate::{Budget, Census, Progress, Value};

/// The exact values of the positions of a game.
///
/// ```
/// use quintet_solver::heap::Heap;
/// use quintet_solver::search::{ByRules, SearchOracle};
/// use quintet_solver::{Budget, Oracle, Value};
///
/// // One or two stones are taken from a heap; the player who finds none has lost.
/// let heap = Heap::new(4);
/// let oracle = SearchOracle(ByRules);
/// assert_eq!(oracle.value(&heap, Budget::positions(1_000)), Some(Value::win(3)));
/// assert_eq!(oracle.line(&heap, Budget::positions(1_000)), [1, 1, 2]);
/// assert_eq!(oracle.value(&heap, Budget::NONE), None);
/// ```
pub trait Oracle<P: Position>: Send + Sync {
    /// The value, or `None` if not even the winner can be found within the budget.
    fn value(&self, position: &P, budget: Budget) -> Option<Value>;

    /// The values of several positions, in their order. Each may take the whole budget for one value,
    /// and its part of an allowance; what is learnt for one may help the next.
    fn values(&self, positions: &[P], budget: Budget) -> Vec<Option<Value>> {
        let value = |position: &P, budget: Budget| self.value(position, budget);
        each_once(positions, budget, |position| *position, value)
    }

    /// The moves of best play from a position: see [`line()`].
    fn line(&self, position: &P, budget: Budget) -> Vec<P::Move> {
        line(position, |position| self.value(position, budget))
    }

    /// Whether every position is solved: then each has an exact value within any budget.
    fn is_solved(&self) -> bool {
        false
    }

    /// Whether the values of this position and of all that can follow it are looked up in a table.
    fn is_tabulated(&self, _position: &P) -> bool {
        self.is_solved()
    }

    /// All positions with their values, if they can be enumerated.
    fn table(&self) -> Option<&dyn Table<P>> {
        None
    }
}

/// The values of all positions of a solved game.
pub trait Table<P: Position>: Send + Sync {
    /// Whether the positions are few enough to [visit](Table::visit) them one by one.
    fn is_enumerable(&self) -> bool {
        true
    }

    /// Visits every unfinished position, one of each set of symmetric images, with its value and the number of
    /// images, until `show` stops it. Visits nothing if they are not listed.
    fn visit(&self, show: &mut Show<P>) -> ControlFlow<()>;

    /// Counts all unfinished positions by value, which may take minutes where they are not listed. Of several longest
    /// wins the first is named. `None` if the work was cancelled or the table is damaged.
    fn census(&self, progress: &Progress) -> Option<Census<P>> {
        let mut census = Census::default();
        let counted = self.visit(&mut |position, value, images| {
            if progress.is_cancelled() {
                return ControlFlow::Break(());
            }
            census.add(value, images, || *position);
            ControlFlow::Continue(())
        });
        counted.is_continue().then_some(census)
    }

    /// Checks every value against those of its successors, by the rules and not by the method
    /// that found them. Returns how many were checked, or a position that disagrees. `None` as with
    /// [`census`](Table::census).
    fn verify(&self, progress: &Progress) -> Option<Result<u64, P>>;
}

/// What is shown a position, its value and how many images it has, itself included.
pub type Show<'a, P> = dyn FnMut(&P, Value, u64) -> ControlFlow<()> + 'a;

/// The values of several positions, in their order, each asked for within its part of a budget.
/// Positions that have the same `image` have the same value and are asked for once, so that they
/// get the same answer.
pub fn each_once<P: Position, T: Copy>(
    positions: &[P],
    budget: Budget,
    image: impl Fn(&P) -> P,
    mut value: impl FnMut(&P, Budget) -> Option<T>,
) -> Vec<Option<T>> {
    let mut places = HashMap::new();
    let mut distinct = Vec::new();
    let numbers: Vec<_> = positions
        .iter()
        .map(|position| {
            let image = image(position);
            *places.entry(image).or_insert_with(|| {
                distinct.push(image);
                distinct.len() - 1
            })
        })
        .collect();
    let left = (1..=distinct.len()).rev();
    let values: Vec<_> = distinct
        .iter()
        .zip(left)
        .map(|(position, left)| value(position, budget.part(left)))
        .collect();
    numbers.into_iter().map(|number| values[number]).collect()
}

/// The moves of best play: the winner hurries and the loser delays, each with the first of its best
/// moves. The line ends with the game, where a position comes back, or where a value is not known.
pub fn line<P: Position>(start: &P, mut value: impl FnMut(&P) -> Option<Value>) -> Vec<P::Move> {
    let mut line = Vec::new();
    let mut seen = HashSet::new();
    let mut position = *start;
    let mut known = value(&position);
    while let Some(worth) = known.filter(|value| value.is_exact() && seen.insert(position)) {
        let mut moves = position.moves().map(|mv| (mv, position.play_unchecked(mv)));
        let best = moves.find(|(_, next)| value(next).map(Value::one_ply_earlier) == Some(worth));
        let Some((mv, next)) = best else { break };
        drop(moves);
        line.push(mv);
        position = next;
        known = Some(worth.one_ply_later());
    }
    line
}

/// Whether `stored` is what the values of the successors say: a win has a move to a loss that is
/// one ply shorter and none to a shorter one, a loss has only moves to wins, an endless position
/// has a move to another and none to a loss.
///
/// If this holds in every position, every value is right: from wins and losses a line of play leads
/// ply by ply to the end, and who is in an endless position can always go on to another one.
pub fn agrees<P: Position>(
    position: &P,
    stored: Value,
    value: impl Fn(&P) -> Option<Value>,
) -> bool {
    if position.outcome().is_some() {
        return stored == Value::loss(0);
    }
    let mut best = None;
    for mv in position.moves() {
        let Some(next) = value(&position.play_unchecked(mv)) else {
            return false;
        };
        best = best.max(Some(next.one_ply_earlier()));
    }
    best == Some(stored)
}
