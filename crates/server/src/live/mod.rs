//! Live games between people: their seats, their actions, and the clients that watch them.
//!
//! ```text
//!     routes, socket    HTTP requests and WebSocket messages
//!       service         operations on games
//!         cache         the games in memory; others are in the store
//!           room        one game: checks an action, stores it, then notifies the clients
//!     presence          connected players
//!     messages          a game as JSON
//!     export            all stored data of a game
//!     seats             tokens, cookies and names of players
//!     retention         deletes old games
//! ```

mod cache;
mod export;
mod messages;
mod presence;
pub(crate) mod retention;
mod room;
mod routes;
mod seats;
mod service;
mod socket;

pub(crate) use cache::GameCache;
pub(crate) use messages::{ClientMessage, ServerMessage, State};
pub(crate) use routes::{delete, routes};
pub(crate) use seats::{COOKIE, SECURE_COOKIE};
pub(crate) use service::enter;
