//! Exact values in the dynamic layer.

use std::any::Any;
#[cfg(feature = "data")]
use std::ops::ControlFlow;

use quintet_rules::Position;
use quintet_solver::{Budget, Census, Oracle, Progress, VERIFIES, Value, Worth};

use crate::AnyPosition;
#[cfg(feature = "data")]
use crate::actions::ActionSet;
use crate::any_position::{Of, each_move};
use crate::game::{Game, Move};

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

    /// What is known of the value within the budget. The same panic.
    fn worth(&self, position: &dyn AnyPosition, budget: Budget) -> Option<Worth>;

    /// The value and that of every move. The same panic.
    fn analyze(&self, position: &dyn AnyPosition, budget: Budget) -> Analysis;

    /// The moves of best play: the winner hurries and the loser delays, each with the first of its
    /// best moves. It ends with the game, where a position comes back, or where a value is not
    /// known. Where it is not known how soon a position is lost, but the opponent has an answer to everything, moves
    /// and their answers. The same panic.
    fn line(&self, position: &dyn AnyPosition, budget: Budget) -> Vec<String>;

    /// Whether all positions can be counted, shown and checked one by one: every one is known, and they are not too
    /// many.
    fn is_listed(&self) -> bool;

    /// The count of all unfinished positions, if they are listed.
    fn census(&self) -> Option<Census<String>>;

    /// Shows every position that the census counts, of those that are images of each other one, until
    /// told to stop. Nothing, if they are not listed.
    #[cfg(feature = "data")]
    fn visit(&self, show: &mut dyn FnMut(&Known) -> ControlFlow<()>) -> ControlFlow<()>;

    /// Itself, for typed code.
    fn as_any(&self) -> &dyn Any;

    /// The count of all unfinished positions where they are too many to be listed: it may take minutes. `None` where the
    /// [census](AnyOracle::census) tells it or it cannot be told, or if the work was cancelled.
    fn long_census(&self, progress: &Progress) -> Option<Census<String>>;

    /// Checks every known value by the rules: how many were checked, or the text of a position that
    /// disagrees. `None` if not every position is known, or they are known without a table and are too many, or if the work was
    /// cancelled.
    fn verify(&self, progress: &Progress) -> Option<Result<u64, String>>;
}

/// A position of a game that is known whole.
#[cfg(feature = "data")]
pub struct Known<'a> {
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
    pub value: Option<Worth>,
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
    pub value: Option<Worth>,
}

impl Analysis {
    /// Puts together what was found of a position and of its moves, which are in the order of the
    /// game.
    pub fn new(value: Option<Worth>, moves: Vec<MoveValue>) -> Self {
        let mut analysis = Analysis { value, moves };
        analysis.conclude();
        analysis
    }

    /// Puts together what is known of a position and, for the opponent, of the positions after each of its moves.
    fn of(worths: Vec<Option<Worth>>, moves: Vec<String>) -> Self {
        let mut worths = worths.into_iter();
        let value = worths.next().flatten();
        let moves = moves.into_iter().zip(worths).map(|(mv, next)| MoveValue {
            mv,
            value: next.map(Worth::one_ply_earlier),
        });
        Analysis::new(value, moves.collect())
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
        let is_exact = |mv: &MoveValue| mv.value.and_then(Worth::value).is_some();
        self.moves.iter().all(is_exact)
    }

    /// What is known of a move.
    pub fn of_move(&self, mv: &str) -> Option<Worth> {
        self.moves.iter().find(|known| known.mv == mv)?.value
    }

    /// Takes in what is known of the position from elsewhere.
    pub fn learn(&mut self, value: Option<Worth>) {
        self.value = more_exact(self.value, value);
        self.conclude();
    }

    /// Takes in what is known of a move from elsewhere.
    pub fn learn_move(&mut self, mv: &str, value: Option<Worth>) {
        if let Some(known) = self.moves.iter_mut().find(|known| known.mv == mv) {
            known.value = more_exact(known.value, value);
        }
        self.conclude();
    }

    fn conclude(&mut self) {
        self.value = more_exact(self.value, worth_of_best(&self.moves));
        if let Some(Worth::Loss(_)) = self.value {
            let unknown = self.moves.iter_mut().filter(|mv| mv.value.is_none());
            unknown.for_each(|mv| mv.value = Some(Worth::Loss(None)));
        }
        // A win that is not known to be the fastest comes after those that are, a loss that may be
        // far away before the others, what is not known between the two.
        self.moves.sort_by_key(|mv| match mv.value {
            Some(Worth::Win(plies)) => (0, plies.unwrap_or(u8::MAX)),
            Some(Worth::Endless) => (1, 0),
            None => (2, 0),
            Some(Worth::Loss(plies)) => (3, u8::MAX - plies.unwrap_or(u8::MAX)),
        });
    }
}

