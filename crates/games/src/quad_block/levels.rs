//! The opponents below perfect play.

use crate::level::Guess::{BestOf, WorstOf};
use crate::level::Level;

/// Weakest first. Calibrated with `quintet-bench levels`.
pub(super) const LEVELS: [Level; Level::COUNT] = [
    Level::new(
        "Completes a group of four and stops yours, but builds badly.",
        2,
        WorstOf(4),
    ),
    Level::new(
        "Completes and stops groups of four, and places the rest anywhere.",
        2,
        BestOf(1),
    ),
    Level::new(
        "Builds groups, but neither sets nor sees forks.",
        2,
        BestOf(3),
    ),
    Level::new("Sets forks, but does not see yours coming.", 3, BestOf(3)),
    Level::new("Sees forks on both sides, and builds well.", 4, BestOf(10)),
];
