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
    let moves = |best: Vec<&MoveValue>| best.into_iter().map(|mv| mv.mv.clone()).collect();
    match best[0].value {
        _ if best.len() == 1 => return moves(best),
        Some(Value::Win(_)) => return moves(best),
        Some(Value::Loss(None)) | None => return best_by_estimate(position, analysis, budget),
        Some(Value::Loss(Some(_)) | Value::Endless) => {}
    }
    let parts = (1..=best.len()).rev();
    let saving: Vec<usize> = best
        .iter()
        .zip(parts)
        .map(|(mv, parts)| saving_replies(oracle, position, mv, budget.part(parts)))
        .collect();
    let fewest = saving.iter().min().copied();
    let kept = best
        .into_iter()
        .zip(saving)
        .filter(|(_, saving)| Some(*saving) == fewest);
    moves(kept.map(|(mv, _)| mv).collect())
}

/// Counts the replies with which the opponent preserves the value after the move.
fn saving_replies(
    oracle: &dyn AnyOracle,
    position: &dyn AnyPosition,
    mv: &MoveValue,
    budget: Budget,
) -> usize {
    let next = position
        .play(&mv.mv)
        .expect("a listed move is legal")
        .position;
    let replies = oracle.analyze(&*next, budget);
    let keeps = |reply: &&MoveValue| match (reply.value, replies.value) {
        (Some(reply), Some(value)) => reply.is_same_kind(value),
        _ => true,
    };
    replies.moves.iter().filter(keeps).count()
}
