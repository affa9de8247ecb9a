//! Who chooses the moves.

use std::fmt;
use std::str::FromStr;

use quintet_games::AnyPosition;

use crate::Dice;

/// A kind of player, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    /// A person, who is asked.
    Human,
    /// Any legal move, each with the same probability.
    Random,
}

impl Who {
    /// Every kind of player.
    pub const ALL: &'static [Who] = &[Who::Human, Who::Random];

    /// The name in commands and records.
    pub const fn name(self) -> &'static str {
        match self {
            Who::Human => "human",
            Who::Random => "random",
        }
    }

    /// Who chooses for this player, by chance where there is a choice; `None` for a person.
    pub fn chooser(self, dice: Dice) -> Option<Box<dyn Chooser>> {
        match self {
            Who::Human => None,
            Who::Random => Some(Box::new(dice)),
        }
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// No kind of player has this name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no player is called '{}'", quintet_games::shown(.0))]
pub struct UnknownPlayer(pub String);

impl FromStr for Who {
    type Err = UnknownPlayer;

    fn from_str(name: &str) -> Result<Who, UnknownPlayer> {
        let named = |who: &&Who| who.name() == name;
        Who::ALL
            .iter()
            .find(named)
            .copied()
            .ok_or_else(|| UnknownPlayer(name.to_owned()))
    }
}

/// A player that is not a person.
pub trait Chooser: Send {
    /// A legal move. The position must not be finished.
    fn choose(&mut self, position: &dyn AnyPosition) -> String;
}

/// Chooses any legal move.
impl Chooser for Dice {
    fn choose(&mut self, position: &dyn AnyPosition) -> String {
        position
            .random_move(self)
            .expect("an unfinished game has a move")
    }
}
