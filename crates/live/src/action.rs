//! What players do in a game.

use quintet_rules::Player;

/// One entry of a game's log: what a player does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// A move; in a log as the rule book spells it, in a request in any spelling.
    Move(String),
    /// A resignation.
    Resign,
    /// The player asks to take back their latest move.
    OfferTakeBack,
    /// The player lets the opponent take it back.
    AcceptTakeBack,
    /// The player does not let the opponent take it back.
    DeclineTakeBack,
}

/// An action that has been done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// Who did it.
    pub player: Player,
    /// What was done.
    pub action: Action,
    /// When, in seconds since 1970.
    pub at: u64,
}

impl Action {
    /// The actions that are one word and nothing else.
    pub const WORDS: [Action; 4] = [
        Action::Resign,
        Action::OfferTakeBack,
        Action::AcceptTakeBack,
        Action::DeclineTakeBack,
    ];

    /// The name in the interface and in the store.
    pub const fn name(&self) -> &'static str {
        match self {
            Action::Move(_) => "move",
            Action::Resign => "resign",
            Action::OfferTakeBack => "offer-take-back",
            Action::AcceptTakeBack => "accept-take-back",
            Action::DeclineTakeBack => "decline-take-back",
        }
    }

    /// The move, if it is one.
    pub fn as_move(&self) -> Option<&str> {
        match self {
            Action::Move(mv) => Some(mv),
            _ => None,
        }
    }

    /// The action with a name, and with a move exactly if it is one.
    pub fn read(name: &str, mv: Option<&str>) -> Option<Action> {
        match (name, mv) {
            ("move", Some(mv)) => Some(Action::Move(mv.to_owned())),
            (_, None) => Action::WORDS
                .into_iter()
                .find(|action| action.name() == name),
            _ => None,
        }
    }
}
