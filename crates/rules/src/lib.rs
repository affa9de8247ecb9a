//! The interface of two-player games without chance or hidden information, and bitboards for games on grids.
//!
//! A game is a type that implements [`Position`]. Solvers, players and front ends are generic over it. The crate has no
//! dependencies, performs no I/O, and supports every target.
//!
//! In this example, players take one or two stones from a heap, and a player who finds the heap empty loses:
//!
//! ```
//! use quintet_rules::{Player, Position, perft};
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
//! struct Heap {
//!     stones: u8,
//!     to_move: Player,
//! }
//!
//! impl Position for Heap {
//!     type Move = u8;
//!     type Refusal = &'static str;
//!
//!     fn to_move(&self) -> Player {
//!         self.to_move
//!     }
//!     fn is_over(&self) -> bool {
//!         self.stones == 0
//!     }
//!     fn moves(&self) -> impl Iterator<Item = u8> {
//!         1..=self.stones.min(2)
//!     }
//!     fn check(&self, taken: u8) -> Result<(), &'static str> {
//!         let is_legal = self.moves().any(|mv| mv == taken);
//!         is_legal.then_some(()).ok_or("take one or two of the stones")
//!     }
//!     fn play_unchecked(&self, taken: u8) -> Self {
//!         Heap { stones: self.stones - taken, to_move: self.to_move.other() }
//!     }
//! }
//!
//! let heap = Heap { stones: 3, to_move: Player::One };
//! assert!(heap.moves().eq([1, 2]));
//! assert_eq!(heap.play(3), Err("take one or two of the stones"));
//! let next = heap.play(2).expect("a legal move");
//! assert_eq!((next.stones, next.to_move), (1, Player::Two));
//! // The sequences are 1 1, 1 2 and 2 1.
//! assert_eq!(perft(&heap, 2), 3);
//! ```
//!
//! The crate `quintet-solver` finds exact values of positions.

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
pub use symmetry::Symmetries;
