//! A game in progress between any two players: sessions, turns, records, levels and matches.
//!
//! | module | contents |
//! | --- | --- |
//! | `session` | a game in progress ([`Session`]), its view for front ends ([`Turn`]), and its text ([`Record`]) |
//! | `analysis` | explanations with their claims, reviews, puzzles, evaluations |
//! | `players` | levels, matches and openings |
//! | `tables` | the oracles of all games ([`Library`]), stored on disk |
//!
//! The arena stands between the games and the front ends. It works on the dynamic layer of
//! `quintet-games`, so that it is the same for every game. It neither prints nor reads the
//! clock: callers pass the time and the output.

mod analysis;
mod players;
mod replace_file;
mod session;
mod tables;

pub use analysis::*;
pub use players::*;
pub use replace_file::{check_writable, replace_file};
pub use session::*;
pub use tables::*;
