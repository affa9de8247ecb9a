#![doc = include_str!("../README.md")]

mod bits;
mod cells;
mod outcome;
mod perft;
mod player;
mod position;
mod random;
mod random_games;
mod symmetry;

pub use bits::{Bits, bits};
pub use cells::{Cell, Cells, CellsIter};
pub use outcome::Outcome;
pub use perft::perft;
pub use player::{PerPlayer, Player};
pub use position::Position;
pub use random::{Random, Wyrand};
pub use random_games::{Tally, random_games};
pub use symmetry::{Symmetries, image};
