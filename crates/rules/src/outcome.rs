//! Who has won.

use crate::Player;

/// The end of a game: a fact about a finished position, the same for both players.
///
/// None of the games has draws, so there is always a winner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The player who has won.
    pub winner: Player,
}
