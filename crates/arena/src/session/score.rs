//! The score of a match.

use quintet_rules::{Outcome, PerPlayer};

/// The numbers of games won by each player and of unfinished games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Games won by each player.
    pub won: PerPlayer<u32>,
    /// Unfinished games.
    pub unfinished: u32,
}

impl Score {
    /// Adds a game; `None` for an unfinished one.
    pub fn add(&mut self, outcome: Option<Outcome>) {
        match outcome {
            Some(outcome) => self.won[outcome.winner] = self.won[outcome.winner].saturating_add(1),
            None => self.unfinished += 1,
        }
    }

    /// Returns the number of games.
    pub fn games(&self) -> u32 {
        self.won.one + self.won.two + self.unfinished
    }
}
