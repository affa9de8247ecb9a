//! Exact values in the dynamic layer.

use std::cmp::Reverse;

use quintet_rules::Position;
use quintet_solver::{Budget, Census, Oracle, Value};

use crate::AnyPosition;
use crate::any_position::Of;
use crate::game::Game;

/// The exact values of one game at one size.
///
/// A budget is what may be spent on each value where no table answers.
pub trait AnyOracle: Send + Sync {
    /// Whether every position is known: then each has a value within any budget, and so has the
    /// start, whichever player begins.
    fn is_whole(&self) -> bool;

    /// Whether the values of this position and of all that can follow it are looked up in a table.
    ///
    /// Panics if the position is one of another game or size.
    fn is_tabulated(&self, position: &dyn AnyPosition) -> bool;

    /// The value for the player to move, or `None` if it is not known within the budget.
    /// The same panic.
    fn value(&self, position: &dyn AnyPosition, budget: Budget) -> Option<Value>;

    /// The value and that of every move. The same panic.
    fn analyze(&self, position: &dyn AnyPosition, budget: Budget) -> Analysis;

    /// The moves of best play: the winner hurries and the loser delays, each with the first of its
    /// best moves. It ends with the game, where a position comes back, or where a value is not
    /// known. The same panic.
    fn line(&self, position: &dyn AnyPosition, budget: Budget) -> Vec<String>;

    /// The count of all unfinished positions, if every position is known.
    fn census(&self) -> Option<Census<String>>;

    /// Checks every known value by the rules: how many were checked, or the text of a position that
    /// disagrees. `None` if not every position is known.
    fn verify(&self) -> Option<Result<u64, String>>;
}

/// What is known about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// The value for the player to move; `None` is unsolved.
    pub value: Option<Value>,
    /// Every legal move, best first; of equal ones in the order of the game. Empty if the game is
    /// over.
    pub moves: Vec<MoveValue>,
}

/// A move and what it is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveValue {
    /// The move as the rule book spells it.
    pub mv: String,
    /// What it is worth to the player who makes it, in plies counted from before it; `None` is
    /// unsolved.
    pub value: Option<Value>,
}

impl Analysis {
    /// The value, or a win that is known though it may not be the fastest: enough to tell a mistake
    /// by.
    pub fn value_at_least(&self) -> Option<Value> {
        let best = self.moves.first().and_then(|best| best.value);
        self.value
            .or(best.filter(|best| matches!(best, Value::Win(_))))
    }

    /// The moves that are worth as much as the best one.
    pub fn best_moves(&self) -> impl Iterator<Item = &MoveValue> {
        let best = self.moves.first().map(|best| best.value);
        self.moves
            .iter()
            .take_while(move |mv| Some(mv.value) == best)
    }
}

/// An oracle of a known game, in the dynamic layer.
pub(crate) struct OracleOf<G: Game>(pub(crate) Box<dyn Oracle<G::Position>>);

impl<G: Game> OracleOf<G> {
    fn typed(position: &dyn AnyPosition) -> &G::Position {
        let of: Option<&Of<G>> = position.as_any().downcast_ref();
        &of.unwrap_or_else(|| panic!("{position:?} is no position of {} {}", G::ID, G::SIZE))
            .0
    }
}

impl<G: Game> AnyOracle for OracleOf<G> {
    fn is_whole(&self) -> bool {
        self.0.is_whole()
    }

    fn is_tabulated(&self, position: &dyn AnyPosition) -> bool {
        self.0.is_tabulated(Self::typed(position))
    }

    fn value(&self, position: &dyn AnyPosition, budget: Budget) -> Option<Value> {
        self.0.value(Self::typed(position), budget)
    }

    fn analyze(&self, position: &dyn AnyPosition, budget: Budget) -> Analysis {
        let position = Self::typed(position);
        let legal: Vec<_> = position.moves().collect();
        let after = legal.iter().map(|mv| position.play_unchecked(*mv));
        let positions: Vec<_> = std::iter::once(*position).chain(after).collect();
        let mut values = self.0.values(&positions, budget).into_iter();
        let value = values.next().flatten();
        let mut moves: Vec<_> = legal
            .into_iter()
            .zip(values)
            .map(|(mv, next)| MoveValue {
                mv: G::write_move(mv),
                value: next.map(Value::one_ply_earlier),
            })
            .collect();
        // What is not known may be better than a loss and worse than anything else.
        moves.sort_by_key(|mv| match mv.value {
            Some(value @ Value::Loss(_)) => (1, Reverse(Some(value))),
            None => (0, Reverse(None)),
            value => (0, Reverse(value)),
        });
        // The moves have been looked at one by one: together they may know what was not found at
        // once.
        let are_known = !moves.is_empty() && moves.iter().all(|mv| mv.value.is_some());
        let best = moves
            .first()
            .filter(|_| are_known)
            .and_then(|best| best.value);
        Analysis {
            value: value.or(best),
            moves,
        }
    }

    fn line(&self, position: &dyn AnyPosition, budget: Budget) -> Vec<String> {
        let line = self.0.line(Self::typed(position), budget);
        line.into_iter().map(G::write_move).collect()
    }

    fn census(&self) -> Option<Census<String>> {
        let census = self.0.census()?;
        Some(Census {
            won: census.won,
            lost: census.lost,
            endless: census.endless,
            longest_win: census
                .longest_win
                .map(|(plies, position)| (plies, G::write_position(&position))),
        })
    }

    fn verify(&self) -> Option<Result<u64, String>> {
        let checked = self.0.verify()?;
        Some(checked.map_err(|position| G::write_position(&position)))
    }
}
