//! The opponents below perfect play.

use crate::level::Guess::{BestOf, WorstOf};
use crate::level::Level;

/// Weakest first. Calibrated with `quintet-bench levels`.
pub(super) const LEVELS: [Level; Level::COUNT] = [
    Level::new("Fills cells without a thought for room.", 2, WorstOf(2)),
    Level::new(
        "Takes a win when it sees one, but makes no plans.",
        2,
        BestOf(1),
    ),
    Level::new(
        "Likes cells that keep room, but misses slow plans.",
        3,
        BestOf(2),
    ),
    Level::new("Careful, and seldom caught by a short plan.", 6, BestOf(3)),
    Level::new(
        "Counts nearly to the end, and always plays the cell that looks best.",
        9,
        BestOf(64),
    ),
];
