//! Perft: counting the nodes of the game tree.

use crate::Position;

/// Returns the number of sequences of exactly `depth` legal moves from `position`.
///
/// The count is 1 at depth 0, and 0 for a finished position at any greater depth.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        // Bulk counting: the moves of the last ply are not played.
        1 => position.count_moves(),
        _ => position
            .moves()
            .map(|mv| perft(&position.play_unchecked(mv), depth - 1))
            .sum(),
    }
}
