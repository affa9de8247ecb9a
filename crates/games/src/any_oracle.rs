//! Exact values in the dynamic layer.

use std::any::Any;
use std::cmp::Reverse;
#[cfg(feature = "data")]
use std::ops::ControlFlow;

use quintet_rules::Position;
use quintet_solver::{Budget, Census, Oracle, Progress, Table, Value};
use serde::Serialize;

use crate::AnyPosition;
#[cfg(feature = "data")]
use crate::actions::{ActionSet, Actions};
use crate::any_position::ErasedPosition;
use crate::game::{Game, Move, Notation};
#[cfg(feature = "schema")]
use crate::value_document::ValueDocument;
use crate::value_document::serialize_value;

/// The exact values of one game at one size.
///
/// A budget is what may be spent on each value where no table answers.
pub trait AnyOracle: Any + Send + Sync {
    /// Whether every position is solved: then each has an exact value within any budget, and so has the
    /// start, whichever player begins.
    fn is_solved(&self) -> bool;

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
    /// known. Where it is not known how soon a position is lost, but the opponent has an answer to everything, moves
    /// and their answers. The same panic.
    fn line(&self, position: &dyn AnyPosition, budget: Budget) -> Vec<String>;

    /// All positions with their values, if they can be enumerated.
    fn table(&self) -> Option<&dyn AnyTable>;
}

/// The values of all positions of a solved game at one size.
pub trait AnyTable {
    /// Whether the positions are few enough to visit them one by one.
    fn is_enumerable(&self) -> bool;

    /// Counts all unfinished positions by value, which may take minutes where they are not listed. `None` if the work was
    /// cancelled or the table is damaged.
    fn census(&self, progress: &Progress) -> Option<Census<String>>;

    /// Visits every position that the census counts, one of each set of symmetric images, until
    /// told to stop. Nothing, if they are not listed.
    #[cfg(feature = "data")]
    fn visit(&self, show: &mut dyn FnMut(&SolvedPosition) -> ControlFlow<()>) -> ControlFlow<()>;

    /// Checks every value by the rules. Returns how many were checked, or the text of a position that
    /// disagrees. `None` as with [`census`](AnyTable::census).
    fn verify(&self, progress: &Progress) -> Option<Result<u64, String>>;
}

impl dyn AnyOracle + '_ {
    /// The table, if its positions are few enough to visit them one by one.
    pub fn enumerable_table(&self) -> Option<&dyn AnyTable> {
        self.table().filter(|table| table.is_enumerable())
    }
}

/// A position of a game that is known whole.
#[cfg(feature = "data")]
pub struct SolvedPosition<'a> {
    /// The position, which is not finished.
    pub position: &'a dyn AnyPosition,
    /// For the player to move.
    pub value: Value,
    /// The actions that keep the value and the distance; at least one.
    pub best: ActionSet,
    /// How many positions are images of this one, itself included.
    pub images: u64,
}

/// What is known about a position. What follows from a part of it is in the others, too: a position
/// with a move that wins is won, and in a lost one every move loses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// For the player to move; `None` is unsolved.
    pub value: Option<Value>,
    /// Every legal move, best first; of equal ones in the order of the game. Empty if the game is
    /// over.
    pub moves: Vec<MoveValue>,
}

/// A move and what it is worth to the player who makes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MoveValue {
    /// The move as the rule book spells it.
    #[serde(rename = "move")]
    pub mv: String,
    /// For the player who makes it, counted from before it.
    #[serde(flatten, serialize_with = "serialize_value")]
    #[cfg_attr(feature = "schema", schema(value_type = ValueDocument))]
    pub value: Option<Value>,
}

impl Analysis {
    /// Puts together what was found of a position and of its moves, which are in the order of the
    /// game.
    pub fn new(value: Option<Value>, moves: Vec<MoveValue>) -> Self {
        let mut analysis = Analysis { value, moves };
        analysis.conclude();
        analysis
    }

    /// The moves that are worth as much as the best one.
    pub fn best_moves(&self) -> impl Iterator<Item = &MoveValue> {
        let best = self.moves.first().map(|best| best.value);
        self.moves
            .iter()
            .take_while(move |mv| Some(mv.value) == best)
    }

    /// The best move, if it is known to keep the value.
    pub fn proven(&self) -> Option<&MoveValue> {
        let best = self.moves.first()?;
        let is_proven = best.value?.is_same_kind(self.value?);
        is_proven.then_some(best)
    }

    /// Whether all is known: the value of each move, and how soon it wins or loses.
    pub fn is_exact(&self) -> bool {
        let is_exact = |mv: &MoveValue| mv.value.as_ref().is_some_and(Value::is_exact);
        self.moves.iter().all(is_exact)
    }

    /// What is known of a move.
    pub fn of_move(&self, mv: &str) -> Option<Value> {
        self.moves.iter().find(|known| known.mv == mv)?.value
    }

