//! The opponents below perfect play.

use crate::level::Guess::{BestOf, WorstOf};
use crate::level::Level;

/// Weakest first. Calibrated with `quintet-bench levels`.
pub(super) const LEVELS: [Level; Level::COUNT] = [
    Level::new("Plays where it gives its room away.", 1, WorstOf(3)),
    Level::new(
        "Never falls for a win in one move, but wastes its room.",
        2,
        WorstOf(6),
    ),
    Level::new(
        "Never falls for a win in one move, and leaves the rest to chance.",
        2,
        BestOf(1),
    ),
    Level::new(
        "Sees short plans, and leaves the opening to chance.",
        4,
        BestOf(1),
    ),
    Level::new(
        "Sees most of the game, but not its first moves.",
        5,
        BestOf(2),
    ),
];
