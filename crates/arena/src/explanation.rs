//! What a value means, in words.

use quintet_games::{Analysis, AnyOracle, AnyPosition};
use quintet_solver::{Budget, Value};

/// All that is known about a position: values, best play, and why, in words.
///
/// ```
/// use quintet_arena::{Explanation, Library, Tables};
/// use quintet_solver::{Budget, Value};
///
/// let gridlock = quintet_games::find("gridlock").expect("in the catalogue").standard();
/// let oracle = Library::new(Tables::nowhere()).oracle(gridlock);
/// let position = gridlock.position("..../.X../..O./.... 1").expect("a legal position");
/// let explained = Explanation::of(&*position, &*oracle, Budget::NONE);
/// assert_eq!(explained.analysis.value, Some(Value::Loss(10)));
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
    /// Why the position has its value, spoken to the player to move: see [`reason`].
    pub reason: String,
    /// A best move and why it is one, as a sentence.
    pub hint: String,
    /// What the player to move can expect and why, as a sentence.
    pub headline: String,
}

/// What the signs of values mean: see [`sign`].
pub const LEGEND: &str =
    "+n wins and -n loses in n moves counted for both players, = is endless, ? is unsolved.";

const NOBODY_WINS: &str = "neither player can force a win";
const NOTHING_FOUND: &str = "no win or loss was found within the budget";

impl Explanation {
    /// Explains a position within a budget.
    pub fn of(position: &dyn AnyPosition, oracle: &dyn AnyOracle, budget: Budget) -> Self {
        let analysis = oracle.analyze(position, budget.part(2));
        let line = oracle.line(position, budget);
        let reason = reason(position, analysis.value, &line);
        Explanation {
            position: position.text(),
            hint: hint(&analysis, &reason),
            headline: headline(position, &analysis, &reason),
            analysis,
            line,
            reason,
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

/// What the player to move can expect and why; in a finished position, how it ended.
fn headline(position: &dyn AnyPosition, analysis: &Analysis, reason: &str) -> String {
    if let Some(ending) = position.ending() {
        return ending;
    }
    let name = position.variant().name(position.to_move());
    match (analysis.value, analysis.value_at_least()) {
        (Some(Value::Endless), _) => format!("{name} to move: {NOBODY_WINS}."),
        (Some(_), _) => format!("{name} to move {reason}."),
        (None, Some(Value::Win(plies))) => {
            format!("{name} to move wins in at most {plies}; whether sooner is unsolved.")
        }
        (None, _) => format!("{name} to move: unsolved, {NOTHING_FOUND}."),
    }
}

/// A best move and why it is one.
fn hint(analysis: &Analysis, reason: &str) -> String {
    let Some(best) = analysis.moves.first() else {
        return "There is nothing to choose: the game is over.".to_owned();
    };
    match (analysis.value, best.value) {
        (Some(Value::Win(_) | Value::Loss(_)), _) => format!("Hint: {} {reason}.", best.mv),
        (Some(Value::Endless), _) => {
            format!("Hint: {}; {NOBODY_WINS}.", best.mv)
        }
        (None, Some(Value::Win(plies))) => {
            format!("Hint: {} wins in at most {plies}.", best.mv)
        }
        (None, _) => format!("No hint: {NOTHING_FOUND}."),
    }
}

/// A value in a cell: `+5`, `-4`, `=` or `?`.
pub fn sign(value: Option<Value>) -> String {
    match value {
        Some(Value::Win(plies)) => format!("+{plies}"),
        Some(Value::Loss(plies)) => format!("-{plies}"),
        Some(Value::Endless) => "=".to_owned(),
        None => "?".to_owned(),
    }
}

/// A value in two or three words: `wins in 5`, `loses in 4`, `endless`, `unsolved`.
pub fn verdict(value: Option<Value>) -> String {
    match value {
        Some(Value::Win(plies)) => format!("wins in {plies}"),
        Some(Value::Loss(plies)) => format!("loses in {plies}"),
        Some(Value::Endless) => "endless".to_owned(),
        None => "unsolved".to_owned(),
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

/// Why a position has its value, spoken to the player to move: "loses in 4: after 3 3 you have no
/// cell left". `line` is the line of best play from there.
pub fn reason(position: &dyn AnyPosition, value: Option<Value>, line: &[String]) -> String {
    let verdict = verdict(value);
    match value {
        None => format!("{verdict}: {NOTHING_FOUND}"),
        Some(Value::Endless) => format!("{verdict}: {NOBODY_WINS}"),
        Some(Value::Win(_) | Value::Loss(_)) => {
            let end = end_of(position.boxed(), line);
            match (line.last(), end.end_clause(position.to_move())) {
                (Some(last), Some(clause)) => format!("{verdict}: after {last} {clause}"),
                (None, Some(clause)) => format!("{verdict}: {clause}"),
                _ => verdict,
            }
        }
    }
}

/// What a legal move leads to, spoken to the player who made it: "loses in 4: after 3 3 you have no
/// cell left".
pub fn consequence(
    position: &dyn AnyPosition,
    mv: &str,
    oracle: &dyn AnyOracle,
    budget: Budget,
) -> String {
    let next = position.play(mv).expect("the move is legal").position;
    let value = oracle
        .value(&*next, budget.part(2))
        .map(Value::one_ply_earlier);
    let line = oracle.line(&*next, budget);
    let last = line.last().map_or(mv, String::as_str);
    match (value, end_of(next, &line).end_clause(position.to_move())) {
        (Some(Value::Win(_) | Value::Loss(_)), Some(clause)) => {
            format!("{}: after {last} {clause}", verdict(value))
        }
        (Some(Value::Endless), _) => "lets the game go on without end".to_owned(),
        (None, _) => "leads to a position that is unsolved".to_owned(),
        _ => verdict(value),
    }
}

/// Where a line of legal moves leads.
fn end_of(start: Box<dyn AnyPosition>, line: &[String]) -> Box<dyn AnyPosition> {
    line.iter().fold(start, |position, mv| {
        position.play(mv).expect("a line is legal").position
    })
}
