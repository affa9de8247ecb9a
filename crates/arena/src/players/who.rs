//! Kinds of players, and the moves of the built-in ones.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use quintet_games::{AnyOracle, AnyPosition, join_words};
use quintet_rules::{PerPlayer, Random};
use quintet_solver::{Allowance, Budget};

use crate::{Competitor, Dice, GivesUp, Session, perfect_moves};

/// Provides the oracle when a level first needs it. May block until the oracle is ready.
pub type OracleSource = Arc<dyn Fn() -> Arc<dyn AnyOracle> + Send + Sync>;

/// A kind of player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Who {
    /// A person.
    Human,
    /// Uniformly random moves.
    Random,
    /// Perfect, but 50 % of the moves are random.
    Easy,
    /// Perfect, but 20 % of the moves are random.
    Medium,
    /// Perfect, but 5 % of the moves are random.
    Hard,
    /// Perfect play.
    Perfect,
    /// An external program, by its address. The crate `quintet-agents` connects to it.
    Outside(Arc<str>),
}

impl Who {
    /// Every kind of player without an address.
    pub const ALL: &'static [Who] = &[
        Who::Human,
        Who::Random,
        Who::Easy,
        Who::Medium,
        Who::Hard,
        Who::Perfect,
    ];

    /// Default search budget of programs for one value in an unsolved game.
    pub const BUDGET: Budget<'static> = Budget::positions(100_000);

    /// Maximum number of positions that a level searches for a move in an unsolved game. It is not a time limit, so that a
    /// seed gives the same game on every machine.
    pub const EFFORT: u64 = 4_000_000;

    /// Returns the name in commands and records.
    pub fn name(&self) -> &str {
        match self {
            Who::Human => "human",
            Who::Random => "random",
            Who::Easy => "easy",
            Who::Medium => "medium",
            Who::Hard => "hard",
            Who::Perfect => "perfect",
            Who::Outside(address) => address,
        }
    }

    /// Returns the percentage of random moves; `None` for a player that is not a level.
    const fn slips_in_a_hundred(&self) -> Option<u32> {
        match self {
            Who::Human | Who::Random | Who::Outside(_) => None,
            Who::Easy => Some(50),
            Who::Medium => Some(20),
            Who::Hard => Some(5),
            Who::Perfect => Some(0),
        }
    }

    /// Returns the share of random moves; `None` for a human or external player.
    pub fn error_rate(&self) -> Option<f64> {
        match self {
            Who::Random => Some(1.0),
            who => who
                .slips_in_a_hundred()
                .map(|slips| f64::from(slips) / 100.0),
        }
    }

    /// True for the levels, which need exact values.
    pub const fn is_level(&self) -> bool {
        self.slips_in_a_hundred().is_some()
    }

    /// True for the levels and the random player.
    pub const fn is_built_in(&self) -> bool {
        !matches!(self, Who::Human | Who::Outside(_))
    }

    /// Chooses a move in an unfinished position; `None` for a human or external player. In an unsolved game, a level spends a
    /// quarter of the budget on exact values and three quarters on a heuristic search. Only a level that does not play a random
    /// move requests the oracle.
    pub fn choose(
        &self,
        position: &dyn AnyPosition,
        budget: Budget,
        random: &mut dyn Random,
        oracle: &dyn Fn() -> Arc<dyn AnyOracle>,
    ) -> Option<String> {
        if !self.is_built_in() {
            return None;
        }
        let slips = self.slips_in_a_hundred();
        if slips.is_none_or(|slips| random.below(100) < slips) {
            let mv = position.random_move(random);
            return Some(mv.expect("an unfinished game has a move"));
        }
        let allowance = Allowance::positions(budget.max_positions());
        let budget = budget.or_within(&allowance);
        let mut moves = perfect_moves(&*oracle(), position, budget);
        let count = u32::try_from(moves.len()).expect("a position has few moves");
        Some(moves.swap_remove(random.below(count) as usize))
    }

    /// Creates a competitor that searches at most [`EFFORT`](Who::EFFORT) positions per move; `None` for a human or external
    /// player.
    pub fn seat(&self, dice: Dice, oracle: &OracleSource) -> Option<Box<dyn Competitor>> {
        let seat = || -> Box<dyn Competitor> {
            Box::new(BuiltIn {
                who: self.clone(),
                dice,
                oracle: Arc::clone(oracle),
            })
        };
        self.is_built_in().then(seat)
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Warns that levels may make mistakes; `None` if the size [is solved](crate::Library::is_solved) or no level plays.
pub fn level_warning(is_solved: bool, players: &PerPlayer<Who>) -> Option<String> {
    let mut levels = vec![&players.one, &players.two];
    levels.retain(|who| who.is_level());
    levels.dedup();
    if is_solved || levels.is_empty() {
        return None;
    }
    let names: Vec<_> = levels.iter().map(|who| who.name()).collect();
    let verb = if names.len() == 1 {
        "searches"
    } else {
        "search"
    };
    let (names, millions) = (join_words(&names, "and"), Who::EFFORT / 1_000_000);
    Some(format!(
        "This size is not solved: {names} {verb} up to {millions} million positions per move and may make mistakes."
    ))
}

/// An unknown kind of player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no player is called '{}'", quintet_games::escape(.0))]
pub struct UnknownPlayer(pub String);

impl FromStr for Who {
    type Err = UnknownPlayer;

    fn from_str(name: &str) -> Result<Who, UnknownPlayer> {
        let named = |who: &&Who| who.name() == name;
        Who::ALL
            .iter()
            .find(named)
            .cloned()
            .ok_or_else(|| UnknownPlayer(name.to_owned()))
    }
}

/// A built-in player of a single game.
struct BuiltIn {
    who: Who,
    dice: Dice,
    oracle: OracleSource,
}

impl Competitor for BuiltIn {
    fn choose_in(&mut self, session: &Session) -> Result<String, GivesUp> {
        let (position, budget) = (session.position(), Budget::positions(Who::EFFORT));
        let mv = self
            .who
            .choose(position, budget, &mut self.dice, &*self.oracle);
        Ok(mv.expect("a seated player chooses"))
    }
}
