//! The opponents below perfect play.

use crate::level::Guess::{BestOf, WorstOf};
use crate::level::Level;

/// Weakest first. Calibrated with `quintet-bench levels`.
pub(super) const LEVELS: [Level; Level::COUNT] = [
    Level {
        about: "Fills cells without a thought for room.",
        sight: 2,
        guess: WorstOf(2),
    },
    Level {
        about: "Takes a win when it sees one, but makes no plans.",
        sight: 2,
        guess: BestOf(1),
    },
    Level {
        about: "Likes cells that keep room, but misses slow plans.",
        sight: 3,
        guess: BestOf(2),
    },
    Level {
        about: "Careful, and seldom caught by a short plan.",
        sight: 6,
        guess: BestOf(3),
    },
    Level {
        about: "Counts nearly to the end, and always plays the cell that looks best.",
        sight: 9,
        guess: BestOf(64),
    },
];
