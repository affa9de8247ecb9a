//! The exact values of a game.

use std::ops::ControlFlow;

use quintet_rules::Position;

use crate::distinct::Distinct;
use crate::{Budget, Census, Progress, Value, Worth};

/// The exact values of the positions of a game.
///
/// ```
/// use quintet_solver::search::Seeker;
/// use quintet_solver::{Budget, Oracle, Value};
/// # use quintet_rules::{Outcome, Player, Position};
/// # use quintet_solver::search::Keyed;
/// # #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
/// # struct Heap {
/// #     stones: u8,
/// #     to_move: Player,
/// # }
/// # impl Position for Heap {
/// #     type Move = u8;
/// #     type Refusal = &'static str;
/// #     fn to_move(&self) -> Player {
/// #         self.to_move
/// #     }
/// #     fn outcome(&self) -> Option<Outcome> {
/// #         let winner = self.to_move.other();
/// #         (self.stones == 0).then_some(Outcome { winner })
/// #     }
/// #     fn moves(&self) -> impl Iterator<Item = u8> {
/// #         1..=self.stones.min(2)
/// #     }
/// #     fn check(&self, taken: u8) -> Result<(), &'static str> {
/// #         match taken {
/// #             1 | 2 if taken <= self.stones => Ok(()),
/// #             1 | 2 => Err("there are not so many stones"),
/// #             _ => Err("one or two are taken"),
/// #         }
/// #     }
/// #     fn play_unchecked(&self, taken: u8) -> Self {
/// #         Heap {
/// #             stones: self.stones - taken,
/// #             to_move: self.to_move.other(),
/// #         }
/// #     }
/// # }
/// # impl Keyed for Heap {
/// #     const ENDS: bool = true;
/// #     fn key(&self) -> u128 {
/// #         self.stones.into()
/// #     }
/// # }
///
/// // One or two stones are taken from a heap; the player who finds none has lost.
/// let heap = Heap {
///     stones: 4,
///     to_move: Player::One,
/// };
/// let oracle = Seeker::default();
/// assert_eq!(oracle.value(&heap, Budget::positions(1_000)), Some(Value::Win(3)));
/// assert_eq!(oracle.line(&heap, Budget::positions(1_000)), [1, 1, 2]);
/// assert_eq!(oracle.value(&heap, Budget::NONE), None);
/// ```
pub trait Oracle<P: Position>: Send + Sync {
    /// Whether every position is known: then each has a value within any budget, and so has the
    /// start, whichever player begins.
    fn is_whole(&self) -> bool;

    /// Whether the values of this position and of all that can follow it are looked up in a table.
    fn is_tabulated(&self, _position: &P) -> bool {
        self.is_whole()
    }

    /// The exact value, or `None` if it cannot be found within the budget.
    fn value(&self, position: &P, budget: Budget) -> Option<Value>;

    /// The values of several positions, in their order. Each may take the whole budget for one value,
    /// and its part of an allowance; what is learnt for one may help the next.
    fn values(&self, positions: &[P], budget: Budget) -> Vec<Option<Value>> {
        let value = |position: &P, budget: Budget| self.value(position, budget);
        each_once(positions, budget, |position| *position, value)
    }

    /// What is known of the value within the budget, if only who wins.
    fn worth(&self, position: &P, budget: Budget) -> Option<Worth> {
        self.value(position, budget).map(Worth::from)
    }

    /// What is known of the values of several positions, as in [`values`](Oracle::values).
    fn worths(&self, positions: &[P], budget: Budget) -> Vec<Option<Worth>> {
        let values = self.values(positions, budget).into_iter();
        values.map(|value| value.map(Worth::from)).collect()
    }

    /// The moves of best play from a position: see [`line()`].
    fn line(&self, position: &P, budget: Budget) -> Vec<P::Move> {
        line(position, |position| self.value(position, budget))
    }

    /// Whether all positions can be counted, shown and checked one by one: every one is known, and they are not too
    /// many.
    fn is_listed(&self) -> bool {
        self.is_whole()
    }

    /// The count of all unfinished positions, if they are listed.
    fn census(&self) -> Option<Census<P>>;

    /// Shows every position that the census counts, of those that are images of each other one, with its
    /// value and how many they are, until told to stop. Nothing, if they are not listed.
    fn visit(&self, _show: &mut Show<P>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// The count of all unfinished positions where they are too many to be listed: it may take minutes. `None` where the
    /// [census](Oracle::census) tells it or it cannot be told, or if the work was cancelled.
    fn long_census(&self, _progress: &Progress) -> Option<Census<P>> {
        None
    }

    /// Checks every known value against those of its successors, by the rules and not by the method
    /// that found them. How many were checked, or a position that disagrees. `None` if not every position is known, or they are known
    /// without a table and are too many, or if the work was cancelled.
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
    let mut distinct = Distinct::default();
    let numbers: Vec<_> = positions
        .iter()
        .map(|position| distinct.number(image(position)))
        .collect();
    let left = (1..=distinct.list.len()).rev();
    let values: Vec<_> = distinct
        .list
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
    let mut seen = Distinct::default();
    let mut position = *start;
    let mut known = value(&position);
    while let Some(worth) = known.filter(|_| seen.is_new(position)) {
        let mut moves = position.moves().map(|mv| (mv, position.play_unchecked(mv)));
        let best = moves.find(|(_, next)| value(next).map(Value::one_ply_earlier) == Some(worth));
        let Some((mv, next)) = best else { break };
        drop(moves);
        line.push(mv);
        position = next;
        known = Some(value_after(worth));
    }
    line
}

/// The value that a best move leaves.
const fn value_after(worth: Value) -> Value {
    match worth {
        Value::Win(plies) => Value::Loss(plies.saturating_sub(1)),
        Value::Loss(plies) => Value::Win(plies.saturating_sub(1)),
        Value::Endless => Value::Endless,
    }
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
        return stored == Value::Loss(0);
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
