//! Actions of players.

use quintet_rules::Player;

/// An entry of a game's log, without its player and time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// A move: in a log in the spelling of the rule book, in a request in any spelling.
    Move(String),
    /// A resignation.
    Resign,
    /// A request to take back the player's latest move.
    OfferTakeBack,
    /// The consent to a take-back.
    AcceptTakeBack,
    /// The refusal of a take-back.
    DeclineTakeBack,
}

/// An entry of a game's log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// The player who acted.
    pub player: Player,
    /// The action.
    pub action: Action,
    /// The time in seconds since 1970.
    pub at: u64,
}

impl Action {
    /// The actions without a move.
    pub const WORDS: [Action; 4] = [
        Action::Resign,
        Action::OfferTakeBack,
        Action::AcceptTakeBack,
        Action::DeclineTakeBack,
    ];

    /// Returns the name in the API and in the store.
    pub const fn name(&self) -> &'static str {
        match self {
            Action::Move(_) => "move",
            Action::Resign => "resign",
            Action::OfferTakeBack => "offer-take-back",
            Action::AcceptTakeBack => "accept-take-back",
            Action::DeclineTakeBack => "decline-take-back",
        }
    }

    /// Returns the move, if the action is one.
    pub fn as_move(&self) -> Option<&str> {
        match self {
            Action::Move(mv) => Some(mv),
            _ => None,
        }
    }

    /// Returns the action with this name. Exactly a move has a move.
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
