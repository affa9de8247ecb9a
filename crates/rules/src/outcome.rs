//! The outcome of a game.

use crate::Player;

/// The outcome of a finished game. Games never end in a draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The player who won.
    pub winner: Player,
}
