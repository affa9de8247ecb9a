//! Matches between computer players.

use std::sync::{Mutex, PoisonError};

use quintet_games::Variant;
use quintet_rules::{Outcome, PerPlayer, Player};
use quintet_solver::{Progress, collect};

use crate::{Competitor, Dice, Ending, OracleSource, Session, Who};

/// Creates the player of a seat for one game, with its own random numbers.
pub type Seating<'a> = dyn Fn(&Who, Dice) -> Box<dyn Competitor> + Sync + 'a;

/// A match. The players take turns in beginning, and every game has its own random numbers.
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
    /// The kinds of players. Neither may be human.
    pub who: PerPlayer<Who>,
    /// Number of games.
    pub games: u32,
    /// Seed of the match.
    pub seed: u64,
    /// Maximum number of plies in a game. A longer game is left unfinished.
    pub max_plies: usize,
}

/// The results of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Results {
    /// Wins by each player as first player.
    pub won_as_first: PerPlayer<u32>,
    /// Wins by each player as second player.
    pub won_as_second: PerPlayer<u32>,
    /// Unfinished games, by the first player.
    pub unfinished_as_first: PerPlayer<u32>,
    /// Games that a player lost by giving up.
    pub given_up: PerPlayer<u32>,
}

impl Results {
    /// Returns the wins of a player.
    pub fn won(&self, player: Player) -> u32 {
        self.won_as_first[player] + self.won_as_second[player]
    }

    /// Returns the number of unfinished games.
    pub fn unfinished(&self) -> u32 {
        self.unfinished_as_first.one + self.unfinished_as_first.two
    }

    /// Returns the number of finished games.
    pub fn finished(&self) -> u32 {
        self.won(Player::One) + self.won(Player::Two)
    }
}

impl Tournament {
    /// Plays all games on all cores. The results depend only on the fields.
    ///
    /// # Panics
    ///
    /// Panics if a player is human or external.
    pub fn play(&self, oracle: &OracleSource, progress: &Progress) -> Results {
        let results = Mutex::default();
        let seating = |who: &Who, dice| who.seat(dice, oracle).expect("a built-in player");
        self.play_into(&results, &seating, progress);
        results.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays all games between any players. `results` is updated after each game, in no fixed order.
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
