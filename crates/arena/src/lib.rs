//! Games in progress and their analysis, for all front ends.
//!
//! | module | contents |
//! | --- | --- |
//! | `session` | a game in progress ([`Session`]), its legal moves ([`Turn`]), and its record ([`Record`]) |
//! | `analysis` | explanations, reviews and puzzles |
//! | `players` | computer players, matches and openings |
//! | `tables` | the oracles of all games ([`Library`]) and their files |
//! | `game_files` | the unfinished and finished games of a person ([`GameFiles`]) |
//!
//! The arena uses the dynamic layer of `quintet-games`, so that the same code serves every game. It does not print or read
//! the clock: callers pass the time and the output.

mod analysis;
mod game_files;
mod layout;
mod players;
mod replace_file;
mod session;
mod statistics;
mod tables;

pub use analysis::*;
pub use game_files::{GameFiles, StateLock, StoredGame};
pub use layout::{Layout, owner_style, token_style, value_style};
pub use players::*;
pub use replace_file::{check_writable, replace_file};
pub use session::*;
pub use statistics::{Figure, Interval};
pub use tables::*;
