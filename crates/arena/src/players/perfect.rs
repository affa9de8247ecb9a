//! The moves of a perfect player.

use quintet_games::{Analysis, AnyOracle, AnyPosition, MoveValue};
use quintet_solver::{Budget, Value};

use crate::analysis::best_by_estimate;

/// Returns the moves that a perfect player may choose from: the fastest wins; without a win, the moves that last longest and
/// leave the opponent the fewest replies that preserve the outcome; in an unsolved position, the most promising ones.
///
/// The position must not be finished.
pub fn perfect_moves(
    oracle: &dyn AnyOracle,
    position: &dyn AnyPosition,
    budget: Budget,
) -> Vec<String> {
    let analysis = oracle.analyze(position, budget.part(4));
    perfect_moves_of(&analysis, oracle, position, budget)
}

/// Returns the same for a position that has been analyzed.
pub fn perfect_moves_of(
    analysis: &Analysis,
    oracle: &dyn AnyOracle,
    position: &dyn AnyPosition,
    budget: Budget,
) -> Vec<String> {
    let best: Vec<&MoveValue> = analysis.best_moves().collect();
    let value = best[0].value;
    if best.len() > 1 && matches!(value, Some(Value::Loss(None)) | None) {
        return best_by_estimate(position, analysis, budget);
    }
    let next = |mv: &&MoveValue| {
        let played = position.play(&mv.mv).expect("a listed move is legal");
        played.position
    };
    let best = with_fewest_replies(best, value, next, oracle, budget).into_iter();
    best.map(|mv| mv.mv.clone()).collect()
}

/// Returns the actions that a perfect player may choose from.
pub(super) fn perfect_actions(
    oracle: &dyn AnyOracle,
    position: &dyn AnyPosition,
    budget: Budget,
) -> Vec<usize> {
    if !oracle.is_solved() {
        let moves = perfect_moves(oracle, position, budget).into_iter();
        let action = |mv: String| position.data().action(&mv);
        return moves.map(|mv| action(mv).expect("a legal move")).collect();
    }
    let values = oracle.action_values(position, budget);
    let best = values.iter().map(|(_, value)| *value).max().flatten();
    let actions = values.into_iter().filter(|(_, value)| *value == best);
    let actions = actions.map(|(action, _)| action).collect();
    let next = |action: &usize| position.data().after(*action);
    with_fewest_replies(actions, best, next, oracle, budget)
}

/// Retains those of the best moves that leave the opponent the fewest replies that preserve the value, unless they win.
fn with_fewest_replies<T>(
    best: Vec<T>,
    value: Option<Value>,
    next: impl Fn(&T) -> Box<dyn AnyPosition>,
    oracle: &dyn AnyOracle,
    budget: Budget,
) -> Vec<T> {
    if best.len() == 1 || matches!(value, Some(Value::Win(_))) {
        return best;
    }
    let parts = (1..=best.len()).rev();
    let counted: Vec<usize> = best
        .iter()
        .zip(parts)
        .map(|(mv, parts)| saving_replies(oracle, &*next(mv), budget.part(parts)))
        .collect();
    let fewest = counted.iter().min().copied();
    let counted = best.into_iter().zip(counted);
    let chosen = counted.filter(|(_, saving)| Some(*saving) == fewest);
    chosen.map(|(mv, _)| mv).collect()
}

/// Counts the replies in a position that preserve the value.
fn saving_replies(oracle: &dyn AnyOracle, next: &dyn AnyPosition, budget: Budget) -> usize {
    let is_kept = |reply: Option<Value>, value: Option<Value>| match (reply, value) {
        (Some(reply), Some(value)) => reply.is_same_kind(value),
        _ => true,
    };
    if oracle.is_solved() {
        let replies = oracle.action_values(next, budget);
        let best = replies.iter().map(|(_, value)| *value).max().flatten();
        return replies
            .iter()
            .filter(|(_, one)| is_kept(*one, best))
            .count();
    }
    let replies = oracle.analyze(next, budget);
    let moves = replies.moves.iter();
    moves
        .filter(|reply| is_kept(reply.value, replies.value))
        .count()
}
