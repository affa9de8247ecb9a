//! The opponents below perfect play.

use crate::level::Guess::{BestOf, WorstOf};
use crate::level::Level;

/// Weakest first. Calibrated with `quintet-bench levels`.
pub(super) const LEVELS: [Level; Level::COUNT] = [
    Level::new(
        "Runs into corners and blocks the wrong cells.",
        1,
        WorstOf(4),
    ),
    Level::new(
        "Takes a win in one move, but walks into traps.",
        1,
        BestOf(1),
    ),
    Level::new(
        "Avoids traps that close at once, but makes no plans.",
        2,
        BestOf(1),
    ),
    Level::new(
        "Sets traps two moves deep, and likes open space.",
        3,
        BestOf(2),
    ),
    Level::new(
        "Sees traps two moves deep on both sides, and fights for space.",
        4,
        BestOf(5),
    ),
];
