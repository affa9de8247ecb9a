//! Many games between two players that are not people.

use std::sync::{Mutex, PoisonError};

use quintet_games::Variant;
use quintet_rules::{Outcome, PerPlayer, Player};
use quintet_solver::{Progress, collect};
use serde::{Deserialize, Serialize};

use crate::{Competitor, Dice, Ending, OracleSource, Session, Who};

/// Who sits down at each game of a match, with the random choices that are theirs there.
pub type Seating<'a> = dyn Fn(&Who, Dice) -> Box<dyn Competitor> + Sync + 'a;

/// A match that plays itself: who begins alternates, every game has its own random choices.
///
/// ```
/// use std::sync::Arc;
///
/// use quintet_arena::{Library, Tables, Tournament, Who};
/// use quintet_games::Catalogue;
/// use quintet_rules::{PerPlayer, Player};
/// use quintet_solver::Progress;
///
/// let gridlock = Catalogue::STANDARD.find("gridlock").expect("in the catalogue").standard();
/// let tournament = Tournament {
///     variant: gridlock,
///     who: PerPlayer { one: Who::Perfect, two: Who::Random },
///     games: 20,
///     seed: 1,
///     max_plies: 100,
/// };
/// let library = Library::new(Catalogue::STANDARD, Tables::nowhere());
/// let results = tournament.play(&(Arc::new(move || library.oracle(gridlock)) as _), &Progress::default());
/// assert_eq!(results.finished(), 20);
/// assert!(results.won(Player::One) > results.won(Player::Two));
/// ```
#[derive(Clone)]
pub struct Tournament {
    /// The game and size.
    pub variant: &'static dyn Variant,
    /// Who plays for Player 1 and Player 2. Neither may be human.
    pub who: PerPlayer<Who>,
    /// How many games.
    pub games: u32,
    /// The seed of all of them.
    pub seed: u64,
    /// A game that has not ended after so many plies is left unfinished.
    pub max_plies: usize,
}

/// The results of all games of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Results {
    /// Games won by each player when they began.
    pub won_as_first: PerPlayer<u32>,
    /// Games won by each player when the other began.
    pub won_as_second: PerPlayer<u32>,
    /// Games that came to no end, by the player who began.
    pub unfinished_as_first: PerPlayer<u32>,
    /// Games that a player has lost by giving up.
    pub given_up: PerPlayer<u32>,
}

impl Results {
    /// Games won by a player.
    pub fn won(&self, player: Player) -> u32 {
        self.won_as_first[player] + self.won_as_second[player]
    }

    /// Games that came to no end.
    pub fn unfinished(&self) -> u32 {
        self.unfinished_as_first.one + self.unfinished_as_first.two
    }

    /// Games that ended.
    pub fn finished(&self) -> u32 {
        self.won(Player::One) + self.won(Player::Two)
    }
}

impl Tournament {
    /// Plays all games, on all cores. The score depends on the fields alone. Panics if a player is neither a level
    /// nor random.
    pub fn play(&self, oracle: &OracleSource, progress: &Progress) -> Results {
        let results = Mutex::default();
        let seating = |who: &Who, dice| who.seat(dice, oracle).expect("a built-in player");
        self.play_into(&results, &seating, progress);
        results.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// As [`play`](Tournament::play) between any players, with the results of the games that are over in `results`
    /// at any moment. They come in no fixed order.
    pub fn play_into(&self, results: &Mutex<Results>, seating: &Seating, progress: &Progress) {
        progress.expect(u64::from(self.games));
        collect(self.games as usize, |game, _: &mut Vec<()>| {
            let first = if game % 2 == 0 {
                Player::One
            } else {
                Player::Two
            };
            let session = self.play_one(game as u64, first, seating);
            let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
            let ended = session.ended();
            match ended.and_then(Ending::outcome) {
                Some(Outcome { winner }) if winner == first => results.won_as_first[winner] += 1,
                Some(Outcome { winner }) => results.won_as_second[winner] += 1,
                None => results.unfinished_as_first[first] += 1,
            }
            if let Some(player) = ended.and_then(Ending::resigned) {
                results.given_up[player] += 1;
            }
            progress.advance(1);
        });
    }

    fn play_one(&self, game: u64, first: Player, seating: &Seating) -> Session {
        let mut session = Session::new(self.variant.start(first)).between(self.who.clone());
        let mut players = PerPlayer::from_fn(|player| {
            let dice = Dice::for_game(self.seed, game, player);
            seating(&self.who[player], dice)
        });
        while session.ended().is_none() && session.plies().len() < self.max_plies {
            let mover = session.position().to_move();
            match players[mover].choose_in(&session) {
                Ok(mv) => drop(session.play(&mv).expect("players choose legal moves")),
                Err(_) => session.end(Ending::Resignation(mover)),
            }
        }
        session
    }
}

/// How many standard deviations hold 95 in a hundred.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// The range in which a share lies with a confidence of 95 in a hundred; in JSON a list of two numbers.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "[f64; 2]", into = "[f64; 2]")]
pub struct Interval {
    /// From 0 to 1.
    pub low: f64,
    /// From 0 to 1.
    pub high: f64,
}

impl From<[f64; 2]> for Interval {
    fn from([low, high]: [f64; 2]) -> Self {
        Interval { low, high }
    }
}

impl From<Interval> for [f64; 2] {
    fn from(Interval { low, high }: Interval) -> Self {
        [low, high]
    }
}

impl Interval {
    /// For `count` of `total`, by Wilson's score. All of it if there was nothing to count.
    pub fn of(count: u32, total: u32) -> Self {
        if total == 0 {
            return Interval {
                low: 0.0,
                high: 1.0,
            };
        }
        let n = f64::from(total);
        let share = f64::from(count) / n;
        let scale = 1.0 + Z * Z / n;
        let centre = (share + Z * Z / (2.0 * n)) / scale;
        let half = Z / scale * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        Interval {
            // The share is in it, whatever rounding does.
            low: (centre - half).clamp(0.0, share),
            high: (centre + half).clamp(share, 1.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_hold_their_share_and_shrink_with_the_number_of_games() {
        let close = |a: f64, b: f64| (a - b).abs() < 5e-4;
        // Known values of Wilson's score interval.
        let half = Interval::of(5, 10);
        assert!(
            close(half.low, 0.2366) && close(half.high, 0.7634),
            "{half:?}"
        );
        let all = Interval::of(10, 10);
        assert!(close(all.low, 0.7225) && close(all.high, 1.0), "{all:?}");
        assert!(Interval::of(500, 1000).low > half.low);
        for (count, total) in
            (1..100).flat_map(|total| (0..=total).map(move |count| (count, total)))
        {
            let (share, of) = (
                f64::from(count) / f64::from(total),
                Interval::of(count, total),
            );
            assert!(of.low <= share && share <= of.high, "{count} of {total}");
        }
        assert_eq!(
            Interval::of(0, 0),
            Interval {
                low: 0.0,
                high: 1.0
            }
        );
    }
}
