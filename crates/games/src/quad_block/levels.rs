//! The opponents below perfect play.

use crate::level::Guess::{BestOf, WorstOf};
use crate::level::Level;

/// Weakest first. Calibrated with `quintet-bench levels`.
pub(super) const LEVELS: [Level; Level::COUNT] = [
    Level {
        about: "Completes a group of four and blocks yours, but builds badly.",
        sight: 2,
        guess: WorstOf(4),
    },
    Level {
        about: "Completes and blocks groups of four, and otherwise plays anywhere.",
        sight: 2,
        guess: BestOf(1),
    },
    Level {
        about: "Builds groups, but neither sets nor sees forks.",
        sight: 2,
        guess: BestOf(3),
    },
    Level {
        about: "Sets forks, but does not see yours coming.",
        sight: 3,
        guess: BestOf(3),
    },
    Level {
        about: "Sees forks on both sides, and builds well.",
        sight: 4,
        guess: BestOf(10),
    },
];
