//! Every ruling by its name, asked of the program as a front end would ask: in texts.
//!
//! The functions are named after the rulings, so that `cargo test r3_` runs what R3 says. D3 is
//! about the command line and tested there.

#[path = "rulings/ask.rs"]
mod ask;

#[path = "rulings/adjacency_block.rs"]
mod adjacency_block;
#[path = "rulings/common.rs"]
mod common;
#[path = "rulings/drawings.rs"]
mod drawings;
#[path = "rulings/grid_runner.rs"]
mod grid_runner;
#[path = "rulings/gridlock.rs"]
mod gridlock;
#[path = "rulings/matrix_isolation.rs"]
mod matrix_isolation;
#[path = "rulings/pages.rs"]
mod pages;
#[path = "rulings/positions.rs"]
mod positions;
#[path = "rulings/quad_block.rs"]
mod quad_block;
#[path = "rulings/sentences.rs"]
mod sentences;
