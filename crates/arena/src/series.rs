//! Several games in a row.

use quintet_rules::{Outcome, PerPlayer, Player};

/// A match: the score is kept by player, and who begins alternates.
#[derive(Clone, Debug)]
pub struct Series {
    first: Player,
    won: PerPlayer<u32>,
    unfinished: u32,
}

impl Series {
    /// A match in whose first game `first` begins.
    pub fn new(first: Player) -> Self {
        Series {
            first,
            won: PerPlayer::default(),
            unfinished: 0,
        }
    }

    /// The player who begins the next game.
    pub fn next_first(&self) -> Player {
        if self.played().is_multiple_of(2) {
            self.first
        } else {
            self.first.other()
        }
    }

    /// Takes down how a game ended; `None` if it was left unfinished.
    pub fn add(&mut self, outcome: Option<Outcome>) {
        match outcome {
            Some(outcome) => self.won[outcome.winner] += 1,
            None => self.unfinished += 1,
        }
    }

    /// Games that have ended or been left.
    pub fn played(&self) -> u32 {
        self.won.one + self.won.two + self.unfinished
    }

    /// Games won by each player.
    pub fn won(&self) -> PerPlayer<u32> {
        self.won
    }

    /// Games left unfinished.
    pub fn unfinished(&self) -> u32 {
        self.unfinished
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_begins_alternates_also_after_an_unfinished_game() {
        let mut series = Series::new(Player::Two);
        let mut firsts = Vec::new();
        for outcome in [
            Some(Outcome {
                winner: Player::One,
            }),
            None,
            Some(Outcome {
                winner: Player::One,
            }),
        ] {
            firsts.push(series.next_first());
            series.add(outcome);
        }
        assert_eq!(firsts, [Player::Two, Player::One, Player::Two]);
        assert_eq!((series.won().one, series.won().two), (2, 0));
        assert_eq!((series.unfinished(), series.played()), (1, 3));
    }
}
