//! Oracles, and the tables behind them, stored between runs.
//!
//! ```text
//!     Library: one oracle per game and size, shared by threads
//!       -> Tables: opens a stored table, or computes and stores one   (disk)
//!            -> TableFile: one file, replaced if a block is corrupt   (table_file)
//! ```
//!
//! A browser has no files: it stores a table as bytes (`portable`). An [`Offer`] describes a large table that a user can have
//! built; [`verify_sample`] checks a part of one.

mod disk;
mod library;
mod offer;
mod portable;
mod sample;
mod table_file;

pub use disk::{LoadedOracle, Tables};
pub use library::Library;
pub use offer::Offer;
pub use sample::verify_sample;
