//! Uniformly random games, for measurements.

use crate::{Outcome, Player, Position, Wyrand};

/// The result of [`random_games`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Number of moves played.
    pub steps: u64,
    /// Number of finished games.
    pub games: u64,
    /// Number of finished games that Player 1 won.
    pub won_by_one: u64,
}

/// Number of games played in lockstep: all choose a move, then all play it, so that the processor can execute independent
/// instructions in parallel. Sixteen games are slower because their state no longer fits in registers and the L1 cache.
const LANES: usize = 8;

/// Plays uniformly random games from `start` until at least `steps` moves have been played, and a few more at most. The
/// result depends only on the arguments. It is empty if `start` is finished.
pub fn random_games<P: Position>(start: &P, steps: u64, seed: u64) -> Tally {
    let mut lanes = [*start; LANES];
    let mut random = Wyrand::new(seed);
    let mut tally = Tally::default();
    let mut visits = 0;
    if start.is_over() {
        return tally;
    }
    while tally.steps < steps {
        let moves = std::array::from_fn::<_, LANES, _>(|n| lanes[n].random_move(&mut random));
        for (position, mv) in lanes.iter_mut().zip(moves) {
            if let Some(mv) = mv {
                *position = position.play_unchecked(mv);
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
        visits += LANES as u64;
        tally.steps = visits - tally.games;
    }
    tally
}
