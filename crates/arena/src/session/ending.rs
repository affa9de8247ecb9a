//! Reasons for the end of a game.

use quintet_rules::{Outcome, Player};

use crate::Termination;

/// The reason for the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// A final position under the rules.
    Rules(Outcome),
    /// The resignation of this player.
    Resignation(Player),
    /// The maximum number of moves.
    PlyLimit,
}

impl Ending {
    /// Returns the winner, if any.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Ending::Rules(outcome) => Some(outcome),
            Ending::Resignation(player) => Some(Outcome {
                winner: player.other(),
            }),
            Ending::PlyLimit => None,
        }
    }

    /// Returns the player who resigned, if any.
    pub fn resigned(self) -> Option<Player> {
        match self {
            Ending::Resignation(player) => Some(player),
            Ending::Rules(_) | Ending::PlyLimit => None,
        }
    }

    /// Returns the termination for records.
    pub fn termination(self) -> Termination {
        match self {
            Ending::Rules(_) => Termination::Normal,
            Ending::Resignation(_) => Termination::Resigned,
            Ending::PlyLimit => Termination::PlyLimit,
        }
    }
}
