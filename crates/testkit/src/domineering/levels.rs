//! The opponents below perfect play.

use quintet_games::Guess::{BestOf, WorstOf};
use quintet_games::Level;

/// Weakest first.
pub(super) const LEVELS: [Level; Level::COUNT] = [
    Level::new("Plays wherever there is room.", 1, WorstOf(2)),
    Level::new("Likes good squares, but plans little.", 2, BestOf(1)),
    Level::new("Looks around, but misses slow plans.", 3, BestOf(2)),
    Level::new("Careful, and rarely surprised.", 5, BestOf(3)),
    Level::new("Plans far ahead; only long plans escape it.", 7, BestOf(5)),
];
