//! Exact values in the dynamic layer.

use std::any::Any;
use std::cmp::Reverse;
use std::ops::ControlFlow;

use quintet_rules::Position;
use quintet_solver::{Budget, Census, Oracle, Progress, Table, Value};
use serde::Serialize;

use crate::AnyPosition;
use crate::actions::{ActionSet, Actions};
use crate::any_position::ErasedPosition;
use crate::fact::GameFact;
use crate::game::{Game, Move, Notation};
#[cfg(feature = "schema")]
use crate::value_document::ValueDocument;
use crate::value_document::serialize_value;

/// The exact values of one game at one size.
///
/// A budget limits the search for each value that is not in a table. All methods that take a position panic if it belongs
/// to another game or size.
pub trait AnyOracle: Any + Send + Sync {
    /// Tests whether every position is solved: each then has an exact value within any budget.
    fn is_solved(&self) -> bool;

    /// Tests whether this position and all reachable ones are in a table.
    fn is_tabulated(&self, position: &dyn AnyPosition) -> bool;

    /// Returns the value for the player to move, or `None` if the budget is too small to find it.
    fn value(&self, position: &dyn AnyPosition, budget: Budget) -> Option<Value>;

    /// Returns the values of the position and of every move.
    fn analyze(&self, position: &dyn AnyPosition, budget: Budget) -> Analysis;

    /// Returns the number of each legal action and its value for the player who takes it, in the order of the game.
    fn action_values(&self, position: &dyn AnyPosition, budget: Budget) -> ActionValues;

    /// The same for actions that end the game within `plies` under best play; `None` for others.
    fn action_values_within(
        &self,
        position: &dyn AnyPosition,
        plies: u8,
        budget: Budget,
    ) -> ActionValues {
        let mut values = self.action_values(position, budget);
        let is_far = |value: &Value| value.distance().is_none_or(|distance| distance > plies);
        for (_, value) in &mut values {
            value.take_if(|value| is_far(value));
        }
        values
    }

    /// Decompresses a table into memory, if it is small, so that many values are looked up faster.
    fn decompress(&self) {}

    /// Returns a line of best play: the winner hurries and the loser delays, each with their first best move. The line
    /// ends with the game, at a repeated position, or at an unsolved one. If the distance is unsolved but the opponent has
    /// an answer to every move, it consists of moves and their answers.
    fn line(&self, position: &dyn AnyPosition, budget: Budget) -> Vec<String>;

    /// Returns the facts of the game that explain why the player to move loses, or why neither player wins, the most
    /// important first.
    fn facts(&self, position: &dyn AnyPosition, budget: Budget) -> Vec<GameFact>;

    /// Returns the table of all positions, if the size is solved and has one.
    fn table(&self) -> Option<&dyn AnyTable>;
}

/// The numbers of actions and their values; `None` is unsolved.
pub type ActionValues = Vec<(usize, Option<Value>)>;

/// The values of all positions of a solved game at one size.
pub trait AnyTable {
    /// Tests whether the positions are few enough to [visit](AnyTable::visit) them one by one.
    fn is_enumerable(&self) -> bool;

    /// Counts all unfinished positions by value, which may take minutes if they cannot be enumerated. `None` if the work
    /// was cancelled or the table is damaged.
    fn census(&self, progress: &Progress) -> Option<Census<String>>;

    /// Visits every position that the census counts, one of each set of symmetric images, until `show` breaks. Visits
    /// nothing if the positions cannot be enumerated.
    fn visit(&self, show: &mut dyn FnMut(&SolvedPosition) -> ControlFlow<()>) -> ControlFlow<()>;

    /// Checks every value by the rules. Returns the number of checked values, or the text of a position whose value is
    /// wrong. `None` as with [`census`](AnyTable::census).
    fn verify(&self, progress: &Progress) -> Option<Result<u64, String>>;
}

impl dyn AnyOracle + '_ {
    /// Returns the table, if its positions are few enough to visit them one by one.
    pub fn enumerable_table(&self) -> Option<&dyn AnyTable> {
        self.table().filter(|table| table.is_enumerable())
    }
}

/// A position in the table of a solved game.
pub struct SolvedPosition<'a> {
    /// The unfinished position.
    pub position: &'a dyn AnyPosition,
    /// Its value for the player to move.
    pub value: Value,
    /// The legal actions and their values.
    pub actions: ActionValues,
    /// The number of its images, including itself.
    pub images: u64,
}

