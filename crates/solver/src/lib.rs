//! Exact solvers for two-player games without chance or hidden information. The solvers are generic over
//! [`Position`](quintet_rules::Position) and contain no code for a particular game.
//!
//! This example solves a small game: players take one or two stones from a heap, and a player who finds the heap empty
//! loses.
//!
//! ```
//! use quintet_rules::{Player, Position, perft};
//! use quintet_solver::search::{KeyedPosition, SearchOracle};
//! use quintet_solver::{Budget, Oracle, Value};
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
//! impl KeyedPosition for Heap {
//!     const IS_FINITE: bool = true;
//!
//!     fn key(&self) -> u128 {
//!         self.stones.into()
//!     }
//! }
//!
//! let heap = Heap { stones: 4, to_move: Player::One };
//! assert_eq!(perft(&heap, 2), 4);
//!
//! let oracle = SearchOracle::plain();
//! let budget = Budget::positions(1_000);
//! assert_eq!(oracle.value(&heap, budget), Some(Value::win(3)));
//! assert_eq!(oracle.line(&heap, budget), [1, 1, 2]);
//! ```
//!
//! Each solver suits a kind of game:
//!
//! | module | suitable games |
//! | --- | --- |
//! | [`retrograde`] | games with cycles whose positions fit in memory, one byte each |
//! | [`search`] | games that are too large for a table, one position at a time |
//! | [`thermograph`] | games that split into independent regions |
//! | [`lookahead`] | unsolved games: finds a good move by a heuristic estimate, without proof |
//!
//! Computed tables are stored compressed in [`blocks`], which can be read individually. All solvers are tested against
//! the slow and simple [`reference`](mod@reference).

pub mod blocks;
pub mod bounds;
mod budget;
mod census;
mod hash;
pub mod lookahead;
mod oracle;
mod parallel;
mod progress;
pub mod reference;
pub mod retrograde;
pub mod search;
mod solution;
mod subsets;
pub mod thermograph;
mod value;

pub use budget::{Allowance, Budget, Meter};
pub use census::Census;
pub use hash::IntHasher;
pub use oracle::{Oracle, Table, Visitor, is_consistent, line, values_by_class};
pub use parallel::{collect, for_each};
pub use progress::Progress;
pub use solution::{
    Compute, Cost, LargeSolution, OpenParts, Solution, TableBuilder, TableSource, WriteTable,
};
pub use subsets::Subsets;
pub use value::{MAX_DISTANCE, NO_VALUE, Value, score};
