//! The kinds of players, and the moves of the built-in ones.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use quintet_games::{AnyOracle, AnyPosition, Variant, group_digits, join_words};
use quintet_rules::{PerPlayer, Random};
use quintet_solver::{Allowance, Budget};

use crate::{Competitor, Dice, GivesUp, Session, perfect_moves};

/// Provides the oracle when a seated level first needs it; may block until the oracle is ready.
pub type OracleSource = Arc<dyn Fn() -> Arc<dyn AnyOracle> + Send + Sync>;

/// A kind of player, by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Who {
    /// A person.
    Human,
    /// Any legal move, each with the same probability.
    Random,
    /// Perfect but for 50 of a hundred moves, which are any.
    Easy,
    /// Perfect but for 20 of a hundred moves, which are any.
    Medium,
    /// Perfect but for 5 of a hundred moves, which are any.
    Hard,
    /// Never gives a value away.
    Perfect,
    /// An external program, by its address. The crate `agents` connects to it.
    Outside(Arc<str>),
}

impl Who {
    /// Every kind of player that needs no address.
    pub const ALL: &'static [Who] = &[
        Who::Human,
        Who::Random,
        Who::Easy,
        Who::Medium,
        Who::Hard,
        Who::Perfect,
    ];

    /// The default budget of programs for each value where the game is not solved.
    pub const BUDGET: Budget<'static> = Budget::positions(100_000);

    /// The most positions that a level searches for a move where the game is not solved. A limit on time would keep a seed
    /// from repeating a game on another machine.
    pub const EFFORT: u64 = 4_000_000;

    /// The name in commands and records.
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

    /// Of a hundred moves, how many are any legal ones; `None` for a player that is not a level.
    const fn slips_in_a_hundred(&self) -> Option<u32> {
        match self {
            Who::Human | Who::Random | Who::Outside(_) => None,
            Who::Easy => Some(50),
            Who::Medium => Some(20),
            Who::Hard => Some(5),
            Who::Perfect => Some(0),
        }
    }

    /// The share of moves that are any legal ones; `None` for a player whose moves are not defined so.
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

    /// True for the levels and the random player, which choose by themselves.
    pub const fn is_built_in(&self) -> bool {
        !matches!(self, Who::Human | Who::Outside(_))
    }

    /// Chooses a move; `None` for a person and an external program. Where the game is not solved, a level spends a
    /// quarter of the budget on proving values and three quarters on looking ahead. Only a level that does not slip asks for
    /// the oracle. The position must not be finished.
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

    /// Returns this player as a competitor that searches at most [`EFFORT`](Who::EFFORT) positions for a move; `None` for a
    /// person and an external program.
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

/// Notice that levels search at an unsolved size, for the log of a command. [`caution`] is for the players.
pub fn search_notice(variant: &dyn Variant) -> String {
    let positions = group_digits(Who::EFFORT);
    format!(
        "{variant:?} is not solved: a level looks ahead, at up to {positions} positions for a move"
    )
}

/// Notice that levels can err at an unsolved size, for the players; `None` if the size [is solved](crate::Library::knows) or no
/// level plays.
pub fn caution(is_known: bool, players: &PerPlayer<Who>) -> Option<String> {
    let mut levels = vec![&players.one, &players.two];
    levels.retain(|who| who.is_level());
    levels.dedup();
    if is_known || levels.is_empty() {
        return None;
    }
    let names: Vec<_> = levels.iter().map(|who| who.name()).collect();
    let (names, verb) = match *names {
        [one] => (one.to_owned(), "looks"),
        _ => (join_words(&names, "and"), "look"),
    };
    let most = group_digits(Who::EFFORT);
    Some(format!(
        "This size is not solved: {names} {verb} ahead, at {most} positions at most for a move, and can err."
    ))
}

/// No kind of player has this name.
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

/// A level or the random player at one game.
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
