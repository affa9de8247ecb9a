//! The opponents below perfect play.

use crate::level::Guess::{BestOf, WorstOf};
use crate::level::Level;

/// Weakest first. Calibrated with `quintet-bench levels`.
pub(super) const LEVELS: [Level; Level::COUNT] = [
    Level {
        about: "Fills cells with no thought for the space that is left.",
        sight: 2,
        guess: WorstOf(2),
    },
    Level {
        about: "Takes a win when it sees one, but makes no plans.",
        sight: 2,
        guess: BestOf(1),
    },
    Level {
        about: "Likes cells that leave room to move, but misses long plans.",
        sight: 3,
        guess: BestOf(2),
    },
    Level {
        about: "Plays carefully, and rarely falls for a short plan.",
        sight: 6,
        guess: BestOf(3),
    },
    Level {
        about: "Calculates almost to the end of the game.",
        sight: 9,
        guess: BestOf(64),
    },
];
