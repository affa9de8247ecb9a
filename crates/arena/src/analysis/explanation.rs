//! What a value means, in words.

use std::time::Duration;

use quintet_games::{Analysis, AnyOracle, AnyPosition};
use quintet_solver::{Budget, Value};

use crate::{Claim, Offer};

/// How long a person waits for an answer that has to be searched for, unless they say otherwise.
pub const ANSWER_TIME: Duration = Duration::from_secs(2);

/// How many positions are looked at for a first answer, which is shown until the whole one is there. That takes some
/// hundredths of a second.
pub const FIRST_LOOK: u64 = 50_000;

/// All that is known about a position: values, best play, and why, in words.
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
    /// The text of the position.
    pub position: String,
    /// The value and that of every move.
    pub analysis: Analysis,
    /// Best play: the winner hurries and the loser delays.
    pub line: Vec<String>,
    /// Why the position has its value, as facts. None if it is not known.
    pub claims: Vec<Claim>,
    /// The same as sentences, spoken to the player to move.
    pub reason: String,
    /// A best move and why it is one, as sentences; where nothing is proved, a move that looks best.
    pub hint: String,
    /// The move that the hint names; `None` if the game is over.
    pub hinted: Option<String>,
    /// What the player to move can expect and why, as sentences.
    pub headline: String,
    /// What could be built so that every position is known, if that is possible and has not been done.
    pub offer: Option<Offer>,
}

/// What the signs of values mean: see [`sign`].
pub const LEGEND: &str =
    "+n wins and -n loses in n moves counted for both players, = is endless, ? is unsolved.";

/// Said in addition where such a sign is shown.
const WITHOUT_DISTANCE: &str = "+ and - alone: it is not known in how many.";

const NOBODY_WINS: &str = "neither player can force a win";
const NOTHING_FOUND: &str = "No win and no loss could be proved.";

impl Explanation {
    /// Explains a position within a budget.
    pub fn of(position: &dyn AnyPosition, oracle: &dyn AnyOracle, budget: Budget) -> Self {
        let analysis = oracle.analyze(position, budget.part(2));
        // Where nothing is known, all that is left is for the hint.
        let line = match analysis.value {
            Some(_) => best_line(position, &analysis, oracle, budget.part(2)),
            None => Vec::new(),
        };
        let claims = Claim::about(position, &analysis, &line, oracle, budget.part(2));
        let sentences: Vec<_> = claims
            .iter()
            .map(|claim| claim.sentence(position))
            .collect();
        let reason = match analysis.value {
            Some(_) => sentences.join(" "),
            None => NOTHING_FOUND.to_owned(),
        };
        let (hint, hinted) = hint(position, &analysis, &claims, &reason, budget);
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

    /// Said instead of the values of all moves, if none is known; `None` if one is, or there is no move.
    pub fn nothing_known(&self) -> Option<String> {
        let moves = &self.analysis.moves;
        let is_unknown = !moves.is_empty() && moves.iter().all(|mv| mv.value.is_none());
        is_unknown.then(|| match moves.len() {
            1 => "The value of the one move is not known.".to_owned(),
            count => format!("Of the {count} moves none has a known value."),
        })
    }

    /// What the signs of its values mean.
    pub fn legend(&self) -> String {
        let has_no_distance = |worth| matches!(worth, Some(Value::Win(None) | Value::Loss(None)));
        let mut moves = self.analysis.moves.iter();
        if moves.any(|mv| has_no_distance(mv.value)) {
            format!("{LEGEND} {WITHOUT_DISTANCE}")
        } else {
            LEGEND.to_owned()
        }
    }

    /// The beginning of best play: `Best: 1 1, 1 3`. `None` if there is no line.
    pub fn best(&self) -> Option<String> {
        const SHOWN: usize = 8;
        let shown: Vec<_> = self.line.iter().take(SHOWN).map(String::as_str).collect();
        let more = if self.line.len() > SHOWN { ", ..." } else { "" };
        (!shown.is_empty()).then(|| format!("Best: {}{more}", shown.join(", ")))
    }
}

/// Best play from a position, as far as it is known.
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
    // A win may be known that is not known to be the fastest.
    if !matches!(best.value, Some(Value::Win(_) | Value::Endless)) {
        return line;
    }
    let next = position.play(&best.mv).expect("a listed move is legal");
    let rest = oracle.line(&*next.position, budget);
    [vec![best.mv.clone()], rest].concat()
}

/// What the player to move can expect and why; in a finished position, how it ended.
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
            format!("wins in at most {plies}")
        }
        (value, _) => verdict(value),
    };
    let colon = match analysis.value {
        Some(Value::Win(_) | Value::Loss(_)) => "",
        _ => ":",
    };
    format!("{name} to move{colon} {verdict}. {reason}")
        .trim_end()
        .to_owned()
}

