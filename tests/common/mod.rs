//! Shared by the tests of one server and those of several servers with one database.
//!
//! ```text
//!     table, model  games to be played, and what must come of them
//!     rivals        clients that compete for the numbers of a game
//! ```
#![allow(dead_code, reason = "neither test crate uses everything")]

pub(crate) mod model;
pub(crate) mod rivals;
pub(crate) mod table;

use std::thread::ScopedJoinHandle;

use quintet_testkit::Setup;

/// A server with the default limits.
pub(crate) fn setup() -> Setup {
    Setup::new(env!("CARGO_BIN_EXE_quintet-e2e"))
}

/// A server without limits for games, requests, sockets and messages.
pub(crate) fn generous() -> Setup {
    [
        "games-a-minute=0",
        "seats-a-minute=0",
        "wrong-tokens-a-minute=0",
        "requests-a-second=0",
        "sockets-a-client=0",
        "messages-in-10-seconds=0",
    ]
    .into_iter()
    .fold(setup(), Setup::limit)
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
