//! The vocabulary and the contracts that every game of Quintet is written in.
//!
//! A game is a [`Position`]: a small value that knows whose turn it is, which moves are legal and
//! what they lead to. Everything else in the workspace (counting, solving, playing, drawing) is
//! built on that one contract and on the geometry of a [grid](Cells).
//!
//! This crate has no dependencies, does no input or output, and builds for any target.

mod bits;
mod cells;
mod outcome;
mod perft;
mod player;
mod position;
mod random;
mod symmetry;
mod walk;

pub use bits::{Bits, bits};
pub use cells::{Cell, Cells, CellsIter};
pub use outcome::Outcome;
pub use perft::perft;
pub use player::{PerPlayer, Player};
pub use position::Position;
pub use random::{Random, Wyrand};
pub use symmetry::Symmetries;
pub use walk::{Tally, random_games};
