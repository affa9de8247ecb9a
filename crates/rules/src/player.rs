//! The two players.

use std::fmt;
use std::ops::{Index, IndexMut};

/// One of the two players. Either may move first.
///
/// ```
/// use quintet_rules::{PerPlayer, Player};
///
/// let mut won = PerPlayer { one: 0, two: 0 };
/// won[Player::One.other()] += 1;
/// assert_eq!((won.one, won[Player::Two]), (0, 1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Player {
    /// Player 1: `X`, or `P1`.
    One,
    /// Player 2: `O`, or `P2`.
    Two,
}

impl Player {
    /// Both players, in order.
    pub const BOTH: [Player; 2] = [Player::One, Player::Two];

    /// Returns the opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Player {
        match self {
            Player::One => Player::Two,
            Player::Two => Player::One,
        }
    }

    /// Returns 1 or 2, as in notation.
    pub const fn number(self) -> u8 {
        match self {
            Player::One => 1,
            Player::Two => 2,
        }
    }

    /// Parses `1` or `2`.
    pub fn from_number(text: &str) -> Option<Player> {
        match text {
            "1" => Some(Player::One),
            "2" => Some(Player::Two),
            _ => None,
        }
    }
}

/// Writes the number, `1` or `2`.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// A value for each player, indexed by [`Player`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PerPlayer<T> {
    /// The value of Player 1.
    pub one: T,
    /// The value of Player 2.
    pub two: T,
}

impl<T> PerPlayer<T> {
    /// Calls a function for both players.
    pub fn from_fn(mut of: impl FnMut(Player) -> T) -> Self {
        PerPlayer {
            one: of(Player::One),
            two: of(Player::Two),
        }
    }
}

impl<T> Index<Player> for PerPlayer<T> {
    type Output = T;

    #[inline]
    fn index(&self, player: Player) -> &T {
        match player {
            Player::One => &self.one,
            Player::Two => &self.two,
        }
    }
}

impl<T> IndexMut<Player> for PerPlayer<T> {
    #[inline]
    fn index_mut(&mut self, player: Player) -> &mut T {
        match player {
            Player::One => &mut self.one,
            Player::Two => &mut self.two,
        }
    }
}