impl SolvedPosition<'_> {
    /// Returns the actions that preserve the value and the distance. Never empty.
    pub fn best(&self) -> ActionSet {
        best_of(&self.actions)
    }
}

/// The values of a position and its moves, consistent with each other: a position with a winning move is won, and every
/// move in a lost position loses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// The value for the player to move; `None` is unsolved.
    pub value: Option<Value>,
    /// Every legal move, best first; equal moves are in the order of the game. Empty if the game is over.
    pub moves: Vec<MoveValue>,
}

/// A move and its value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MoveValue {
    /// The move as the rule book spells it.
    #[serde(rename = "move")]
    pub mv: String,
    /// The value for the player who makes the move; the distance includes the move.
    #[serde(flatten, serialize_with = "serialize_value")]
    #[cfg_attr(feature = "schema", schema(value_type = ValueDocument))]
    pub value: Option<Value>,
}

impl Analysis {
    /// Combines the value of a position with those of its moves, in the order of the game.
    pub fn new(value: Option<Value>, moves: Vec<MoveValue>) -> Self {
        let mut analysis = Analysis { value, moves };
        analysis.conclude();
        analysis
    }

    /// Returns the moves with the best value.
    pub fn best_moves(&self) -> impl Iterator<Item = &MoveValue> {
        let best = self.moves.first().map(|best| best.value);
        self.moves
            .iter()
            .take_while(move |mv| Some(mv.value) == best)
    }

    /// Returns the best move, if it provably preserves the value.
    pub fn proven(&self) -> Option<&MoveValue> {
        let best = self.moves.first()?;
        let is_proven = best.value?.is_same_kind(self.value?);
        is_proven.then_some(best)
    }

    /// Tests whether every move has a value with its distance.
    pub fn is_exact(&self) -> bool {
        let is_exact = |mv: &MoveValue| mv.value.as_ref().is_some_and(Value::is_exact);
        self.moves.iter().all(is_exact)
    }

    /// Returns the value of a move.
    pub fn of_move(&self, mv: &str) -> Option<Value> {
        self.moves.iter().find(|other| other.mv == mv)?.value
    }

    /// Adds a value of the position from another source.
    pub fn learn(&mut self, value: Option<Value>) {
        self.value = more_exact(self.value, value);
        self.conclude();
    }

    /// Adds a value of a move from another source.
    pub fn learn_move(&mut self, mv: &str, value: Option<Value>) {
        if let Some(found) = self.moves.iter_mut().find(|other| other.mv == mv) {
            found.value = more_exact(found.value, value);
        }
        self.conclude();
    }

    fn conclude(&mut self) {
        self.value = more_exact(self.value, value_of_best(&self.moves));
        if let Some(Value::Loss(_)) = self.value {
            let unsolved = self.moves.iter_mut().filter(|mv| mv.value.is_none());
            unsolved.for_each(|mv| mv.value = Some(Value::Loss(None)));
        }
        // Unsolved moves come before losing ones.
        let is_lost = |mv: &MoveValue| matches!(mv.value, Some(Value::Loss(_)));
        self.moves
            .sort_by_key(|mv| (is_lost(mv), Reverse(mv.value)));
    }
}

/// Returns the value of the position that follows from its moves.
fn value_of_best(moves: &[MoveValue]) -> Option<Value> {
    let is_exact = |mv: &MoveValue| mv.value.as_ref().is_some_and(Value::is_exact);
    let best = moves.iter().map(|mv| mv.value).max()?;
    if moves.iter().all(is_exact) {
        return best;
    }
    match best {
        // An unsolved move may win faster.
        Some(Value::Win(_)) => Some(Value::Win(None)),
        _ if moves.iter().any(|mv| mv.value.is_none()) => None,
        // A loss may take longer than the longest exact one.
        Some(Value::Loss(_)) => Some(Value::Loss(None)),
        endless => endless,
    }
}

/// Returns the more exact of two values.
fn more_exact(one: Option<Value>, other: Option<Value>) -> Option<Value> {
    match (one, other) {
        (Some(Value::Win(None) | Value::Loss(None)) | None, Some(_)) => other,
        _ => one,
    }
}

/// A typed oracle in the dynamic layer.
pub(crate) struct ErasedOracle<G: Game>(pub(crate) Box<dyn Oracle<G::Position>>);

