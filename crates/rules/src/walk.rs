//! Uniformly random games, as fast as the processor allows.

use crate::{Outcome, Player, Position, SplitMix};

/// What a run of random games came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Moves played.
    pub steps: u64,
    /// Games that came to their end.
    pub games: u64,
    /// How many of those Player 1 won.
    pub won_by_one: u64,
}

/// Games that are advanced in turn, so that the processor works on one while another waits for
/// its last result. Beyond eight the positions no longer stay in registers and first-level cache.
const LANES: usize = 8;

/// Plays uniformly random games from `start`, one after the other, until `steps` moves or a few
/// more have been played. The tally depends on `start`, `steps` and `seed` alone; it is empty when
/// `start` is finished already.
pub fn random_games<P: Position>(start: &P, steps: u64, seed: u64) -> Tally {
    let mut lanes = [*start; LANES];
    let mut random = SplitMix::new(seed);
    let mut tally = Tally::default();
    if start.outcome().is_some() {
        return tally;
    }
    while tally.steps < steps {
        for position in &mut lanes {
            if let Some(mv) = position.random_move(&mut random) {
                *position = position.play_unchecked(mv);
                tally.steps += 1;
            } else {
                tally.games += 1;
                let won = position.outcome();
                tally.won_by_one += u64::from(
                    won == Some(Outcome {
                        winner: Player::One,
                    }),
                );
                *position = *start;
            }
        }
    }
    tally
}
