//! The opponents below perfect play.

use crate::level::Guess::{BestOf, WorstOf};
use crate::level::Level;

/// Weakest first. Calibrated with `quintet-bench levels`.
pub(super) const LEVELS: [Level; Level::COUNT] = [
    Level {
        about: "Wanders about and wastes barriers.",
        sight: 1,
        guess: WorstOf(2),
    },
    Level {
        about: "Captures when it can, but is in no hurry.",
        sight: 2,
        guess: BestOf(1),
    },
    Level {
        about: "Heads for its goal, and calculates short races to the end.",
        sight: 7,
        guess: BestOf(5),
    },
    Level {
        about: "Races well, and places barriers with care.",
        sight: 15,
        guess: BestOf(6),
    },
    Level {
        about: "Calculates almost every race to the end.",
        sight: 18,
        guess: BestOf(8),
    },
];
