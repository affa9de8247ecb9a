//! Players from outside: programs that may be slow, wrong, dead or hostile.
//!
//! ```text
//!     match, play  --choose_in-->  Umpire  --ask-->  Guest  --lines-->  a program
//!                  <--legal move--         <--text--
//! ```
//!
//! A [`Guest`] passes a question on and brings back whatever is answered. The umpire lets only legal moves through,
//! and decides what everything else costs.

mod address;
mod engine;
mod umpire;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quintet_arena::{Competitor, Conduct, Dice, OracleSource, Session, Tokens, Who};
use quintet_games::Variant;

pub use address::{Address, BadAddress, read_player};
use engine::EngineGuest;
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
}

/// What an answer that is no legal move costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policy {
    /// How long a player may think about a move.
    pub time: Duration,
    /// How often it is asked again.
    pub retries: u32,
    /// Whether it then loses the game; else a random legal move is made for it.
    pub loses: bool,
}

impl Default for Policy {
    fn default() -> Self {
        Policy {
            time: Duration::from_secs(10),
            retries: 1,
            loses: false,
        }
    }
}

/// The players from outside of a match.
pub struct Outsiders {
    variant: &'static dyn Variant,
    policy: Policy,
    pools: Mutex<HashMap<&'static str, Arc<Pool>>>,
}

/// Programs at one address, and how they have behaved.
struct Pool {
    address: Address,
    idle: Mutex<Vec<Box<dyn Guest>>>,
    conduct: Mutex<Conduct>,
}

impl Outsiders {
    /// Players of one game at one size.
    pub fn new(variant: &'static dyn Variant, policy: Policy) -> Self {
        Outsiders {
            variant,
            policy,
            pools: Mutex::default(),
        }
    }

    /// Makes sure that a player is there before a game begins. Panics if it is from outside, and its address was not
    /// [read](read_player).
    pub fn greet(&self, who: Who) -> Result<(), Failure> {
        let Who::Outside(address) = who else {
            return Ok(());
        };
        let pool = self.pool(address);
        let guest = pool.guest(self.variant, self.policy.time)?;
        lock(&pool.idle).push(guest);
        Ok(())
    }

    /// A player for one game, from outside or not; `None` for a person. What it must not answer is replaced by these
    /// random choices. The same panic.
    pub fn seat(&self, who: Who, dice: Dice, oracle: &OracleSource) -> Option<Box<dyn Competitor>> {
        let Who::Outside(address) = who else {
            return Some(Box::new(who.chooser(dice, oracle)?));
        };
        let pool = self.pool(address);
        let umpire = Umpire::new(pool, self.variant, self.policy, dice);
        Some(Box::new(umpire))
    }

    /// How a player has behaved so far; `None` if it is not from outside. The same panic.
    pub fn conduct(&self, who: Who) -> Option<Conduct> {
        let Who::Outside(address) = who else {
            return None;
        };
        Some(lock(&self.pool(address).conduct).clone())
    }

    fn pool(&self, address: &'static str) -> Arc<Pool> {
        let mut pools = lock(&self.pools);
        let pool = pools.entry(address).or_insert_with(|| {
            Arc::new(Pool {
                address: address.parse().expect("it was read before"),
                idle: Mutex::default(),
                conduct: Mutex::default(),
            })
        });
        Arc::clone(pool)
    }
}

impl Pool {
    /// A program that waits for its next game, or a new one.
    fn guest(&self, variant: &dyn Variant, time: Duration) -> Result<Box<dyn Guest>, Failure> {
        if let Some(guest) = lock(&self.idle).pop() {
            return Ok(guest);
        }
        match &self.address {
            Address::Engine(command) => {
                let guest = EngineGuest::start(command, variant, time)?;
                Ok(Box::new(guest))
            }
        }
    }
}

/// What a thread that panicked has left is as good as ever: nothing is changed in several steps.
fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
