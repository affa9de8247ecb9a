//! How a game ended.

use quintet_rules::{Outcome, Player};

use crate::Termination;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules.
    Rules(Outcome),
    /// This player gave up.
    Resignation(Player),
    /// It had as many moves as it may have, and nobody has won.
    PlyLimit,
}

impl Ending {
    /// Who has won, if anyone.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Ending::Rules(outcome) => Some(outcome),
            Ending::Resignation(player) => Some(Outcome {
                winner: player.other(),
            }),
            Ending::PlyLimit => None,
        }
    }

    /// Who gave up, if anyone.
    pub fn resigned(self) -> Option<Player> {
        match self {
            Ending::Resignation(player) => Some(player),
            Ending::Rules(_) | Ending::PlyLimit => None,
        }
    }

    /// The word for it in records.
    pub fn termination(self) -> Termination {
        match self {
            Ending::Rules(_) => Termination::Normal,
            Ending::Resignation(_) => Termination::Resigned,
            Ending::PlyLimit => Termination::PlyLimit,
        }
    }
}
