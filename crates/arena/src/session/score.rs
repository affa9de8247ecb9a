//! The score of a match.

use quintet_rules::{Outcome, PerPlayer};

/// Games won by each player, and games without a winner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Games won by each player.
    pub won: PerPlayer<u32>,
    /// Games left unfinished.
    pub unfinished: u32,
}

impl Score {
    /// Adds a game; `None` if it was left unfinished.
    pub fn add(&mut self, outcome: Option<Outcome>) {
        match outcome {
            Some(outcome) => self.won[outcome.winner] = self.won[outcome.winner].saturating_add(1),
            None => self.unfinished += 1,
        }
    }

    /// Games that have ended or been left.
    pub fn games(&self) -> u32 {
        self.won.one + self.won.two + self.unfinished
    }
}
