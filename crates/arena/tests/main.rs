//! Tests of the arena.

mod any_bytes;
mod claims;
mod explanation;
mod facts;
mod large;
mod levels;
mod library;
mod openings;
mod records;
mod session;
mod sight;
mod store;
mod support;
mod tables;
mod turn;
mod unsolved;
