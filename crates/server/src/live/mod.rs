//! Games between people: who sits where, what has been done, and who is told.
//!
//! ```text
//!     routes, socket    requests and messages become deeds
//!         hall          the games in memory; the others are in the store
//!           room        one game: checks a deed, has it kept, then tells everyone
//!             game      the rules of a log: which deed fits next
//!     seats             who holds which seat
//! ```

mod deed;
mod game;
mod hall;
mod id;
mod room;
mod routes;
mod seats;
mod socket;
mod words;

pub use deed::{Deed, Event};
pub use id::{GameId, Token, TokenHash};

pub(crate) use hall::Hall;
pub(crate) use routes::{routes, unkept};
pub(crate) use words::State;
