//! The server as its enemies and its operator meet it: real processes, real sockets, real files.
//!
//! ```text
//!     process, inside          a server of its own for each test
//!     socket                   how to talk to it, besides `quintet_testkit::http`
//!     table, witness, model    games to be played there, and what must come of them
//! ```

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
mod faults;
mod flood;
mod hosts;
mod intruders;
mod isolation;
mod keeping;
mod operator;
mod power;
mod proxy;
mod races;
mod resume;
mod secrets;
mod service;
mod settings;
mod slow;
mod soak;
mod stop;
