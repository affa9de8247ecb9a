//! What the tests of one server and those of several on one database share.
//!
//! ```text
//!     process       a server of its own for each test
//!     socket        how to talk to it, besides `quintet_testkit::http`
//!     table, model  games to be played there, and what must come of them
//!     rivals        connections that compete for the numbers of a game
//! ```
#![allow(dead_code, reason = "neither uses everything")]

pub(crate) mod model;
pub(crate) mod process;
pub(crate) mod rivals;
pub(crate) mod socket;
pub(crate) mod table;
