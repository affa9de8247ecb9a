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

#[cfg(test)]
mod tests {
    use super::*;

    /// Stones are taken from a heap one by one; the player who finds none has lost.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    struct Heap {
        stones: u8,
        to_move: Player,
    }

    impl Position for Heap {
        type Move = u8;
        type Refusal = ();

        fn to_move(&self) -> Player {
            self.to_move
        }

        fn outcome(&self) -> Option<Outcome> {
            let winner = self.to_move.other();
            (self.stones == 0).then_some(Outcome { winner })
        }

        fn moves(&self) -> impl Iterator<Item = u8> {
            1..=self.stones.min(1)
        }

        fn check(&self, taken: u8) -> Result<(), ()> {
            self.moves().any(|mv| mv == taken).then_some(()).ok_or(())
        }

        fn play_unchecked(&self, taken: u8) -> Self {
            Heap {
                stones: self.stones - taken,
                to_move: self.to_move.other(),
            }
        }
    }

    #[test]
    fn moves_games_and_wins_are_counted() {
        let tally = |stones, to_move, steps| {
            let Tally {
                steps,
                games,
                won_by_one,
            } = random_games(&Heap { stones, to_move }, steps, 1);
            (steps, games, won_by_one)
        };
        // Three moves in each of eight games, none of which has been seen to be over.
        assert_eq!(tally(3, Player::One, 24), (24, 0, 0));
        assert_eq!(tally(3, Player::One, 25), (32, 8, 8));
        assert_eq!(tally(3, Player::Two, 25), (32, 8, 0));
        assert_eq!(tally(0, Player::One, 25), (0, 0, 0));
    }
}
