//! Games between people, asked through the router without a socket.

#[path = "../common/mod.rs"]
mod common;

mod games;
mod isolation;
mod people;
mod seats;
