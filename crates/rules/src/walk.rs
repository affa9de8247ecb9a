//! Uniformly random games, as fast as the processor allows.

use crate::{Outcome, Player, Position, Wyrand};

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

/// Games that are played side by side. All choose a move, then all play it: the processor works on
/// one game while another waits for its last result. With sixteen the positions and moves no longer
/// stay near, and every game is slower.
const LANES: usize = 8;

/// Plays uniformly random games from `start`, one after the other, until `steps` moves or a few
/// more have been played. The tally depends on `start`, `steps` and `seed` alone; it is empty when
/// `start` is finished already.
pub fn random_games<P: Position>(start: &P, steps: u64, seed: u64) -> Tally {
    let mut lanes = [*start; LANES];
    let mut random = Wyrand::new(seed);
    let mut tally = Tally::default();
    let mut visits = 0;
    if start.outcome().is_some() {
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
