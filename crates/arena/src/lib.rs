#![doc = include_str!("../README.md")]

mod analysis;
mod game_files;
mod players;
mod replace_file;
mod session;
mod statistics;
mod tables;

pub use analysis::*;
pub use game_files::{GameFiles, StateLock, StoredGame};
pub use players::*;
pub use replace_file::{check_writable, replace_file};
pub use session::*;
pub use statistics::{Figure, Interval};
pub use tables::*;
