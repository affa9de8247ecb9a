//! The opponents below perfect play.

use quintet_games::Guess::{BestOf, WorstOf};
use quintet_games::Level;

/// Weakest first.
pub(super) const LEVELS: [Level; Level::COUNT] = [
    Level {
        about: "Plays wherever there is room.",
        sight: 1,
        guess: WorstOf(2),
    },
    Level {
        about: "Likes good squares, but plans little.",
        sight: 2,
        guess: BestOf(1),
    },
    Level {
        about: "Looks around, but misses slow plans.",
        sight: 3,
        guess: BestOf(2),
    },
    Level {
        about: "Careful, and rarely surprised.",
        sight: 5,
        guess: BestOf(3),
    },
    Level {
        about: "Plans far ahead; only long plans escape it.",
        sight: 7,
        guess: BestOf(5),
    },
];
