//! External players: programs that may be slow, wrong, crashed or hostile.
//!
//! ```text
//!     match, play  --choose_in-->  Referee  --ask-->  Agent  --UGI, HTTP-->  a program, a language model
//!                  <--legal move--          <--text--
//! ```
//!
//! An [`Agent`] forwards a question and returns the answer as it came. The referee accepts only legal moves and applies the
//! [`Policy`] to everything else.

mod address;
mod chat;
mod engine;
mod http;
mod network;
mod referee;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quintet_arena::{Competitor, Dice, OracleSource, PlayerStats, Session, Tokens, Who};
use quintet_games::Variant;

pub use address::{ADDRESSES, Address, BadAddress, read_player};
use chat::ChatAgent;
use engine::EngineAgent;
use http::HttpAgent;
use network::Client;
pub use network::{Key, Network};
use quintet_evaluation::Scoring;
pub use quintet_evaluation::{BadPrompt, Prompt};
use referee::Referee;

/// A connection to an external player, used for one game after the other.
pub(crate) trait Agent: Send {
    /// Asks for a move in an unfinished game. `refusal` is the error in the previous answer to the same question.
    fn ask(&mut self, session: &Session, refusal: Option<&str>, time: Duration) -> AgentReply;
}

/// One question and its answer.
pub(crate) struct AgentReply {
    /// The question as it was sent.
    pub(crate) asked: String,
    /// The answer as it came.
    pub(crate) answered: String,
    /// The move in the answer, legal or not.
    pub(crate) mv: Result<String, Failure>,
    /// Response time.
    pub(crate) took: Duration,
    /// Tokens used by a language model, if it reports them.
    pub(crate) tokens: Option<Tokens>,
}

impl AgentReply {
    /// Returns the reply of a program that could not be asked.
    fn failed(failure: Failure) -> Self {
        AgentReply {
            asked: String::new(),
            answered: String::new(),
            mv: Err(failure),
            took: Duration::ZERO,
            tokens: None,
        }
    }
}

/// Reason why a program did not answer with a move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Failure {
    /// The program could not be started.
    #[error("cannot be started: {0}")]
    NotStarted(String),
    /// The program exited.
    #[error("exited ({0})")]
    Exited(String),
    /// The engine does not know the game.
    #[error("does not play {0}")]
    NoGame(String),
    /// The program took too long.
    #[error("did not answer within {} s", .0.as_secs_f64())]
    Timeout(Duration),
    /// Too many lines without a move.
    #[error("sent {0} lines without a move")]
    TooManyLines(usize),
    /// No connection to the endpoint.
    #[error("cannot be reached: {0}")]
    Unreachable(String),
    /// The connection was closed before the end of the answer.
    #[error("closed the connection")]
    Closed,
    /// An HTTP error.
    #[error("answered with {status} {message}")]
    Status {
        /// The HTTP status.
        status: u16,
        /// The name of the status and the message of the response.
        message: String,
    },
    /// The answer is too long.
    #[error("answered with more than {0} bytes")]
    TooLong(u64),
    /// The answer could not be parsed.
    #[error("sent an invalid answer: {0}")]
    Invalid(String),
    /// A language model gave no answer, or none with a move before it was cut off.
    #[error("gave no answer ({0})")]
    Refused(String),
    /// The limit on the cost has been reached.
    #[error("has reached the limit of the cost, {0}")]
    CostReached(String),
    /// A limit on all requests or tokens has been reached.
    #[error("has reached the limit of {limit} {unit}")]
    LimitReached {
        /// The unit of the limit.
        unit: &'static str,
        /// The maximum that was reached.
        limit: u64,
    },
}

impl Failure {
    /// True if a retry of the same request may succeed.
    fn is_temporary(&self) -> bool {
        match self {
            Failure::Unreachable(_) | Failure::Closed => true,
            Failure::Status { status, .. } => matches!(status, 408 | 429 | 500..),
            _ => false,
        }
    }

    /// True if the endpoint is unavailable or denies access, which says nothing about the player.
    fn is_outage(&self) -> bool {
        let is_denied = matches!(
            self,
            Failure::Status {
                status: 401..=404,
                ..
            }
        );
        self.is_temporary() || is_denied
    }
}

/// Limits for external players, and the penalty for answers that are not legal moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Policy {
    /// Time per move; `None` means the default for the kind of player.
    pub move_time: Option<Duration>,
    /// Number of retries after an invalid answer.
    pub retries: u32,
    /// True if the player then forfeits the game; otherwise a random legal move is played for it.
    pub forfeits: bool,
    /// Statement in the prompt of a language model about invalid answers, if it does not follow from the other fields.
    pub states: Option<Scoring>,
    /// True if a run stops when an endpoint is unavailable; otherwise that is a failure like any other.
    pub stops_at_outage: bool,
    /// Maximum waiting time per question for a busy endpoint. It does not count as time of the player.
    pub patience: Duration,
    /// Maximum number of requests of all players.
    pub max_requests: Option<u64>,
    /// Maximum number of tokens of all language models. Answers in flight may exceed it.
    pub max_tokens: Option<u64>,
    /// Maximum cost of all language models, at the prices of the network. Answers in flight may exceed it.
    pub max_cost: Option<f64>,
}

impl Policy {
    /// Default time per move of a program.
    pub const MOVE_TIME: Duration = Duration::from_secs(10);