/// What the moves tell of the position.
fn worth_of_best(moves: &[MoveValue]) -> Option<Worth> {
    let values = || moves.iter().map(|mv| mv.value);
    let exact: Option<Vec<Value>> = values().map(|worth| worth?.value()).collect();
    if let Some(best) = exact.and_then(|values| values.into_iter().max()) {
        return Some(best.into());
    }
    if values().any(|worth| matches!(worth, Some(Worth::Win(_)))) {
        return Some(Worth::Win(None));
    }
    let kinds: Option<Vec<i8>> = values().map(|worth| Some(worth?.kind())).collect();
    Some(match kinds?.into_iter().max()? {
        0 => Worth::Endless,
        _ => Worth::Loss(None),
    })
}

/// The one of two pieces of knowledge that says more.
fn more_exact(known: Option<Worth>, other: Option<Worth>) -> Option<Worth> {
    match (known, other) {
        (Some(Worth::Win(None) | Worth::Loss(None)) | None, Some(_)) => other,
        _ => known,
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

/// What is known of a position: the opponent may have an answer to everything, however
/// far the end is.
pub(crate) fn worth<G: Game>(position: &G::Position, known: Option<Worth>) -> Option<Worth> {
    let is_answered = || {
        position
            .moves()
            .next()
            .and_then(|mv| G::answer(position, mv))
    };
    let lost = || is_answered().map(|_| Worth::Loss(None));
    known.or_else(lost)
}

impl<G: Game> AnyOracle for OracleOf<G> {
    fn is_whole(&self) -> bool {
        self.0.is_whole()
    }

    fn is_listed(&self) -> bool {
        self.0.is_listed()
    }

    fn is_tabulated(&self, position: &dyn AnyPosition) -> bool {
        self.0.is_tabulated(Self::typed(position))
    }

    fn value(&self, position: &dyn AnyPosition, budget: Budget) -> Option<Value> {
        self.0.value(Self::typed(position), budget)
    }

    fn worth(&self, position: &dyn AnyPosition, budget: Budget) -> Option<Worth> {
        let position = Self::typed(position);
        worth::<G>(position, self.0.worth(position, budget))
    }

    fn analyze(&self, position: &dyn AnyPosition, budget: Budget) -> Analysis {
        let position = Self::typed(position);
        let mut positions = vec![*position];
        let mut moves = Vec::new();
        each_move(position, &mut |mv| {
            positions.push(position.play_unchecked(mv));
            moves.push(G::write_move(mv));
        });
        let mut worths = Vec::new();
        for (position, known) in positions.iter().zip(self.0.worths(&positions, budget)) {
            worths.push(worth::<G>(position, known));
        }
        Analysis::of(worths, moves)
    }

    fn line(&self, position: &dyn AnyPosition, budget: Budget) -> Vec<String> {
        let position = Self::typed(position);
        let mut line = self.0.line(position, budget);
        if line.is_empty() {
            line = answered_line::<G>(position);
        }
        line.into_iter().map(G::write_move).collect()
    }

    fn census(&self) -> Option<Census<String>> {
        Some(in_words::<G>(self.0.census()?))
    }

    fn long_census(&self, progress: &Progress) -> Option<Census<String>> {
        if !VERIFIES {
            return None;
        }
        Some(in_words::<G>(self.0.long_census(progress)?))
    }

    #[cfg(feature = "data")]
    fn visit(&self, show: &mut dyn FnMut(&Known) -> ControlFlow<()>) -> ControlFlow<()> {
        self.0.visit(&mut |position, value, images| {
            let kept = |next: &G::Position| {
                let next = self.0.value(next, Budget::NONE);
                next.map(Value::one_ply_earlier) == Some(value)
            };
            let best = position
                .moves()
                .filter(|mv| kept(&position.play_unchecked(*mv)))
                .map(|mv| G::number(position, mv))
                .fold(ActionSet::NONE, |best, action| best.with(action, 1));
            show(&Known {
                position: &Of::<G>(*position),
                value,
                best,
                images,
            })
        })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn verify(&self, progress: &Progress) -> Option<Result<u64, String>> {
        if !VERIFIES {
            return None;
        }
        let checked = self.0.verify(progress)?;
        Some(checked.map_err(|position| G::write_position(&position)))
    }
}

/// A count whose longest win is a text.
fn in_words<G: Game>(census: Census<G::Position>) -> Census<String> {
    Census {
        won: census.won,
        lost: census.lost,
        endless: census.endless,
        longest_win: census
            .longest_win
            .map(|(plies, position)| (plies, G::write_position(&position))),
    }
}
