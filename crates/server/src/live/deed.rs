//! What players do in a game, and the numbered log of it.

use quintet_rules::Player;

/// What a player does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// A move; in a log as the rule book spells it, in a request in any spelling.
    Move(String),
    /// Gives up.
    Resign,
    /// Would like to take back their latest move.
    OfferTakeBack,
    /// Lets the opponent take it back.
    AcceptTakeBack,
    /// Does not.
    DeclineTakeBack,
}

/// Something that has been done, and will not change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// Who did it.
    pub player: Player,
    /// What was done.
    pub deed: Deed,
    /// When, in seconds since 1970.
    pub at: u64,
}

impl Deed {
    /// The deeds that are one word and nothing else.
    pub const WORDS: [Deed; 4] = [
        Deed::Resign,
        Deed::OfferTakeBack,
        Deed::AcceptTakeBack,
        Deed::DeclineTakeBack,
    ];

    /// The name in the interface and in the store.
    pub const fn name(&self) -> &'static str {
        match self {
            Deed::Move(_) => "move",
            Deed::Resign => "resign",
            Deed::OfferTakeBack => "offer-take-back",
            Deed::AcceptTakeBack => "accept-take-back",
            Deed::DeclineTakeBack => "decline-take-back",
        }
    }

    /// The move, if it is one.
    pub fn as_move(&self) -> Option<&str> {
        match self {
            Deed::Move(mv) => Some(mv),
            _ => None,
        }
    }

    /// The deed with a name, and with a move exactly if it is one.
    pub fn read(name: &str, mv: Option<&str>) -> Option<Deed> {
        match (name, mv) {
            ("move", Some(mv)) => Some(Deed::Move(mv.to_owned())),
            (_, None) => Deed::WORDS.into_iter().find(|deed| deed.name() == name),
            _ => None,
        }
    }
}
