//! The server as its enemies and its operator meet it: real processes, real sockets, real files.
//!
//! ```text
//!     process, http, socket    a server of its own for each test, and how to talk to it
//!     table, model             a game to be played there, and what must come of it
//! ```

#[path = "../ran/mod.rs"]
mod ran;

mod http;
mod model;
mod process;
mod socket;
mod table;
mod witness;

mod crash;
mod damage;
mod disk;
mod races;
mod resume;
mod slow;
mod stop;
