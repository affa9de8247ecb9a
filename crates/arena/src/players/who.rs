//! Kinds of players, and the moves of the built-in ones.

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use quintet_games::{AnyOracle, AnyPosition, Level, Listing};
use quintet_rules::{PerPlayer, Random};
use quintet_solver::{Allowance, Budget};
use serde::{Serialize, Serializer};

use super::level::action_by_sight;
use super::perfect::perfect_actions;
use crate::{ChoiceError, Competitor, Dice, Session};

/// Provides the oracle when a level first needs it. May block until the oracle is ready.
pub type OracleSource = Arc<dyn Fn() -> Arc<dyn AnyOracle> + Send + Sync>;

/// A kind of player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Who {
    /// A person.
    Human,
    /// Uniformly random moves.
    Random,
    /// The weakest level of each game. Levels are defined by the game's [`Listing`].
    Novice,
    /// The second level.
    Easy,
    /// The third level.
    Medium,
    /// The fourth level.
    Hard,
    /// The strongest level below perfect play.
    Expert,
    /// Perfect play.
    Perfect,
    /// Perfect, but this percentage of the moves is uniformly random.
    Slips(u8),
    /// An external program, by its address. The crate `quintet-agents` connects to it. The address is freed with its last
    /// owner; nothing can leak, so no test is needed.
    Outside(Arc<str>),
}

impl Who {
    /// Every kind of player without a parameter.
    pub const ALL: &'static [Who] = &[
        Who::Human,
        Who::Random,
        Who::Novice,
        Who::Easy,
        Who::Medium,
        Who::Hard,
        Who::Expert,
        Who::Perfect,
    ];

    /// The opponents of every game, weakest first.
    pub const LADDER: &'static [Who; Level::COUNT + 1] = &[
        Who::Novice,
        Who::Easy,
        Who::Medium,
        Who::Hard,
        Who::Expert,
        Who::Perfect,
    ];

    /// The form of the names of [`Slips`](Who::Slips), for help and error messages.
    pub const SLIPS: &'static str = "slips:N";

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
            Who::Novice => "novice",
            Who::Easy => "easy",
            Who::Medium => "medium",
            Who::Hard => "hard",
            Who::Expert => "expert",
            Who::Perfect => "perfect",
            Who::Slips(percent) => &SLIPS_NAMES[usize::from(*percent)],
            Who::Outside(address) => address,
        }
    }

    /// Returns the strength of a level in a game; `None` for perfect play and for players that are not levels.
    pub(super) fn level(&self, listing: &'static Listing) -> Option<&'static Level> {
        let rung = Who::LADDER.iter().position(|who| who == self)?;
        listing.levels.get(rung)
    }

    /// Returns the number of positions that a level searches per move, of at most [`EFFORT`](Who::EFFORT): a level below perfect
    /// play spends a quarter of the budget.
    const fn effort(&self) -> u64 {
        match self.slips() {
            Some(_) => Who::EFFORT,
            None => Who::EFFORT / 4,
        }
    }

    /// Returns the percentage of random moves of a player that is perfect otherwise.
    const fn slips(&self) -> Option<u32> {
        match self {
            Who::Perfect => Some(0),
            Who::Slips(percent) => Some(*percent as u32),
            _ => None,
        }
    }

    /// True for the levels, which need exact values.
    pub fn is_level(&self) -> bool {
        self.is_built_in() && *self != Who::Random
    }

    /// True for the levels and the random player.
    pub const fn is_built_in(&self) -> bool {
        !matches!(self, Who::Human | Who::Outside(_))
    }

    /// Chooses a move in an unfinished position; `None` for a human or external player. In an unsolved game, a level spends a
    /// quarter of the budget on exact values; perfect spends the rest on a heuristic search. Only a level that does not play a
    /// random move requests the oracle.
    pub fn choose(
        &self,
        position: &dyn AnyPosition,
        budget: Budget,
        random: &mut dyn Random,
        oracle: &dyn Fn() -> Arc<dyn AnyOracle>,
    ) -> Option<String> {
        let action = self.choose_action(position, budget, random, oracle)?;
        let mv = position.data().action_move(action);
        Some(mv.expect("a legal action is a move"))
    }

    /// The same as [`choose`](Who::choose), with the number of the move.
    pub fn choose_action(
        &self,
        position: &dyn AnyPosition,
        budget: Budget,
        random: &mut dyn Random,
        oracle: &dyn Fn() -> Arc<dyn AnyOracle>,
    ) -> Option<usize> {
        if !self.is_built_in() {
            return None;
        }
        let slips = match self {
            Who::Random => true,
            who => who
                .slips()
                .is_some_and(|percent| random.below(100) < percent),
        };
        if slips {
            let action = position.data().random_action(random);
            return Some(action.expect("an unfinished game has a move"));
        }
        let allowance = Allowance::positions(budget.max_positions());
        let budget = budget.or_within(&allowance);
        if let Some(level) = self.level(position.variant().listing()) {
            return Some(action_by_sight(level, &*oracle(), position, budget, random));
        }
        let actions = perfect_actions(&*oracle(), position, budget);
        let count = u32::try_from(actions.len()).expect("a position has few moves");
        Some(actions[random.below(count) as usize])
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

/// The name.
impl Serialize for Who {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
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
    let millions = |who: &Who| who.effort() / 1_000_000;
    let search = match *levels {
        [one, two] if millions(one) != millions(two) => format!(
            "{one} searches up to {} million positions per move, {two} up to {} million, and both",
            millions(one),
            millions(two)
        ),
        [one, two] => format!(
            "{one} and {two} search up to {} million positions per move and",
            millions(one)
        ),
        _ => format!(
            "{} searches up to {} million positions per move and",
            levels[0],
            millions(levels[0])
        ),
    };
    Some(format!(
        "This size is not solved: {search} may make mistakes."
    ))
}

/// An unknown kind of player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown player '{}'", quintet_games::escape(.0))]
pub struct UnknownPlayer(pub String);

impl FromStr for Who {
    type Err = UnknownPlayer;

    fn from_str(name: &str) -> Result<Who, UnknownPlayer> {
        if let Some(percent) = SLIPS_NAMES.iter().position(|slips| slips == name) {
            return Ok(Who::Slips(u8::try_from(percent).expect("at most 100")));
        }
        let named = |who: &&Who| who.name() == name;
        Who::ALL
            .iter()
            .find(named)
            .cloned()
            .ok_or_else(|| UnknownPlayer(name.to_owned()))
    }
}

/// The name of [`Who::Slips`] for each percentage.
static SLIPS_NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    (0..=100)
        .map(|percent| format!("slips:{percent}"))
        .collect()
});

/// A built-in player of a single game.
struct BuiltIn {
    who: Who,
    dice: Dice,
    oracle: OracleSource,
}

impl Competitor for BuiltIn {
    fn choose_in(&mut self, session: &Session) -> Result<String, ChoiceError> {
        let (position, budget) = (session.position(), Budget::positions(Who::EFFORT));
        let mv = self
            .who
            .choose(position, budget, &mut self.dice, &*self.oracle);
        Ok(mv.expect("a seated player chooses"))
    }
}
