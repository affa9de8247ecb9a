//! Players from outside: programs that may be slow, wrong, dead or hostile.
//!
//! ```text
//!     match, play  --choose_in-->  Umpire  --ask-->  Guest  --lines, HTTP-->  a program, a language model
//!                  <--legal move--         <--text--
//! ```
//!
//! A [`Guest`] passes a question on and brings back whatever is answered. The umpire lets only legal moves through,
//! and decides what everything else costs.

mod address;
mod chat;
mod engine;
mod http;
mod network;
mod umpire;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quintet_arena::{Competitor, Conduct, Dice, OracleSource, Session, Tokens, Who};
use quintet_games::Variant;

pub use address::{ADDRESSES, Address, BadAddress, read_player};
use chat::ChatGuest;
pub use chat::{BadPrompt, Prompt};
use engine::EngineGuest;
use http::HttpGuest;
use network::Client;
pub use network::{Key, Network};
use umpire::Umpire;

/// A program from outside that plays one game after the other.
pub(crate) trait Guest: Send {
    /// What it answers in a game that is not over. `refusal` is what was said about its answer to the same question.
    fn ask(&mut self, session: &Session, refusal: Option<&str>, time: Duration) -> Said;
}

/// What was said in one question.
pub(crate) struct Said {
    /// What the program was told.
    pub(crate) asked: String,
    /// What it said.
    pub(crate) answered: String,
    /// The move in that, legal or not.
    pub(crate) mv: Result<String, Failure>,
    /// How long it took to answer.
    pub(crate) took: Duration,
    /// What a language model has read and written, if it says so.
    pub(crate) tokens: Option<Tokens>,
}

impl Said {
    /// Of a program that was not reached.
    fn nothing(failure: Failure) -> Self {
        Said {
            asked: String::new(),
            answered: String::new(),
            mv: Err(failure),
            took: Duration::ZERO,
            tokens: None,
        }
    }
}

/// Why a program has not answered.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Failure {
    /// It cannot be started.
    #[error("cannot be started: {0}")]
    NotStarted(String),
    /// It has ended.
    #[error("has ended ({0})")]
    Ended(String),
    /// The time is over.
    #[error("has not answered within {} s", .0.as_secs_f64())]
    Late(Duration),
    /// It says much, and no move.
    #[error("has said {0} lines and no move")]
    Noise(usize),
    /// There is no connection to it.
    #[error("cannot be reached: {0}")]
    Unreachable(String),
    /// The connection ended before the answer did.
    #[error("has broken off the connection")]
    CutOff,
    /// It refuses to answer, or cannot.
    #[error("has answered with {status} {said}")]
    Status {
        /// The status in HTTP.
        status: u16,
        /// What it is called, and what the answer says about it.
        said: String,
    },
    /// It has said too much.
    #[error("has answered with more than {0} bytes")]
    TooLong(u64),
    /// What it says has no move in it.
    #[error("has answered with {0}")]
    Unreadable(String),
    /// It was not asked, because no more may be spent.
    #[error("cannot be asked any more: {most} {what} were allowed and are spent")]
    Spent {
        /// What was counted.
        what: &'static str,
        /// How many there may be.
        most: u64,
    },
}

impl Failure {
    /// Whether the same request may well be answered a little later.
    fn can_pass(&self) -> bool {
        match self {
            Failure::Unreachable(_) | Failure::CutOff => true,
            Failure::Status { status, .. } => matches!(status, 408 | 429 | 500..),
            _ => false,
        }
    }

    /// Whether it says nothing about how the player plays, and would come again with every question.
    fn is_outage(&self) -> bool {
        let is_shut = matches!(
            self,
            Failure::Status {
                status: 401..=404,
                ..
            }
        );
        self.can_pass() || is_shut
    }
}

/// What players from outside may do, and what an answer that is no legal move costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policy {
    /// How long a player may think about a move; what is usual for its kind if it is `None`.
    pub time: Option<Duration>,
    /// How often it is asked again.
    pub retries: u32,
    /// Whether it then loses the game; else a random legal move is made for it.
    pub loses: bool,
    /// Whether a run stops at an endpoint that cannot be reached or lets nobody in; else that is a failure as any other.
    pub stops: bool,
    /// How long a busy endpoint is waited for in one question. It is not counted as time of the player.
    pub patience: Duration,
    /// How many requests may be sent, by all players together.
    pub most_requests: Option<u64>,
    /// How many tokens language models may read and write; those of the last answers may come on top.
    pub most_tokens: Option<u64>,
}

impl Policy {
    /// How long a program may think about a move unless said otherwise.
    pub const USUAL_TIME: Duration = Duration::from_secs(10);

