//! The opponents below perfect play.

use crate::level::Guess::{BestOf, WorstOf};
use crate::level::Level;

/// Weakest first. Calibrated with `quintet-bench levels`.
pub(super) const LEVELS: [Level; Level::COUNT] = [
    Level::new("Wanders about and wastes barriers.", 1, WorstOf(2)),
    Level::new("Captures when it can, but is in no hurry.", 2, BestOf(1)),
    Level::new(
        "Heads for its goal, and sees a short race to its end.",
        7,
        BestOf(5),
    ),
    Level::new("Races well, and places barriers with care.", 15, BestOf(6)),
    Level::new("Sees almost every race to its end.", 18, BestOf(8)),
];
