//! What the tests of several crates share. Nothing that is shipped depends on it.
//!
//! * [`domineering`] is a guest: a sixth game, unlike the others, which tests admit to the catalogue
//!   to prove that any game works in every front end.
//! * [`books`] are the drawings of the rule books.
//! * [`Endpoint`] is a server that answers as badly as a test wants.
//! * [`assert_golden`] compares a text with a committed file.
//! * [`http`] asks a server.
//! * [`listing`] and [`perft`] check what every game brings along: its page of rules, its examples,
//!   its table of counted trees.
//! * [`Postgres`] is a private PostgreSQL, which ends with the test.
//! * [`Run`] runs a command and compares what it says.
//! * [`slow`] holds a second, slow implementation of a game against the library.

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
mod store;

pub use endpoint::{Answer, Asked, Endpoint};
pub use golden::assert_golden;
#[cfg(unix)]
pub use postgres::{Postgres, free_port};
pub use run::{Ran, Run};

/// Admits the guest game to the catalogue of this process.
///
/// A test that compares what it sees with the catalogue calls this first; tests of one process
/// that do not would see the guest appear at any time.
pub fn admit_guest() {
    quintet_catalogue::admit(&domineering::LISTING);
}
