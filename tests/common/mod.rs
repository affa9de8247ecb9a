//! Shared by the tests of one server, of several servers with one database, and of the page.
//!
//! ```text
//!     table, model    games to be played, and the expected results
//!     rivals          clients that compete for the numbers of a game
//!     client, crowd   many players and spectators, and the history of each
//!     checker         the laws that all histories and logs of a game must obey
//!     link            a connection that can be made worse
//!     server          server processes
//! ```
#![allow(dead_code, reason = "no test crate uses everything")]

pub(crate) mod checker;
pub(crate) mod client;
pub(crate) mod crowd;
pub(crate) mod link;
pub(crate) mod model;
pub(crate) mod rivals;
pub(crate) mod server;
pub(crate) mod table;

use std::net::SocketAddr;
use std::thread::ScopedJoinHandle;

use server::{Server, Setup};
use table::Table;

/// A server with the default limits.
pub(crate) fn setup() -> Setup {
    Setup::new(env!("CARGO_BIN_EXE_quintet-e2e"))
}

/// A server without limits for games, requests, sockets and messages.
pub(crate) fn generous() -> Setup {
    [
        "games-per-minute=0",
        "requests-per-second=0",
        "sockets-per-client=0",
    ]
    .into_iter()
    .fold(setup(), Setup::limit)
}

/// Starts a server and opens a game of Gridlock there.
#[track_caller]
pub(crate) fn start_with_table(setup: &Setup) -> (Server, SocketAddr, Table) {
    let server = setup.start();
    let address = server.address();
    let table = Table::open(address, "gridlock");
    (server, address, table)
}

/// The number of repetitions: `short`, or `QUINTET_ROUNDS` if that is set (`scripts/attack`).
pub(crate) fn rounds(short: u32) -> u32 {
    let long = std::env::var("QUINTET_ROUNDS").ok();
    long.map_or(short, |long| long.parse().expect("a number"))
}

/// Runs a function on several threads at the same time, each with its number, and returns all results.
pub(crate) fn in_parallel<T: Send>(threads: usize, run: impl Fn(usize) -> T + Sync) -> Vec<T> {
    std::thread::scope(|scope| {
        let run = &run;
        let started: Vec<_> = (0..threads).map(|n| scope.spawn(move || run(n))).collect();
        let joined = started.into_iter().map(ScopedJoinHandle::join);
        joined.map(|joined| joined.expect("no panic")).collect()
    })
}
