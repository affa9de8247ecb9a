//! Games between people: who has which seat, what has been done, and which clients are told.
//!
//! ```text
//!     routes, socket    requests and messages become actions
//!       cache           the games in memory; the others are in the store
//!         room          one game: checks an action, has it stored, then tells the clients
//!     messages          a game as JSON
//!     export            all that is kept of it
//!     seats             who holds which seat
//!     retention         deletes old games
//! ```

mod cache;
mod export;
mod messages;
pub(crate) mod retention;
mod room;
mod routes;
mod seats;
mod socket;

pub(crate) use cache::GameCache;
pub(crate) use messages::{ClientMessage, ServerMessage, State};
pub(crate) use routes::{delete, enter, routes, unkept};
pub(crate) use seats::{COOKIE, SECURE_COOKIE};
