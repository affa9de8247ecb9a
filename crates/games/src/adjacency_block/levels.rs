//! The opponents below perfect play.

use crate::level::Guess::{BestOf, WorstOf};
use crate::level::Level;

/// Weakest first. Calibrated with `quintet-bench levels`.
pub(super) const LEVELS: [Level; Level::COUNT] = [
    Level {
        about: "Plays where it gives its room away.",
        sight: 1,
        guess: WorstOf(3),
    },
    Level {
        about: "Never falls for a win in one move, but wastes its room.",
        sight: 2,
        guess: WorstOf(6),
    },
    Level {
        about: "Never falls for a win in one move, and leaves the rest to chance.",
        sight: 2,
        guess: BestOf(1),
    },
    Level {
        about: "Sees short plans, and leaves the opening to chance.",
        sight: 4,
        guess: BestOf(1),
    },
    Level {
        about: "Sees most of the game, but not its first moves.",
        sight: 5,
        guess: BestOf(2),
    },
];
