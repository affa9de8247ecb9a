//! The server as its enemies and its operator meet it: real processes, real sockets, real files.
//!
//! ```text
//!     common     servers, and how to talk to them
//!     inside     a server inside the test's own process
//!     witness    a client that remembers what it was told
//! ```
#![cfg(unix)]

#[path = "../common/mod.rs"]
mod common;
mod inside;
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

use common::{model, process, rivals, socket, table};
