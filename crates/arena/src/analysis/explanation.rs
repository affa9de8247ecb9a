//! Values in words.

use std::time::Duration;

use quintet_games::{Analysis, AnyOracle, AnyPosition};
use quintet_solver::{Budget, Value};
use serde::Serialize;

use crate::{Claim, Offer};

/// Default time limit for a search that a person waits for.
pub const ANSWER_TIME: Duration = Duration::from_secs(2);

/// Number of positions searched for a preliminary answer, which takes a few hundredths of a second.
pub const FIRST_LOOK: u64 = 50_000;

/// The values of a position with best play and the reasons for them.
///
/// ```
/// use quintet_arena::{Explanation, Library, Tables};
/// use quintet_games::Catalogue;
/// use quintet_solver::{Budget, Value};
///
/// let gridlock = Catalogue::STANDARD.find("gridlock").expect("in the catalogue").standard();
/// let oracle = Library::new(Catalogue::STANDARD, Tables::nowhere()).oracle(gridlock);
/// let position = gridlock.position("..../.X../..O./.... 1").expect("a legal position");
/// let explained = Explanation::of(&*position, &*oracle, Budget::NONE);
/// assert_eq!(explained.analysis.value, Some(Value::Loss(Some(10))));
/// assert_eq!(explained.line.len(), 10, "both play as well as they can");
/// ```
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The explained position, in text form.
    pub position: String,
    /// The values of the position and its moves.
    pub analysis: Analysis,
    /// Best play: the winner wins as soon as possible, the loser delays.
    pub line: Vec<String>,
    /// The reasons for the value. Empty if it is unsolved.
    pub claims: Vec<Claim>,
    /// The reasons as sentences addressed to the player to move.
    pub reason: String,
    /// A best move and the reason for it; in an unsolved position, the most promising move.
    pub hint: String,
    /// The move in the hint; `None` if the game is over.
    pub hinted: Option<String>,
    /// The value with its reason, in sentences.
    pub headline: String,
    /// A table that would solve this size, if there is one and it has not been built.
    pub offer: Option<Offer>,
}

/// The meaning of the signs returned by [`sign`].
pub const LEGEND: &str =
    "+n wins in n of your moves, -n loses after n of your moves, = is endless, ? is unsolved.";

/// Appended to the legend if such a sign is shown.
const WITHOUT_DISTANCE: &str = "+ and - without a number: the distance is unknown.";

/// The meaning of a kind of sign: an entry of a color key.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SignMeaning {
    /// The kind of value: `win`, `loss`, `endless` or `unsolved`.
    pub value: &'static str,
    /// The sign without its number.
    pub sign: &'static str,
    /// The meaning, addressed to the player to move.
    pub words: &'static str,
}

impl SignMeaning {
    fn of(value: Option<Value>) -> Self {
        let (sign, words) = match value {
            Some(Value::Win(_)) => ("+", "You win, in this many of your moves"),
            Some(Value::Loss(_)) => ("-", "You lose, after this many of your moves"),
            Some(Value::Endless) => ("=", "Neither player can force a win"),
            None => ("?", "Unsolved"),
        };
        SignMeaning {
            value: value.map_or("unsolved", Value::name),
            sign,
            words,
        }
    }
}

const NOBODY_WINS: &str = "neither player can force a win";
const NOTHING_FOUND: &str = "No win or loss could be proved.";

impl Explanation {
    /// Explains a position within a budget.
    pub fn of(position: &dyn AnyPosition, oracle: &dyn AnyOracle, budget: Budget) -> Self {
        let analysis = oracle.analyze(position, budget.part(2));
        // In an unsolved position, the hint may use the whole budget.
        let line = match analysis.value {
            Some(_) => best_line(position, &analysis, oracle, budget.part(2)),
            None => Vec::new(),
        };
        let claims = Claim::about(position, &analysis, oracle, budget.part(2));
        let sentences: Vec<_> = claims.iter().map(|claim| &*claim.sentence).collect();
        let reason = match analysis.value {
            Some(_) => sentences.join(" "),
            None => NOTHING_FOUND.to_owned(),
        };
        let (hint, hinted) = hint(position, &analysis, &reason, budget);
        let offer = if oracle.is_solved() {
            None
        } else {
            Offer::of(position.variant())
        };
        Explanation {
            position: position.text(),
            headline: headline(position, &analysis, &reason),
            offer,
            hint,
            hinted,
            analysis,
            line,
            claims,
            reason,
        }
    }