impl<G: Game> ErasedOracle<G> {
    /// Returns the oracle behind a trait object. Panics if it belongs to another game or size.
    #[cfg(feature = "batch")]
    pub(crate) fn downcast(oracle: &dyn AnyOracle) -> &Self {
        let any: &dyn Any = oracle;
        any.downcast_ref().expect("the oracle is that of the game")
    }

    fn typed(position: &dyn AnyPosition) -> &G::Position {
        let any: &dyn Any = position;
        match any.downcast_ref::<ErasedPosition<G>>() {
            Some(erased) => &erased.0,
            None => panic!("{position:?} is not a position of {} {}", G::ID, G::SIZE),
        }
    }

    /// Returns the values of several positions; `None` is unsolved.
    pub(crate) fn values(&self, positions: &[G::Position], budget: Budget) -> Vec<Option<Value>> {
        let found = self.0.values(positions, budget);
        let each = positions.iter().zip(found);
        each.map(|(position, value)| or_answered::<G>(position, value))
            .collect()
    }

    /// Returns the value of a position.
    #[cfg(feature = "batch")]
    pub(crate) fn typed_value(&self, position: &G::Position, budget: Budget) -> Option<Value> {
        or_answered::<G>(position, self.0.value(position, budget))
    }

    /// Returns the values of several actions for the player who takes them.
    pub(crate) fn values_of(
        &self,
        position: &G::Position,
        actions: Vec<usize>,
        budget: Budget,
    ) -> ActionValues {
        let after = actions.iter().map(|action| position.take(*action));
        let values: Vec<_> = if self.0.is_solved() {
            // Lookups need no search whose results are shared.
            after.map(|next| self.0.value(&next, budget)).collect()
        } else {
            self.values(&after.collect::<Vec<_>>(), budget)
        };
        let earlier = |value: Option<Value>| value.map(Value::one_ply_earlier);
        let values = values.into_iter().map(earlier);
        actions.into_iter().zip(values).collect()
    }

    /// Returns the actions that preserve the value and the distance, given the legal ones. Empty if they are unsolved.
    #[cfg(feature = "batch")]
    pub(crate) fn best_actions(
        &self,
        position: &G::Position,
        legal: ActionSet,
        budget: Budget,
    ) -> ActionSet {
        if !self.0.is_solved() {
            return best_of(&self.values_of(position, numbers(position), budget));
        }
        if legal.is_empty() || self.0.is_tabulated(position) {
            return best_of(&self.values_of(position, legal.iter().collect(), budget));
        }
        // Testing whether an action is best takes less time than finding its value.
        let value = self.0.value(position, budget).filter(Value::is_exact);
        let Some(least) = value.map(Value::one_ply_later) else {
            return ActionSet::NONE;
        };
        let is_best = |action: &usize| {
            let next = position.take(*action);
            self.0.is_at_most(&next, least, budget) == Some(true)
        };
        let best = legal.iter().filter(is_best);
        best.fold(ActionSet::NONE, |best, action| best.with(action, 1))
    }
}

/// Returns the numbers of the legal moves, in the order of the game.
pub(crate) fn numbers<P: Actions>(position: &P) -> Vec<usize> {
    position.moves().map(|mv| position.number(mv)).collect()
}

/// Returns the actions with the greatest value. Empty if a value or its distance is missing.
fn best_of(values: &[(usize, Option<Value>)]) -> ActionSet {
    let is_exact = |value: Option<Value>| value.as_ref().is_some_and(Value::is_exact);
    if !values.iter().all(|(_, value)| is_exact(*value)) {
        return ActionSet::NONE;
    }
    let best = values.iter().map(|(_, value)| *value).max();
    let best = values.iter().filter(|(_, value)| Some(*value) == best);
    best.fold(ActionSet::NONE, |set, (action, _)| set.with(*action, 1))
}

/// Returns a line of first moves and their answers to the end of the game, if the opponent has an answer to every move.
fn answered_line<G: Game>(position: &G::Position) -> Vec<Move<G>> {
    let mut position = *position;
    let mut line = Vec::new();
    let first = |position: &G::Position| position.moves().next();
    while let Some(mv) = first(&position) {
        let Some(answer) = G::answer(&position, mv) else {
            break;
        };
        position = position.play_unchecked(mv).play_unchecked(answer);
        line.extend([mv, answer]);
    }
    line
}

