//! Shared test support. No shipped crate depends on it.
//!
//! * [`domineering`] is the guest, a sixth game unlike the others. Tests pass [`CATALOGUE`], which contains it, to front ends
//!   to prove that they work with any game.
//! * [`books`] has the drawings of the rule books.
//! * [`Endpoint`] is an HTTP server with scripted responses.
//! * [`assert_golden`] compares a string with a committed file.
//! * [`http`] is an HTTP client, and `socket` a WebSocket client.
//! * [`listing`] and [`perft`] check the page of rules, the examples and the perft table of any game.
//! * [`Postgres`] is a private PostgreSQL.
//! * [`Run`] runs a command and asserts its output; [`eventually`] waits for a condition.
//! * [`slow`] compares a second, slow implementation of a game with the library.

use std::thread;
use std::time::{Duration, Instant};

use quintet_games::Catalogue;

pub mod books;
pub mod domineering;
mod endpoint;
mod golden;
pub mod http;
pub mod listing;
pub mod perft;
#[cfg(unix)]
mod postgres;
mod run;
pub mod slow;
#[cfg(feature = "socket")]
pub mod socket;

pub use endpoint::{Answer, Endpoint, ReceivedRequest};
pub use golden::assert_golden;
#[cfg(unix)]
pub use postgres::{Postgres, free_port};
pub use run::{Ran, Run};
#[cfg(feature = "socket")]
pub use socket::Socket;

/// Waits until a condition holds, for up to [`PATIENCE`](http::PATIENCE).
#[track_caller]
pub fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < http::PATIENCE, "timed out: {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// The standard games and the guest.
pub const CATALOGUE: Catalogue = Catalogue::with(&[&domineering::LISTING]);
