//! Players of a single game, and statistics of external players.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Session;

/// A player of a single game. It sees the whole session and can fail.
pub trait Competitor: Send {
    /// Chooses a legal move in an unfinished game.
    fn choose_in(&mut self, session: &Session) -> Result<String, ChoiceError>;

    /// Drains the exchanges with an external player about the latest move, in order.
    fn exchanges(&mut self) -> Vec<Exchange> {
        Vec::new()
    }
}

/// A reason to give up a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ChoiceError {
    /// The player found no legal move and loses the game.
    #[error("{0}")]
    Loses(String),
    /// The player cannot be reached. It does not lose; the run stops and can be resumed.
    #[error("{0}")]
    Stops(String),
}

/// Reason why a response is not a legal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fault {
    /// The player answered something else.
    Illegal,
    /// A language model declined to answer, or its answer was cut off before the move.
    Refused,
    /// The player took too long.
    Late,
    /// The program or its endpoint failed, which says nothing about its play.
    Failed,
}

/// One request to an external player, and its response. A retry is another exchange.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Exchange {
    /// The request.
    pub asked: String,
    /// The response; empty if none arrived.
    pub answered: String,
    /// Reason why the response is not a legal move, in words.
    pub fault: Option<String>,
    /// The kind of this error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Fault>,
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
    /// Returns the price, given the prices of a million tokens of the prompt and of the completion.
    pub fn cost(self, [prompt, completion]: [f64; 2]) -> f64 {
        let number = |tokens: u64| f64::from(u32::try_from(tokens).unwrap_or(u32::MAX));
        (number(self.prompt) * prompt + number(self.completion) * completion) / 1e6
    }

    /// Adds them up; `None` if there are none.
    pub fn sum(counts: impl IntoIterator<Item = Tokens>) -> Option<Self> {
        counts.into_iter().reduce(|a, b| Tokens {
            prompt: a.prompt + b.prompt,
            completion: a.completion + b.completion,
        })
    }
}

/// Statistics of the programs at one address.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct PlayerStats {
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

impl fmt::Display for PlayerStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PlayerStats {
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
            "{questions} requests, {legal_at_once} answered with a legal move at the first attempt\n  \
             {illegal} illegal moves, {late} timeouts, {broken} failures; \
             {replaced} random replacements, {given_up} games given up"
        )?;
        match latest {
            Some(latest) => write!(f, "\n  latest error: it {latest}"),
            None => Ok(()),
        }
    }
}
