//! Games between people, asked through the router; one test needs a network.

#[path = "../common/mod.rs"]
mod common;

mod closing;
mod games;
mod isolation;
mod people;
mod seats;
