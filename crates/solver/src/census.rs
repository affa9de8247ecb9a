//! Positions of a game by value.

use crate::Value;

/// The numbers of unfinished positions with each kind of value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Census<P> {
    /// Positions in which the player to move wins.
    pub won: u64,
    /// Positions in which the player to move loses.
    pub lost: u64,
    /// Positions in which neither player can force a win.
    pub endless: u64,
    /// The distance of the longest win, and the first position that has it.
    pub longest_win: Option<(u8, P)>,
}

impl<P> Default for Census<P> {
    fn default() -> Self {
        Census {
            won: 0,
            lost: 0,
            endless: 0,
            longest_win: None,
        }
    }
}

impl<P> Census<P> {
    /// Returns the number of all positions.
    pub fn total(&self) -> u64 {
        self.won + self.lost + self.endless
    }

    /// Adds `count` positions with the same value, of which `position` returns one.
    pub fn add(&mut self, value: Value, count: u64, position: impl FnOnce() -> P) {
        match value {
            Value::Win(plies) => {
                self.won += count;
                if let Some(plies) = plies.filter(|plies| Some(*plies) > self.max_distance()) {
                    self.longest_win = Some((plies, position()));
                }
            }
            Value::Loss(_) => self.lost += count,
            Value::Endless => self.endless += count,
        }
    }

    /// Returns the sum of two counts. Of equally long wins, the position of `self` is retained.
    #[must_use]
    pub fn merge(self, other: Self) -> Self {
        Census {
            won: self.won + other.won,
            lost: self.lost + other.lost,
            endless: self.endless + other.endless,
            longest_win: if other.max_distance() > self.max_distance() {
                other.longest_win
            } else {
                self.longest_win
            },
        }
    }

    fn max_distance(&self) -> Option<u8> {
        self.longest_win.as_ref().map(|(plies, _)| *plies)
    }
}
