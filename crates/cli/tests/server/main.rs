//! The server as its enemies and its operator meet it: real processes, real sockets, real files.
//!
//! ```text
//!     process, inside          a server of its own for each test
//!     http, socket             how to talk to it
//!     table, witness, model    games to be played there, and what must come of them
//! ```

#[allow(dead_code, reason = "other tests of the command use more of it")]
mod http;
mod inside;
mod model;
mod process;
mod socket;
mod table;
mod witness;

mod backup;
mod bounds;
mod crash;
mod damage;
mod disk;
mod flood;
mod hosts;
mod intruders;
mod isolation;
mod races;
mod resume;
mod secrets;
mod slow;
mod soak;
mod stop;
