//! What a value means, in words.

use quintet_games::AnyPosition;
use quintet_solver::Value;

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
        Some(Value::Endless) => "neither player can force a win".to_owned(),
        None => "the value is unsolved".to_owned(),
    }
}

/// Why a position has its value, spoken to the player to move: "loses in 4: after 3 3 you have no
/// cell left". `line` is the line of best play from there.
pub fn reason(position: &dyn AnyPosition, value: Option<Value>, line: &[String]) -> String {
    let verdict = verdict(value);
    match value {
        None => format!("{verdict}: no win or loss was found within the budget"),
        Some(Value::Endless) => format!("{verdict}: neither player can force a win"),
        Some(Value::Win(_) | Value::Loss(_)) => {
            let reader = position.to_move();
            let end = line.iter().fold(position.boxed(), |position, mv| {
                position.play(mv).expect("a line is legal").position
            });
            match (line.last(), end.end_clause(reader)) {
                (Some(last), Some(clause)) => format!("{verdict}: after {last} {clause}"),
                (None, Some(clause)) => format!("{verdict}: {clause}"),
                _ => verdict,
            }
        }
    }
}
