//! Games between people, without a network: the rules of their logs, the holders of their seats, and the store.
//!
//! ```text
//!     action    the entries of a log
//!     game      the rules of a log: the legal next actions and their effects
//!     id        ids of games, and the tokens of seats
//!     store     durable storage
//! ```

mod action;
mod game;
mod id;
pub mod store;

pub use action::{Action, Event};
pub use game::{ActionError, Applied, Drawing, Fit, Game, Logged, Next};
pub use id::{GameId, NotAnId, Token, TokenHash};
