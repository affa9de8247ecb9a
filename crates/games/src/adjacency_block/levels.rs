//! The opponents below perfect play.

use crate::level::Guess::{BestOf, WorstOf};
use crate::level::Level;

/// Weakest first. Calibrated with `quintet-bench levels`.
pub(super) const LEVELS: [Level; Level::COUNT] = [
    Level {
        about: "Gives its own space away.",
        sight: 1,
        guess: WorstOf(3),
    },
    Level {
        about: "Never overlooks a win in one move, but wastes its space.",
        sight: 2,
        guess: WorstOf(6),
    },
    Level {
        about: "Never overlooks a win in one move, and otherwise plays at random.",
        sight: 2,
        guess: BestOf(1),
    },
    Level {
        about: "Sees short plans, but plays the opening at random.",
        sight: 4,
        guess: BestOf(1),
    },
    Level {
        about: "Calculates to the end, except in the opening.",
        sight: 5,
        guess: BestOf(2),
    },
];
