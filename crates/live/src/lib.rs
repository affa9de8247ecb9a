//! Games between people, without a network: which action fits next in a game's log, who holds its
//! seats, and where all of it is kept.
//!
//! ```text
//!     action    one entry of a log
//!     game      the rules of a log: which action fits next, and what it does
//!     id        addresses of games, and the secrets that seats belong to
//!     store     keeps games; what it has acknowledged is on disk
//! ```

mod action;
mod game;
mod id;
pub mod store;

pub use action::{Action, Event};
pub use game::{ActionError, Applied, Drawing, Fit, Game, Logged, Next};
pub use id::{GameId, NotAnId, Token, TokenHash};