/// A best move and why it is one, and the move alone.
fn hint(
    position: &dyn AnyPosition,
    analysis: &Analysis,
    claims: &[Claim],
    reason: &str,
    budget: Budget,
) -> (String, Option<String>) {
    let Some(best) = analysis.moves.first() else {
        let over = "There is nothing to choose: the game is over.";
        return (over.to_owned(), None);
    };
    let proven = analysis.proven().map(|best| best.value);
    let (mv, words) = match (analysis.value, proven.flatten()) {
        (Some(Value::Win(_)), Some(value)) => (
            best.mv.clone(),
            format!("{}. {reason}", verdict(Some(value))),
        ),
        (Some(Value::Loss(_)), Some(Value::Loss(Some(_)))) => {
            (best.mv.clone(), lasting(position, &best.mv, claims))
        }
        (Some(Value::Loss(_)), _) => (
            best_by_estimate(position, analysis, budget).swap_remove(0),
            format!("looks best, but every move loses. {reason}"),
        ),
        (Some(Value::Endless), Some(_)) => (best.mv.clone(), format!("does not lose. {reason}")),
        (None, _) if best.value == Some(Value::Endless) => {
            let words = "does not lose; whether another move wins is unsolved.";
            (best.mv.clone(), words.to_owned())
        }
        _ => (
            best_by_estimate(position, analysis, budget).swap_remove(0),
            "looks best, but nothing is proved.".to_owned(),
        ),
    };
    (
        format!("Hint: {mv} {words}").trim_end().to_owned(),
        Some(mv),
    )
}

/// What is said about the move that loses as late as possible, and why it loses. Its refutation is told with it, so
/// that it is named once.
fn lasting(position: &dyn AnyPosition, mv: &str, claims: &[Claim]) -> String {
    let mut said = "lasts longest.".to_owned();
    let mut others = Vec::new();
    for claim in claims {
        match claim {
            Claim::Refuted {
                after: None,
                reply,
                answer,
                plies,
            } if reply == mv => {
                said = match plies {
                    1 => format!(
                        "is as good as any: every move loses at once, this one to {answer}."
                    ),
                    _ => format!("lasts longest; then {answer} wins in {plies}."),
                };
            }
            claim => others.push(claim.sentence(position)),
        }
    }
    [vec![said], others].concat().join(" ")
}

/// Of the moves that are known to be worth as much as the best, those that look best. At least one
/// if there is a move.
pub(crate) fn best_by_estimate(
    position: &dyn AnyPosition,
    analysis: &Analysis,
    budget: Budget,
) -> Vec<String> {
    let best: Vec<&str> = analysis.best_moves().map(|best| &*best.mv).collect();
    position.best_by_estimate(&best, budget)
}

/// A value in a cell: `+5`, `-4`, `=` or `?`; `+` or `-` alone if the distance is not known.
pub fn sign(value: Option<Value>) -> String {
    let distance = value.and_then(Value::distance);
    let distance = distance.map_or_else(String::new, |plies| plies.to_string());
    match value {
        Some(Value::Win(_)) => format!("+{distance}"),
        Some(Value::Loss(_)) => format!("-{distance}"),
        Some(Value::Endless) => "=".to_owned(),
        None => "?".to_owned(),
    }
}

/// A value in one to three words: `wins in 5`, `loses in 4`, `wins`, `endless`, `unsolved`.
pub fn verdict(value: Option<Value>) -> String {
    let verb = match value {
        Some(Value::Win(_)) => "wins",
        Some(Value::Loss(_)) => "loses",
        Some(Value::Endless) => "endless",
        None => "unsolved",
    };
    match value.and_then(Value::distance) {
        Some(plies) => format!("{verb} in {plies}"),
        None => verb.to_owned(),
    }
}

/// A value as a sentence about a player: `P1 wins in 5`, `neither player can force a win`, `the
/// value is unsolved`.
pub fn spoken(name: &str, value: Option<Value>) -> String {
    match value {
        Some(Value::Win(_) | Value::Loss(_)) => format!("{name} {}", verdict(value)),
        Some(Value::Endless) => NOBODY_WINS.to_owned(),
        None => "the value is unsolved".to_owned(),
    }
}

/// What a legal move leads to, spoken to the player who made it: "loses in 4: the answer is 3 3".
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
        (Some(Value::Win(Some(1))), _) => next
            .ending()
            .map(|ending| format!("after {mv} {}", ending.clauses[reader])),
        (Some(Value::Loss(Some(2))), Some(answer)) => {
            let end = next.play(&answer.mv).expect("a listed move is legal");
            let ending = end.position.ending();
            ending.map(|ending| format!("after {} {}", answer.mv, ending.clauses[reader]))
        }
        (Some(Value::Loss(_)), Some(answer)) => Some(format!("the answer is {}", answer.mv)),
        _ => None,
    };
    match (value, clause) {
        (_, Some(clause)) => format!("{verdict}: {clause}"),
        (Some(Value::Endless), _) => "lets the game go on without end".to_owned(),
        (None, _) => "leads to a position that is unsolved".to_owned(),
        _ => verdict,
    }
}