    /// Default time per move of a language model.
    pub const MODEL_MOVE_TIME: Duration = Duration::from_mins(2);

    /// Returns the statement in the prompt of a language model about invalid answers.
    pub(crate) fn scoring(&self) -> Scoring {
        self.states.unwrap_or(Scoring::Game {
            retries: self.retries,
            forfeits: self.forfeits,
        })
    }

    /// Returns the time per move of the player at an address.
    pub(crate) fn time_of(&self, address: &Address) -> Duration {
        self.move_time.unwrap_or(match address {
            Address::Chat { .. } => Policy::MODEL_MOVE_TIME,
            Address::Engine(_) | Address::Http(_) => Policy::MOVE_TIME,
        })
    }
}

impl Default for Policy {
    fn default() -> Self {
        Policy {
            move_time: None,
            retries: 1,
            forfeits: false,
            states: None,
            stops_at_outage: false,
            patience: Duration::from_mins(2),
            max_requests: None,
            max_tokens: None,
            max_cost: None,
        }
    }
}

/// The external players of a match.
pub struct ExternalPlayers {
    variant: &'static dyn Variant,
    policy: Policy,
    network: Arc<Network>,
    pools: Mutex<HashMap<Arc<str>, Arc<Pool>>>,
}

/// Connections to one address, and the statistics of their answers.
struct Pool {
    source: Source,
    time: Duration,
    idle: Mutex<Vec<Box<dyn Agent>>>,
    conduct: Mutex<PlayerStats>,
}

/// Source of connections.
enum Source {
    Engine(Vec<String>),
    Http(Arc<Client>),
    Chat { model: String, client: Arc<Client> },
}

impl ExternalPlayers {
    /// Creates players for one game at one size, with the default network: no keys and the built-in prompt.
    pub fn new(variant: &'static dyn Variant, policy: Policy) -> Self {
        ExternalPlayers {
            variant,
            policy,
            network: Arc::default(),
            pools: Mutex::default(),
        }
    }

    /// Uses a network that is shared with players of other games.
    #[must_use]
    pub fn sharing(self, network: Arc<Network>) -> Self {
        ExternalPlayers { network, ..self }
    }

    /// Returns the SHA-256 hash of the prompt for language models, in hexadecimal.
    pub fn prompt_hash(&self) -> &str {
        self.network.prompt().hash()
    }

    /// Checks before a game that an external player is available. Panics if its address was not parsed by [`read_player`].
    pub fn greet(&self, who: &Who) -> Result<(), Failure> {
        let Who::Outside(address) = who else {
            return Ok(());
        };
        let pool = self.pool(address);
        match &pool.source {
            Source::Engine(_) => {
                let agent = pool.agent(self.variant)?;
                lock(&pool.idle).push(agent);
                Ok(())
            }
            Source::Http(client) | Source::Chat { client, .. } => client.greet(pool.time),
        }
    }

    /// Returns a player for one game; `None` for a person. `dice` chooses the moves of levels and replaces invalid
    /// answers. Panics like [`ExternalPlayers::greet`].
    pub fn seat(
        &self,
        who: &Who,
        dice: Dice,
        oracle: &OracleSource,
    ) -> Option<Box<dyn Competitor>> {
        let Who::Outside(address) = who else {
            return who.seat(dice, oracle);
        };
        let pool = self.pool(address);
        let referee = Referee::new(pool, self.variant, self.policy, dice);
        Some(Box::new(referee))
    }

    /// Returns the statistics of an external player; `None` for others. Panics like [`ExternalPlayers::greet`].
    pub fn conduct(&self, who: &Who) -> Option<PlayerStats> {
        let Who::Outside(address) = who else {
            return None;
        };
        Some(lock(&self.pool(address).conduct).clone())
    }

    fn pool(&self, address: &Arc<str>) -> Arc<Pool> {
        let mut pools = lock(&self.pools);
        let pool = pools.entry(Arc::clone(address)).or_insert_with(|| {
            let address = address.parse().expect("a parsed address");
            Arc::new(self.new_pool(address))
        });
        Arc::clone(pool)
    }

    fn new_pool(&self, address: Address) -> Pool {
        let client = |url| Client::new(Arc::clone(&self.network), url, self.policy);
        let time = self.policy.time_of(&address);
        let source = match address {
            Address::Engine(command) => Source::Engine(command),
            Address::Http(url) => Source::Http(Arc::new(client(url))),
            Address::Chat { model, url } => {
                let client = Arc::new(client(format!("{url}/chat/completions")).with_key());
                Source::Chat { model, client }
            }
        };
        Pool {
            source,
            time,
            idle: Mutex::default(),
            conduct: Mutex::default(),
        }
    }
}

impl Pool {
    /// Returns an idle connection or a new one.
    fn agent(&self, variant: &dyn Variant) -> Result<Box<dyn Agent>, Failure> {
        if let Some(agent) = lock(&self.idle).pop() {
            return Ok(agent);
        }
        Ok(match &self.source {
            Source::Engine(command) => Box::new(EngineAgent::start(command, variant, self.time)?),
            Source::Http(client) => Box::new(HttpAgent(Arc::clone(client))),
            Source::Chat { model, client } => {
                Box::new(ChatAgent::new(model.clone(), Arc::clone(client)))
            }
        })
    }
}

/// Locks a mutex, even after a panic: no change takes several steps.
fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
