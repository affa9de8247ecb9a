//! Oracles and tables: the interfaces to exact values.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use quintet_rules::Position;

use crate::{Budget, Census, Progress, Value};

/// Exact values of the positions of a game. See the [crate's example](crate).
pub trait Oracle<P: Position>: Send + Sync {
    /// Returns the value, or `None` if not even the winner can be found within the budget.
    fn value(&self, position: &P, budget: Budget) -> Option<Value>;

    /// Returns the values of several positions, in their order. The budget applies to each value and its allowance is
    /// divided among them. Results of one search may speed up the next.
    fn values(&self, positions: &[P], budget: Budget) -> Vec<Option<Value>> {
        let value = |position: &P, budget: Budget| self.value(position, budget);
        values_by_class(positions, budget, |position| *position, value)
    }

    /// Returns the value of a game that ends within `plies` under best play; `None` for others. May search less than
    /// [`value`](Oracle::value).
    fn value_within(&self, position: &P, plies: u8, budget: Budget) -> Option<Value> {
        let value = self.value(position, budget);
        value.filter(|value| value.distance().is_some_and(|distance| distance <= plies))
    }

    /// Tests whether the value is at most this one; `None` if that cannot be found within the budget. May search less than
    /// [`value`](Oracle::value).
    fn is_at_most(&self, position: &P, most: Value, budget: Budget) -> Option<bool> {
        self.value(position, budget).map(|value| value <= most)
    }

    /// Returns the moves of best play from a position: see [`line()`].
    fn line(&self, position: &P, budget: Budget) -> Vec<P::Move> {
        line(position, |position| self.value(position, budget))
    }

    /// Returns true if every position is solved, so that each has an exact value with any budget.
    fn is_solved(&self) -> bool {
        false
    }

    /// Returns true if the values of this position and of all later ones are looked up in a table.
    fn is_tabulated(&self, _position: &P) -> bool {
        self.is_solved()
    }

    /// Decompresses a table into memory, if it is small, so that many values are looked up faster.
    fn decompress(&self) {}

    /// Returns the table of all positions, if they can be enumerated.
    fn table(&self) -> Option<&dyn Table<P>> {
        None
    }
}

/// The values of all positions of a solved game.
pub trait Table<P: Position>: Send + Sync {
    /// Returns true if there are few enough positions to [visit](Table::visit) them individually.
    fn is_enumerable(&self) -> bool {
        true
    }

    /// Visits every unfinished position, one of each set of symmetric images, until `visitor` breaks or the computation is
    /// cancelled. Visits nothing if the positions are not enumerable.
    fn visit(&self, progress: &Progress, visitor: &mut Visitor<P>) -> ControlFlow<()>;

    /// Counts all unfinished positions by value, which may take minutes if they cannot be enumerated. `None` if the computation
    /// was cancelled or the table is damaged.
    fn census(&self, progress: &Progress) -> Option<Census<P>> {
        let mut census = Census::default();
        let visited = self.visit(progress, &mut |position, value, images| {
            census.add(value, images, || *position);
            ControlFlow::Continue(())
        });
        visited.is_continue().then_some(census)
    }

    /// Checks every value against those of its successors, using only the rules. Returns the number of checked values, or
    /// a position with a wrong one. `None` as for [`census`](Table::census).
    fn verify(&self, progress: &Progress) -> Option<Result<u64, P>>;
}

/// Receives a position, its value, and its number of symmetric images including itself.
pub type Visitor<'a, P> = dyn FnMut(&P, Value, u64) -> ControlFlow<()> + 'a;

/// Returns the values of several positions, in their order, each found within its part of a budget.
///
/// Positions with the same `class` have the same value. `value` is called once for each class, with its representative,
/// so equivalent positions get the same result.
pub fn values_by_class<P: Position, T: Copy>(
    positions: &[P],
    budget: Budget,
    class: impl Fn(&P) -> P,
    mut value: impl FnMut(&P, Budget) -> Option<T>,
) -> Vec<Option<T>> {
    let mut indices = HashMap::new();
    let mut classes = Vec::new();
    let class_of_each: Vec<_> = positions
        .iter()
        .map(|position| {
            let class = class(position);
            *indices.entry(class).or_insert_with(|| {
                classes.push(class);
                classes.len() - 1
            })
        })
        .collect();
    let remaining = (1..=classes.len()).rev();
    let values: Vec<_> = classes
        .iter()
        .zip(remaining)
        .map(|(class, remaining)| value(class, budget.part(remaining)))
        .collect();
    class_of_each
        .into_iter()
        .map(|class| values[class])
        .collect()
}

/// Returns the moves of best play: the winner minimizes and the loser maximizes the distance, each with the first of their
/// best moves. The line stops at the end of the game, before a repeated position, and where a value is unknown.
pub fn line<P: Position>(start: &P, mut value: impl FnMut(&P) -> Option<Value>) -> Vec<P::Move> {
    let mut line = Vec::new();
    let mut seen = HashSet::new();
    let mut position = *start;
    let mut current = value(&position);
    while let Some(wanted) = current.filter(|value| value.is_exact() && seen.insert(position)) {
        let mut moves = position.moves().map(|mv| (mv, position.play_unchecked(mv)));
        let best = moves.find(|(_, next)| value(next).map(Value::one_ply_earlier) == Some(wanted));
        let Some((mv, next)) = best else { break };
        drop(moves);
        line.push(mv);
        position = next;
        current = Some(wanted.one_ply_later());
    }
    line
}

/// Returns true if a stored value follows from the values of the successors. A win has a move to a loss that is one ply
/// shorter, and none to a shorter loss; a loss has only moves to wins; an endless position has a move to another endless
/// position and none to a loss.
///
/// If this holds for every position, all values are correct: every win and loss leads ply by ply to the end, and a player in
/// an endless position can always move to another one.
pub fn is_consistent<P: Position>(
    position: &P,
    stored: Value,
    value: impl Fn(&P) -> Option<Value>,
) -> bool {
    if position.is_over() {
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
