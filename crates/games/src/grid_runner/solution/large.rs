//! The tables of boards that are too large to be built unasked.
//!
//! A table has one part for each number of barriers on the board, from one less than all down to none. To solve a layer
//! takes no other than the one with one more barrier. The positions without barriers in hand are most of
//! all, and in no part: such a block is solved whenever it is asked for, in some microseconds.
//!
//! ```text
//!     6 barriers       5 barriers      4 barriers      ...      0 barriers
//!     in memory  --->  part 0    --->  part 1    --->  ...      part 5
//! ```

mod build;
mod layer;
mod opened;

use quintet_solver::search::{ByRules, SearchOracle};
use quintet_solver::{Cost, Large, Oracle};

use super::index::Index;
use super::kept::KeptBlocks;
use super::scope::Scope;
use super::word::Word;
use crate::grid_runner::Runners;
use build::Builder;
use opened::LargeTable;

/// A table for a board with so many rows, and what it takes.
pub(super) fn large<const R: usize, const C: usize>() -> Large<dyn Oracle<Runners<R, C>>> {
    Large {
        version: 1,
        cost: cost(R),
        search: Box::new(|| Box::new(SearchOracle(ByRules))),
        build: || Box::new(Builder::new(R)),
        open: Box::new(|parts| Some(Box::new(LargeTable::open(R, parts)?))),
    }
}

/// Measured, and rounded up.
fn cost(side: usize) -> Cost {
    let (seconds, bytes, memory) = if side <= 6 {
        (10, 23_000_000, 800_000_000)
    } else {
        (100, 240_000_000, 12_000_000_000)
    };
    Cost {
        parts: parts(),
        seconds,
        bytes,
        memory,
    }
}

/// How many parts a table has.
fn parts() -> usize {
    Scope::<u64>::whole(u64::LARGEST).most()
}

/// How many barriers are placed in the positions of a part.
fn placed_in(part: usize) -> usize {
    parts() - 1 - part
}

/// The blocks of a part.
fn layout(scope: Scope<u64>, part: usize) -> KeptBlocks<u64> {
    let placed = placed_in(part);
    KeptBlocks::new(Index::of_layers(scope, placed..=placed))
}

#[cfg(test)]
mod tests;