    /// Returns a sentence that replaces the values of the moves if all are unsolved.
    pub fn nothing_known(&self) -> Option<String> {
        let moves = &self.analysis.moves;
        let is_unsolved = !moves.is_empty() && moves.iter().all(|mv| mv.value.is_none());
        is_unsolved.then(|| match moves.len() {
            1 => "The only move is unsolved.".to_owned(),
            count => format!("All {count} moves are unsolved."),
        })
    }

    /// Returns the meaning of the signs for its values.
    pub fn legend(&self) -> String {
        let has_no_distance = |worth| matches!(worth, Some(Value::Win(None) | Value::Loss(None)));
        let mut moves = self.analysis.moves.iter();
        if moves.any(|mv| has_no_distance(mv.value)) {
            format!("{LEGEND} {WITHOUT_DISTANCE}")
        } else {
            LEGEND.to_owned()
        }
    }

    /// Returns the meaning of each kind of sign among its moves, the best first.
    pub fn key(&self) -> Vec<SignMeaning> {
        let values = self.analysis.moves.iter().map(|mv| mv.value);
        let mut key: Vec<SignMeaning> = Vec::new();
        for value in values {
            let meaning = SignMeaning::of(value);
            if !key.contains(&meaning) {
                key.push(meaning);
            }
        }
        key
    }

    /// Returns the first moves of best play: `Best: 1 1, 1 3`. `None` without a line.
    pub fn best(&self) -> Option<String> {
        const SHOWN: usize = 8;
        let shown: Vec<_> = self.line.iter().take(SHOWN).map(String::as_str).collect();
        let more = if self.line.len() > SHOWN { ", ..." } else { "" };
        (!shown.is_empty()).then(|| format!("Best: {}{more}", shown.join(", ")))
    }
}

/// Returns best play from a position as far as it is solved.
pub(super) fn best_line(
    position: &dyn AnyPosition,
    analysis: &Analysis,
    oracle: &dyn AnyOracle,
    budget: Budget,
) -> Vec<String> {
    let line = oracle.line(position, budget.part(2));
    let (Some(best), []) = (analysis.proven(), &*line) else {
        return line;
    };
    // The best known win need not be the fastest.
    if !matches!(best.value, Some(Value::Win(_) | Value::Endless)) {
        return line;
    }
    let next = position.play(&best.mv).expect("a listed move is legal");
    let rest = oracle.line(&*next.position, budget);
    [vec![best.mv.clone()], rest].concat()
}

/// Returns the value with its reason, or how a finished game ended.
fn headline(position: &dyn AnyPosition, analysis: &Analysis, reason: &str) -> String {
    if let Some(ending) = position.ending() {
        return ending.sentence;
    }
    let name = position.variant().name(position.to_move());
    let verdict = match (
        analysis.value,
        analysis.proven().and_then(|best| best.value),
    ) {
        (Some(Value::Win(None)), Some(Value::Win(Some(plies)))) => {
            format!("wins in at most {}", plies.div_ceil(2))
        }
        (value, _) => verdict(value),
    };
    format!("{name} to move: {verdict}. {reason}")
        .trim_end()
        .to_owned()
}

/// Returns a best move in a sentence, and the move itself.
fn hint(
    position: &dyn AnyPosition,
    analysis: &Analysis,
    reason: &str,
    budget: Budget,
) -> (String, Option<String>) {
    let Some(best) = analysis.moves.first() else {
        return ("The game is over.".to_owned(), None);
    };
    let proven = analysis.proven().map(|best| best.value);
    let (mv, words) = match (analysis.value, proven.flatten()) {
        (Some(Value::Win(_)), Some(value)) => (
            best.mv.clone(),
            format!("{}. {reason}", verdict(Some(value))),
        ),
        (Some(Value::Loss(_)), Some(Value::Loss(Some(_)))) => {
            (best.mv.clone(), lasting(analysis, reason))
        }
        (Some(Value::Loss(_)), _) => (
            best_by_estimate(position, analysis, budget).swap_remove(0),
            format!("looks best, but every move loses. {reason}"),
        ),
        (Some(Value::Endless), Some(_)) => (best.mv.clone(), format!("does not lose. {reason}")),
        (None, _) if best.value == Some(Value::Endless) => {
            let words = "does not lose; it is unsolved whether another move wins.";
            (best.mv.clone(), words.to_owned())
        }
        _ => (
            best_by_estimate(position, analysis, budget).swap_remove(0),
            "looks best, but its value is unsolved.".to_owned(),
        ),
    };
    (
        format!("Hint: {} {words}", position.name_move(&mv))
            .trim_end()
            .to_owned(),
        Some(mv),
    )
}

