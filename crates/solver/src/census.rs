//! How many positions of a game have which value.

use crate::Value;

/// A count of unfinished positions by value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Census<P> {
    /// Positions in which the player to move wins.
    pub won: u64,
    /// Positions in which the player to move loses.
    pub lost: u64,
    /// Positions in which neither can force a win.
    pub endless: u64,
    /// The longest win, and a position with it.
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
    /// All positions counted.
    pub fn total(&self) -> u64 {
        self.won + self.lost + self.endless
    }

    /// Counts `times` positions with this value, of which `position` makes one.
    pub fn add(&mut self, value: Value, times: u64, position: impl FnOnce() -> P) {
        match value {
            Value::Win(plies) => {
                self.won += times;
                let longest = self.longest_win.as_ref().map(|(longest, _)| *longest);
                if let Some(plies) = plies.filter(|plies| Some(*plies) > longest) {
                    self.longest_win = Some((plies, position()));
                }
            }
            Value::Loss(_) => self.lost += times,
            Value::Endless => self.endless += times,
        }
    }

    /// Both counts together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let longest = |census: &Self| census.longest_win.as_ref().map(|(plies, _)| *plies);
        let is_longer = longest(&other) > longest(&self);
        Census {
            won: self.won + other.won,
            lost: self.lost + other.lost,
            endless: self.endless + other.endless,
            longest_win: if is_longer {
                other.longest_win
            } else {
                self.longest_win
            },
        }
    }
}
