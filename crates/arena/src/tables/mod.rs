//! Oracles and the storage of their tables.
//!
//! ```text
//!     Library: one oracle per game and size, shared by threads
//!       -> Tables: opens a stored table, or computes and stores one   (disk)
//!            -> TableFile: one file, replaced if a block is corrupt   (table_file)
//! ```
//!
//! In a browser, a table is stored as bytes (`portable`). An [`Offer`] describes a large table that a user can build;
//! [`verify_sample`] verifies a part of one.

mod disk;
mod library;
mod offer;
mod portable;
mod sample;
mod table_file;

pub use disk::{LoadedOracle, Tables};
pub use library::Library;
pub use offer::{Offer, space_in_words, time_in_words};
pub use sample::verify_sample;
