//! The choice of the first player.

use std::fmt;

use quintet_rules::Player;

use crate::Dice;

/// The first player of a game: a given or a random one.
///
/// ```
/// use quintet_arena::First;
/// use quintet_rules::Player;
///
/// let first = First::Player(Player::Two);
/// assert_eq!(First::from_name("2"), Some(first));
/// assert_eq!(first.player(7), Player::Two);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum First {
    /// This player.
    Player(Player),
    /// A random player.
    Random,
}

impl First {
    /// Every choice.
    pub const ALL: [First; 3] = [
        First::Player(Player::One),
        First::Player(Player::Two),
        First::Random,
    ];

    /// Finds a choice by its name.
    pub fn from_name(name: &str) -> Option<Self> {
        First::ALL.into_iter().find(|first| first.name() == name)
    }

    /// Returns `1`, `2` or `random`.
    pub const fn name(self) -> &'static str {
        match self {
            First::Player(Player::One) => "1",
            First::Player(Player::Two) => "2",
            First::Random => "random",
        }
    }

    /// Returns the first player. The seed determines a random one.
    pub fn player(self, seed: u64) -> Player {
        match self {
            First::Player(player) => player,
            First::Random => Dice::new(seed, 0).player(),
        }
    }
}

impl fmt::Display for First {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
