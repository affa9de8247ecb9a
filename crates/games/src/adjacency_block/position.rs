//! The rules: those of [Gridlock](crate::gridlock::Snort) on a grid with a single row.
//!
//! ```text
//!     1 2 3 4 5 6
//!     . X . . O .      X may place on 1 and 3, O on 4 and 6
//! ```

use crate::gridlock::Snort;

pub use crate::gridlock::SnortRefusal;

/// A position of Adjacency Block on a row of `N` cells.
pub type Row<const N: usize> = Snort<1, N>;
