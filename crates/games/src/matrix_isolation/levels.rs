//! The opponents below perfect play.

use crate::level::Guess::{BestOf, WorstOf};
use crate::level::Level;

/// Weakest first. Calibrated with `quintet-bench levels`.
pub(super) const LEVELS: [Level; Level::COUNT] = [
    Level {
        about: "Runs into corners and blocks the wrong cells.",
        sight: 1,
        guess: WorstOf(4),
    },
    Level {
        about: "Takes a win in one move, but walks into traps.",
        sight: 1,
        guess: BestOf(1),
    },
    Level {
        about: "Avoids traps that close at once, but makes no plans.",
        sight: 2,
        guess: BestOf(1),
    },
    Level {
        about: "Sets traps two moves deep, and likes open space.",
        sight: 3,
        guess: BestOf(2),
    },
    Level {
        about: "Sees traps two moves deep on both sides, and fights for space.",
        sight: 4,
        guess: BestOf(5),
    },
];
