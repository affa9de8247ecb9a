//! Games in progress and their analysis, for all front ends.
//!
//! | module | contents |
//! | --- | --- |
//! | `session` | a game in progress ([`Session`]), its legal moves ([`Turn`]), and its record ([`Record`]) |
//! | `analysis` | explanations, reviews and puzzles |
//! | `players` | computer players, matches and openings |
//! | `tables` | the oracles of all games ([`Library`]) and their files |
//! | `files` | atomic replacement of files, and the games of a person ([`GameFiles`]) |
//!
//! The arena uses the dynamic layer of `quintet-games`, so that the same code serves every game. It does not print or read
//! the clock: callers pass the time and the output.

mod analysis;
mod files;
mod layout;
mod players;
mod session;
mod tables;

pub use analysis::*;
pub use files::*;
pub(crate) use layout::owner_style;
pub use layout::{Layout, token_style, value_style};
pub use players::*;
pub use session::*;
pub use tables::*;
