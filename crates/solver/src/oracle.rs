//! Whoever knows values.

use quintet_rules::Position;

use crate::{Census, Value};

/// Knows the exact value of positions.
pub trait Oracle<P: Position>: Send + Sync {
    /// Whether the game is solved: every position has a known value.
    fn is_whole(&self) -> bool;

    /// The exact value, or `None` if it can not be found by looking at so many positions.
    fn value(&self, position: &P, nodes: u64) -> Option<Value>;

    /// The count of all unfinished positions, if they are known whole.
    fn census(&self) -> Option<Census<P>>;

    /// Checks every known value against those of its successors, by the rules and not by the method that found
    /// them. How many were checked, or a position that disagrees. `None` if they are not known whole.
    fn verify(&self) -> Option<Result<u64, P>>;
}

/// Whether `stored` is what the values of the successors say: a win has a move to a loss that is one ply shorter and
/// none to a shorter one, a loss has only moves to wins, an endless position has a move to another and none to a loss.
///
/// If this holds in every position, every value is right: from wins and losses a line of play leads ply by ply to
/// the end, and who is in an endless position can always go on to another one.
pub fn agrees<P: Position>(
    position: &P,
    stored: Value,
    value: impl Fn(&P) -> Option<Value>,
) -> bool {
    if position.outcome().is_some() {
        return stored == Value::Loss(0);
    }
    let mut best = None;
    for mv in position.moves() {
        let Some(next) = value(&position.play_unchecked(mv)) else {
            return false;
        };
        best = best.max(Some(next.one_ply_earlier()));
    }
    best == Some(stored)
}
