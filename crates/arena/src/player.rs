//! Who chooses the moves.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use quintet_games::{AnyOracle, AnyPosition, grouped};
use quintet_rules::{PerPlayer, Random};
use quintet_solver::Budget;

use crate::level::{any_move, level_move};
use crate::{Dice, Level, Session};

/// Where a level gets its oracle, when it first needs it: it may have to wait until it is ready.
pub type OracleSource = Arc<dyn Fn() -> Arc<dyn AnyOracle> + Send + Sync>;

/// A kind of player, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    /// A person, who is asked.
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
    /// A program from outside, by its address: how to reach it is not known here.
    Outside(&'static str),
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

    /// What programs spend on each value where the game is not solved, unless they say otherwise.
    pub const BUDGET: Budget<'static> = Budget::positions(100_000);

    /// How many positions a level looks at for a move where the game is not solved. They are counted, and not the time, so
    /// that a seed repeats a game on any machine.
    pub const EFFORT: u64 = 4_000_000;

    /// The name in commands and records.
    pub const fn name(self) -> &'static str {
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
    const fn slips_in_a_hundred(self) -> Option<u32> {
        match self {
            Who::Human | Who::Random | Who::Outside(_) => None,
            Who::Easy => Some(50),
            Who::Medium => Some(20),
            Who::Hard => Some(5),
            Who::Perfect => Some(0),
        }
    }

    /// The share of moves that are any legal ones; `None` for a player whose moves are not defined so.
    pub fn error_rate(self) -> Option<f64> {
        match self {
            Who::Random => Some(1.0),
            who => who
                .slips_in_a_hundred()
                .map(|slips| f64::from(slips) / 100.0),
        }
    }

    /// Whether the player needs to know the truth.
    pub const fn is_level(self) -> bool {
        self.slips_in_a_hundred().is_some()
    }

    /// Who chooses for this player, by chance where there is a choice; `None` for a person and for a
    /// program from outside.
    pub fn chooser(self, dice: Dice, oracle: &OracleSource) -> Option<Box<dyn Chooser>> {
        self.chooser_within(Budget::positions(Self::EFFORT), dice, oracle)
    }

    /// As [`chooser`](Who::chooser), but a level has this budget for each move where the game is not
    /// solved.
    pub fn chooser_within<'a>(
        self,
        budget: Budget<'a>,
        dice: Dice,
        oracle: &OracleSource,
    ) -> Option<Box<dyn Chooser + 'a>> {
        match (self, self.slips_in_a_hundred()) {
            (_, Some(slips)) => {
                let oracle = Arc::clone(oracle);
                Some(Box::new(Level::new(oracle, dice, slips, budget)))
            }
            (Who::Human | Who::Outside(_), None) => None,
            (_, None) => Some(Box::new(dice)),
        }
    }
}

impl Who {
    /// A move of this player by random numbers from anywhere, as its [`chooser`](Who::chooser) makes it by dice; `None`
    /// for a person and for a program from outside. The position must not be finished.
    pub fn choose(
        self,
        position: &dyn AnyPosition,
        random: &mut dyn Random,
        oracle: &OracleSource,
    ) -> Option<String> {
        match (self, self.slips_in_a_hundred()) {
            (_, Some(slips)) => {
                let budget = Budget::positions(Self::EFFORT);
                Some(level_move(slips, oracle, position, budget, random))
            }
            (Who::Human | Who::Outside(_), None) => None,
            (_, None) => Some(any_move(position, random)),
        }
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// That levels are not what their names say, where not every position [is known](crate::Library::knows); `None` if it is,
/// or there is no level.
pub fn caution(is_known: bool, players: PerPlayer<Who>) -> Option<String> {
    let mut levels = vec![players.one, players.two];
    levels.retain(|who| who.is_level());
    levels.dedup();
    if is_known || levels.is_empty() {
        return None;
    }
    let names: Vec<_> = levels.iter().map(|who| who.name()).collect();
    let (names, verb) = match *names {
        [one] => (one.to_owned(), "looks"),
        _ => (names.join(" and "), "look"),
    };
    let most = grouped(Who::EFFORT);
    Some(format!(
        "This size is not solved: {names} {verb} ahead, at {most} positions at most for a move, and can err."
    ))
}

/// No kind of player has this name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no player is called '{}'", quintet_games::shown(.0))]
pub struct UnknownPlayer(pub String);

impl FromStr for Who {
    type Err = UnknownPlayer;

    fn from_str(name: &str) -> Result<Who, UnknownPlayer> {
        let named = |who: &&Who| who.name() == name;
        Who::ALL
            .iter()
            .find(named)
            .copied()
            .ok_or_else(|| UnknownPlayer(name.to_owned()))
    }
}

/// A player that is not a person.
pub trait Chooser: Send {
    /// A legal move. The position must not be finished.
    fn choose(&mut self, position: &dyn AnyPosition) -> String;
}

/// A player in a game that is not over, who sees all of it and may fail.
pub trait Competitor: Send {
    /// A legal move, or why the game is given up.
    fn choose_in(&mut self, session: &Session) -> Result<String, GivesUp>;

    /// All that was said to a player from outside and by it about the latest move, in order. It is told once.
    fn exchanges(&mut self) -> Vec<Exchange> {
        Vec::new()
    }
}

/// Why a player gives a game up.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GivesUp {
    /// It has found no legal move, for which it loses the game.
    #[error("{0}")]
    Loses(String),
    /// It cannot be asked any more, which says nothing about how it plays: a run stops here, and can be continued.
    #[error("{0}")]
    Stops(String),
}

/// One question to a player from outside, and what came back. A question that is asked again is one more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exchange {
    /// What it was told.
    pub asked: String,
    /// What it said; empty if nothing came.
    pub answered: String,
    /// Why that is no legal move, if it is not.
    pub fault: Option<String>,
    /// How long it took.
    pub milliseconds: u64,
    /// What a language model has read and written, if it says so.
    pub tokens: Option<Tokens>,
}

/// What a language model has read and written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tokens {
    /// What it was given.
    pub prompt: u64,
    /// What it has added.
    pub completion: u64,
}

/// How the programs at one address have behaved.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Conduct {
    /// Questions, each asked again or not.
    pub questions: u32,
    /// First answers that were legal moves.
    pub legal_at_once: u32,
    /// Answers that were no legal move.
    pub illegal: u32,
    /// Answers that did not come in time.
    pub late: u32,
    /// Times that a program had ended, could not be started or said no move.
    pub broken: u32,
    /// Random moves that were made for a player.
    pub replaced: u32,
    /// Games that a player has lost for want of a move.
    pub given_up: u32,
    /// The latest thing that went wrong.
    pub latest: Option<String>,
}

/// Who never fails.
impl Competitor for Box<dyn Chooser> {
    fn choose_in(&mut self, session: &Session) -> Result<String, GivesUp> {
        Ok(self.choose(session.position()))
    }
}

/// Chooses any legal move.
impl Chooser for Dice {
    fn choose(&mut self, position: &dyn AnyPosition) -> String {
        any_move(position, self)
    }
}
