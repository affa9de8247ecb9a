//! A player at one game, and the conduct of external ones.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Session;

/// A player at one game. It sees the whole session, and may fail.
pub trait Competitor: Send {
    /// Chooses a legal move in an unfinished game.
    fn choose_in(&mut self, session: &Session) -> Result<String, GivesUp>;

    /// Drains the exchanges with an external player about the latest move, in order.
    fn exchanges(&mut self) -> Vec<Exchange> {
        Vec::new()
    }
}

/// Why a player gives a game up.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GivesUp {
    /// It found no legal move and loses the game.
    #[error("{0}")]
    Loses(String),
    /// It cannot be reached, which does not count against it: the run stops here and can be resumed.
    #[error("{0}")]
    Stops(String),
}

/// One request to an external player, and its response. A retry is another exchange.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Exchange {
    /// The request.
    pub asked: String,
    /// The response; empty if none arrived.
    pub answered: String,
    /// Why the response is not a legal move.
    pub fault: Option<String>,
    /// Time until the response.
    pub milliseconds: u64,
    /// Token usage, if a language model reports it.
    pub tokens: Option<Tokens>,
}

/// Token usage of a language model.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tokens {
    /// Tokens of the prompt.
    pub prompt: u64,
    /// Tokens of the completion.
    pub completion: u64,
}

impl Tokens {
    /// All of them together; `None` if there are none.
    pub fn sum(counts: impl IntoIterator<Item = Tokens>) -> Option<Self> {
        counts.into_iter().reduce(|a, b| Tokens {
            prompt: a.prompt + b.prompt,
            completion: a.completion + b.completion,
        })
    }
}

/// Statistics of the programs at one address.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Conduct {
    /// Requests for a move, retries not counted.
    pub questions: u32,
    /// Legal moves at the first attempt.
    pub legal_at_once: u32,
    /// Responses other than a legal move.
    pub illegal: u32,
    /// Timeouts.
    pub late: u32,
    /// Failures: the program exited, could not be started or sent no move.
    pub broken: u32,
    /// Random moves played in place of the player's.
    pub replaced: u32,
    /// Games lost without a legal move.
    pub given_up: u32,
    /// The latest error.
    pub latest: Option<String>,
}

/// The text, which continues a sentence that ends in `was asked`.
impl fmt::Display for Conduct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Conduct {
            questions,
            legal_at_once,
            illegal,
            late,
            broken,
            replaced,
            given_up,
            latest,
        } = self;
        write!(
            f,
            "{questions} times; {legal_at_once} first answers were legal.\n  \
             {illegal} illegal, {late} late, {broken} failures; \
             {replaced} random moves for it, {given_up} games given up."
        )?;
        match latest {
            Some(latest) => write!(f, "\n  The latest fault: it {latest}"),
            None => Ok(()),
        }
    }
}
