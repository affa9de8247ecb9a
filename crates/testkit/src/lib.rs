//! What the tests of several crates share. Nothing that is shipped depends on it.
//!
//! * [`domineering`] is a guest: a sixth game, unlike the others. With [`CATALOGUE`] tests hand it to front ends
//!   to prove that any game works in each.
//! * [`books`] are the drawings of the rule books.
//! * [`Endpoint`] is a server that answers as badly as a test wants.
//! * [`assert_golden`] compares a text with a committed file.
//! * [`http`] is the HTTP client of all tests, `socket` their WebSocket client.
//! * [`listing`] and [`perft`] check what every game brings along: its page of rules, its examples,
//!   its table of counted trees.
//! * [`Postgres`] is a private PostgreSQL, which ends with the test.
//! * [`Run`] runs a command and compares what it says.
//! * `Setup` starts a server and waits until it answers; [`eventually`] waits for anything else.
//! * [`slow`] holds a second, slow implementation of a game against the library.

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
#[cfg(unix)]
mod server;
pub mod slow;
#[cfg(feature = "socket")]
pub mod socket;
mod store;

pub use endpoint::{Answer, Asked, Endpoint};
pub use golden::assert_golden;
#[cfg(unix)]
pub use postgres::{Postgres, free_port};
pub use run::{Ran, Run};
#[cfg(unix)]
pub use server::{Server, Setup, finished};
#[cfg(feature = "socket")]
pub use socket::Socket;

/// Waits until a condition holds, for at most [`PATIENCE`](http::PATIENCE).
#[track_caller]
pub fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < http::PATIENCE, "timed out: {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// The games of Quintet and the guest.
pub const CATALOGUE: Catalogue = Catalogue::with(&[&domineering::LISTING]);