    /// How long a language model may think about a move unless said otherwise.
    pub const USUAL_TIME_OF_MODELS: Duration = Duration::from_mins(2);
}

impl Default for Policy {
    fn default() -> Self {
        Policy {
            time: None,
            retries: 1,
            loses: false,
            stops: false,
            patience: Duration::from_mins(2),
            most_requests: None,
            most_tokens: None,
        }
    }
}

/// The players from outside of a match.
pub struct Outsiders {
    variant: &'static dyn Variant,
    policy: Policy,
    network: Arc<Network>,
    pools: Mutex<HashMap<Arc<str>, Arc<Pool>>>,
}

/// Programs at one address, and how they have behaved.
struct Pool {
    source: Source,
    time: Duration,
    idle: Mutex<Vec<Box<dyn Guest>>>,
    conduct: Mutex<Conduct>,
}

/// Where programs come from.
enum Source {
    Engine(Vec<String>),
    Http(Arc<Client>),
    Chat { model: String, client: Arc<Client> },
}

impl Outsiders {
    /// Players of one game at one size. Those behind the network have no key, and the prompt that is built in.
    pub fn new(variant: &'static dyn Variant, policy: Policy) -> Self {
        Outsiders {
            variant,
            policy,
            network: Arc::default(),
            pools: Mutex::default(),
        }
    }

    /// The same with what they share with players of other games.
    #[must_use]
    pub fn sharing(self, network: Arc<Network>) -> Self {
        Outsiders { network, ..self }
    }

    /// The SHA-256 of the prompt of language models, in hexadecimal.
    pub fn prompt_hash(&self) -> &str {
        self.network.prompt().hash()
    }

    /// Makes sure that a player is there before a game begins. Panics if it is from outside, and its address was not
    /// [read](read_player).
    pub fn greet(&self, who: &Who) -> Result<(), Failure> {
        let Who::Outside(address) = who else {
            return Ok(());
        };
        let pool = self.pool(address);
        match &pool.source {
            Source::Engine(_) => {
                let guest = pool.guest(self.variant)?;
                lock(&pool.idle).push(guest);
                Ok(())
            }
            Source::Http(client) | Source::Chat { client, .. } => client.greet(pool.time),
        }
    }

    /// A player for one game, from outside or not; `None` for a person. What it must not answer is replaced by these
    /// random choices. The same panic.
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
        let umpire = Umpire::new(pool, self.variant, self.policy, dice);
        Some(Box::new(umpire))
    }

    /// How a player has behaved so far; `None` if it is not from outside. The same panic.
    pub fn conduct(&self, who: &Who) -> Option<Conduct> {
        let Who::Outside(address) = who else {
            return None;
        };
        Some(lock(&self.pool(address).conduct).clone())
    }

    fn pool(&self, address: &Arc<str>) -> Arc<Pool> {
        let mut pools = lock(&self.pools);
        let pool = pools.entry(Arc::clone(address)).or_insert_with(|| {
            let address = address.parse().expect("it was read before");
            Arc::new(self.new_pool(address))
        });
        Arc::clone(pool)
    }

    fn new_pool(&self, address: Address) -> Pool {
        let client = |url| Client::new(Arc::clone(&self.network), url, self.policy);
        let (source, usual) = match address {
            Address::Engine(command) => (Source::Engine(command), Policy::USUAL_TIME),
            Address::Http(url) => (Source::Http(Arc::new(client(url))), Policy::USUAL_TIME),
            Address::Chat { model, url } => {
                let client = Arc::new(client(format!("{url}/chat/completions")).with_key());
                (Source::Chat { model, client }, Policy::USUAL_TIME_OF_MODELS)
            }
        };
        Pool {
            source,
            time: self.policy.time.unwrap_or(usual),
            idle: Mutex::default(),
            conduct: Mutex::default(),
        }
    }
}

impl Pool {
    /// A program that waits for its next game, or a new one.
    fn guest(&self, variant: &dyn Variant) -> Result<Box<dyn Guest>, Failure> {
        if let Some(guest) = lock(&self.idle).pop() {
            return Ok(guest);
        }
        Ok(match &self.source {
            Source::Engine(command) => Box::new(EngineGuest::start(command, variant, self.time)?),
            Source::Http(client) => Box::new(HttpGuest(Arc::clone(client))),
            Source::Chat { model, client } => {
                Box::new(ChatGuest::new(model.clone(), Arc::clone(client)))
            }
        })
    }
}

/// What a thread that panicked has left is as good as ever: nothing is changed in several steps.
fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