/// Explains the move that loses as late as possible, by the reason for the loss.
fn lasting(analysis: &Analysis, reason: &str) -> String {
    let is_best = analysis.best_moves().count() < analysis.moves.len();
    let words = if is_best {
        "lasts longest"
    } else {
        "is as good as any"
    };
    format!("{words}. {reason}")
}

/// Selects the most promising of the best moves. Returns at least one if there is a legal move.
pub(crate) fn best_by_estimate(
    position: &dyn AnyPosition,
    analysis: &Analysis,
    budget: Budget,
) -> Vec<String> {
    let best: Vec<&str> = analysis.best_moves().map(|best| &*best.mv).collect();
    position.analysis().best_by_estimate(&best, budget)
}

/// Returns the distance of a value in the moves of the player to move.
pub fn own_moves(value: Option<Value>) -> Option<u8> {
    let plies = value.and_then(Value::distance)?;
    // A win ends with an own move, a loss with one of the opponent.
    Some(plies.div_ceil(2))
}

/// Returns a value as a sign: `+3`, `-2`, `=` or `?`; `+` or `-` if the distance is unknown. The number counts the moves of
/// the player to move.
pub fn sign(value: Option<Value>) -> String {
    let distance = own_moves(value);
    let distance = distance.map_or_else(String::new, |moves| moves.to_string());
    match value {
        Some(Value::Win(_)) => format!("+{distance}"),
        Some(Value::Loss(_)) => format!("-{distance}"),
        Some(Value::Endless) => "=".to_owned(),
        None => "?".to_owned(),
    }
}

/// Returns a value in one to three words: `wins in 3`, `loses in 2`, `wins`, `endless`, `unsolved`. The number counts the
/// moves of the player to move.
pub fn verdict(value: Option<Value>) -> String {
    let verb = match value {
        Some(Value::Win(_)) => "wins",
        Some(Value::Loss(_)) => "loses",
        Some(Value::Endless) => "endless",
        None => "unsolved",
    };
    match own_moves(value) {
        Some(moves) => format!("{verb} in {moves}"),
        None => verb.to_owned(),
    }
}

/// Returns a value as a noun: `a win in 3`, `an endless game`.
pub(super) fn noun(value: Option<Value>) -> String {
    let noun = match value {
        Some(Value::Win(_)) => "a win",
        Some(Value::Loss(_)) => "a loss",
        Some(Value::Endless) => "an endless game",
        None => "an unsolved position",
    };
    match own_moves(value) {
        Some(moves) => format!("{noun} in {moves}"),
        None => noun.to_owned(),
    }
}

/// Returns a value as a clause about a player, with the exact distance: `P1 wins in 5 plies`, `neither player can force a
/// win`, `the value is unsolved`.
pub fn value_clause(name: &str, value: Option<Value>) -> String {
    let verb = match value {
        Some(Value::Win(_)) => "wins",
        Some(Value::Loss(_)) => "loses",
        Some(Value::Endless) => return NOBODY_WINS.to_owned(),
        None => return "the value is unsolved".to_owned(),
    };
    match value.and_then(Value::distance) {
        Some(1) => format!("{name} {verb} in 1 ply"),
        Some(plies) => format!("{name} {verb} in {plies} plies"),
        None => format!("{name} {verb}"),
    }
}

/// Returns the effect of a legal move, addressed to its player: `loses in 2: the answer is (3,3)`.
pub fn consequence(
    position: &dyn AnyPosition,
    mv: &str,
    oracle: &dyn AnyOracle,
    budget: Budget,
) -> String {
    let next = position.play(mv).expect("the move is legal").position;
    let replies = oracle.analyze(&*next, budget);
    let value = replies.value.map(Value::one_ply_earlier);
    let verdict = verdict(value);
    let reader = position.to_move();
    let clause = match (value, replies.proven()) {
        (Some(Value::Win(Some(1))), _) => next.ending().map(|ending| {
            format!(
                "after {} {}",
                position.name_move(mv),
                ending.clauses[reader]
            )
        }),
        (Some(Value::Loss(Some(2))), Some(answer)) => {
            let end = next.play(&answer.mv).expect("a listed move is legal");
            let ending = end.position.ending();
            let answer = next.name_move(&answer.mv);
            ending.map(|ending| format!("after {answer} {}", ending.clauses[reader]))
        }
        (Some(Value::Loss(_)), Some(answer)) => {
            Some(format!("the answer is {}", next.name_move(&answer.mv)))
        }
        _ => None,
    };
    match (value, clause) {
        (_, Some(clause)) => format!("{verdict}: {clause}"),
        (Some(Value::Endless), _) => "leads to an endless game".to_owned(),
        (None, _) => "leads to an unsolved position".to_owned(),
        _ => verdict,
    }
}
