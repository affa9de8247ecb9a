//! Counting the tree of moves.

use crate::Position;

/// How many different sequences of exactly `depth` legal moves lead on from `position`.
///
/// The count at depth 0 is 1; a finished position has none at any greater depth.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        // The last ply is counted, not played.
        1 => position.count_moves(),
        _ => position
            .moves()
            .map(|mv| perft(&position.play_unchecked(mv), depth - 1))
            .sum(),
    }
}
