//! The named ideas of Adjacency Block.

use crate::gridlock::private_cells;
use crate::listing::NamedIdea;

/// The ideas of Adjacency Block.
pub(super) const IDEAS: &[NamedIdea] = &[private_cells(&["X.XXX.OO.O 2", "....X....O 2"])];
