//! Who begins.

use std::fmt;
use std::str::FromStr;

use quintet_games::escape;
use quintet_rules::Player;

use crate::Dice;

/// Who begins a game: a player, or one drawn by lot.
///
/// ```
/// use quintet_arena::First;
/// use quintet_rules::Player;
///
/// assert_eq!("2".parse(), Ok(First::Player(Player::Two)));
/// assert_eq!("random".parse(), Ok(First::Random));
/// assert_eq!(First::Player(Player::Two).player(7), Player::Two);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum First {
    /// This player.
    Player(Player),
    /// One of them, by lot.
    Random,
}

impl First {
    /// Every choice.
    pub const ALL: [First; 3] = [
        First::Player(Player::One),
        First::Player(Player::Two),
        First::Random,
    ];

    /// `1`, `2` or `random`.
    pub const fn name(self) -> &'static str {
        match self {
            First::Player(Player::One) => "1",
            First::Player(Player::Two) => "2",
            First::Random => "random",
        }
    }

    /// The player who begins; drawn with this seed where it is by lot.
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

/// A text that says no choice of who begins.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{}' does not say who begins; wanted 1, 2 or random", escape(.0))]
pub struct UnknownFirst(pub String);

impl FromStr for First {
    type Err = UnknownFirst;

    fn from_str(text: &str) -> Result<Self, UnknownFirst> {
        let is_named = |first: &First| first.name() == text;
        let found = First::ALL.into_iter().find(is_named);
        found.ok_or_else(|| UnknownFirst(text.to_owned()))
    }
}
