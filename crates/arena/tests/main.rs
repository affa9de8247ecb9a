//! Tests of the arena.

mod any_bytes;
mod claims;
mod explanation;
mod facts;
mod game_files;
mod large;
mod levels;
mod library;
mod openings;
mod progress;
mod records;
mod session;
mod sight;
mod store;
mod support;
mod tables;
mod turn;
mod unsolved;