    /// Takes in what is known of the position from elsewhere.
    pub fn learn(&mut self, value: Option<Value>) {
        self.value = more_exact(self.value, value);
        self.conclude();
    }

    /// Takes in what is known of a move from elsewhere.
    pub fn learn_move(&mut self, mv: &str, value: Option<Value>) {
        if let Some(known) = self.moves.iter_mut().find(|known| known.mv == mv) {
            known.value = more_exact(known.value, value);
        }
        self.conclude();
    }

    fn conclude(&mut self) {
        self.value = more_exact(self.value, value_of_best(&self.moves));
        if let Some(Value::Loss(_)) = self.value {
            let unknown = self.moves.iter_mut().filter(|mv| mv.value.is_none());
            unknown.for_each(|mv| mv.value = Some(Value::Loss(None)));
        }
        // Unsolved moves come before losing ones.
        let is_lost = |mv: &MoveValue| matches!(mv.value, Some(Value::Loss(_)));
        self.moves
            .sort_by_key(|mv| (is_lost(mv), Reverse(mv.value)));
    }
}

/// What the moves tell of the position.
fn value_of_best(moves: &[MoveValue]) -> Option<Value> {
    let known: Option<Vec<Value>> = moves.iter().map(|mv| mv.value).collect();
    let best = known
        .as_ref()
        .and_then(|values| values.iter().max().copied());
    let is_exact = |values: &Vec<Value>| values.iter().all(Value::is_exact);
    if known.as_ref().is_some_and(is_exact) {
        return best;
    }
    // A move that wins faster may be among those that are not known.
    if moves
        .iter()
        .any(|mv| matches!(mv.value, Some(Value::Win(_))))
    {
        return Some(Value::Win(None));
    }
    best.map(|best| match best {
        Value::Loss(_) => Value::Loss(None),
        other => other,
    })
}

/// The one of two pieces of knowledge that says more.
fn more_exact(known: Option<Value>, other: Option<Value>) -> Option<Value> {
    match (known, other) {
        (Some(Value::Win(None) | Value::Loss(None)) | None, Some(_)) => other,
        _ => known,
    }
}

/// An oracle of a known game, in the dynamic layer.
pub(crate) struct ErasedOracle<G: Game>(pub(crate) Box<dyn Oracle<G::Position>>);

impl<G: Game> ErasedOracle<G> {
    fn typed(position: &dyn AnyPosition) -> &G::Position {
        let any: &dyn Any = position;
        let of = any.downcast_ref::<ErasedPosition<G>>();
        &of.unwrap_or_else(|| panic!("{position:?} is no position of {} {}", G::ID, G::SIZE))
            .0
    }
}

/// If the opponent has an answer to everything: the first move, its answer, and so on until the game is over.
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

/// The value of a position: the opponent may have an answer to everything, however far the end is.
pub(crate) fn or_answered<G: Game>(position: &G::Position, known: Option<Value>) -> Option<Value> {
    known.or_else(|| {
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
        let values = self.0.values(&positions, budget);
        let each = positions.iter().zip(values);
        let mut values = each.map(|(position, known)| or_answered::<G>(position, known));
        let value = values.next().flatten();
        let moves = moves.into_iter().zip(values).map(|(mv, next)| MoveValue {
            mv: G::Position::write_move(mv),
            value: next.map(Value::one_ply_earlier),
        });
        Analysis::new(value, moves.collect())
    }

    fn line(&self, position: &dyn AnyPosition, budget: Budget) -> Vec<String> {
        let position = Self::typed(position);
        let mut line = self.0.line(position, budget);
        if line.is_empty() {
            line = answered_line::<G>(position);
        }
        line.into_iter().map(G::Position::write_move).collect()
    }

    fn table(&self) -> Option<&dyn AnyTable> {
        self.0.table().map(|_| self as &dyn AnyTable)
    }
}

impl<G: Game> ErasedOracle<G> {
    fn typed_table(&self) -> &dyn Table<G::Position> {
        self.0
            .table()
            .expect("only an oracle with a table is used as one")
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

    #[cfg(feature = "data")]
    fn visit(&self, show: &mut dyn FnMut(&SolvedPosition) -> ControlFlow<()>) -> ControlFlow<()> {
        self.typed_table().visit(&mut |position, value, images| {
            let is_best = |next: &G::Position| {
                let next = self.0.value(next, Budget::NONE);
                next.map(Value::one_ply_earlier) == Some(value)
            };
            let best = position
                .moves()
                .filter(|mv| is_best(&position.play_unchecked(*mv)))
                .map(|mv| position.number(mv))
                .fold(ActionSet::NONE, |best, action| best.with(action, 1));
            show(&SolvedPosition {
                position: &ErasedPosition::<G>(*position),
                value,
                best,
                images,
            })
        })
    }

    fn verify(&self, progress: &Progress) -> Option<Result<u64, String>> {
        let checked = self.typed_table().verify(progress)?;
        Some(checked.map_err(|position| position.write_position()))
    }
}