/// Adds a loss without a distance to an unsolved position in which the opponent has an answer to every move.
fn or_answered<G: Game>(position: &G::Position, value: Option<Value>) -> Option<Value> {
    value.or_else(|| {
        let mv = position.moves().next()?;
        G::answer(position, mv).map(|_| Value::Loss(None))
    })
}

impl<G: Game> AnyOracle for ErasedOracle<G> {
    fn is_solved(&self) -> bool {
        self.0.is_solved()
    }

    fn is_tabulated(&self, position: &dyn AnyPosition) -> bool {
        self.0.is_tabulated(Self::typed(position))
    }

    fn value(&self, position: &dyn AnyPosition, budget: Budget) -> Option<Value> {
        let position = Self::typed(position);
        or_answered::<G>(position, self.0.value(position, budget))
    }

    fn analyze(&self, position: &dyn AnyPosition, budget: Budget) -> Analysis {
        let position = Self::typed(position);
        let moves: Vec<_> = position.moves().collect();
        let next = moves.iter().map(|mv| position.play_unchecked(*mv));
        let positions: Vec<_> = [*position].into_iter().chain(next).collect();
        let mut values = self.values(&positions, budget).into_iter();
        let value = values.next().flatten();
        let moves = moves.into_iter().zip(values).map(|(mv, next)| MoveValue {
            mv: G::Position::write_move(mv),
            value: next.map(Value::one_ply_earlier),
        });
        Analysis::new(value, moves.collect())
    }

    fn action_values(&self, position: &dyn AnyPosition, budget: Budget) -> ActionValues {
        let position = Self::typed(position);
        self.values_of(position, numbers(position), budget)
    }

    fn action_values_within(
        &self,
        position: &dyn AnyPosition,
        plies: u8,
        budget: Budget,
    ) -> ActionValues {
        let position = Self::typed(position);
        let value = |action: usize| {
            let next = position.take(action);
            let value = self.0.value_within(&next, plies.checked_sub(1)?, budget);
            value.map(Value::one_ply_earlier)
        };
        let actions = numbers(position).into_iter();
        actions.map(|action| (action, value(action))).collect()
    }

    fn decompress(&self) {
        self.0.decompress();
    }

    fn line(&self, position: &dyn AnyPosition, budget: Budget) -> Vec<String> {
        let position = Self::typed(position);
        let mut line = self.0.line(position, budget);
        if line.is_empty() {
            line = answered_line::<G>(position);
        }
        line.into_iter().map(G::Position::write_move).collect()
    }

    fn facts(&self, position: &dyn AnyPosition, budget: Budget) -> Vec<GameFact> {
        let position = Self::typed(position);
        let is_tabulated = self.0.is_tabulated(position);
        // Facts compare many values, which only a table answers in time.
        G::facts(position, &|positions| {
            if is_tabulated {
                self.values(positions, budget)
            } else {
                vec![None; positions.len()]
            }
        })
    }

    fn table(&self) -> Option<&dyn AnyTable> {
        self.0.table().map(|_| self as &dyn AnyTable)
    }
}

impl<G: Game> ErasedOracle<G> {
    fn typed_table(&self) -> &dyn Table<G::Position> {
        self.0
            .table()
            .expect("only an oracle with a table is used as a table")
    }
}

impl<G: Game> AnyTable for ErasedOracle<G> {
    fn is_enumerable(&self) -> bool {
        self.typed_table().is_enumerable()
    }

    fn census(&self, progress: &Progress) -> Option<Census<String>> {
        let census = self.typed_table().census(progress)?;
        Some(Census {
            won: census.won,
            lost: census.lost,
            endless: census.endless,
            longest_win: census
                .longest_win
                .map(|(plies, position)| (plies, position.write_position())),
        })
    }

    fn visit(&self, show: &mut dyn FnMut(&SolvedPosition) -> ControlFlow<()>) -> ControlFlow<()> {
        let progress = Progress::default();
        self.typed_table()
            .visit(&progress, &mut |position, value, images| {
                show(&SolvedPosition {
                    position: &ErasedPosition::<G>(*position),
                    value,
                    actions: self.values_of(position, numbers(position), Budget::NONE),
                    images,
                })
            })
    }

    fn verify(&self, progress: &Progress) -> Option<Result<u64, String>> {
        let checked = self.typed_table().verify(progress)?;
        Some(checked.map_err(|position| position.write_position()))
    }
}
