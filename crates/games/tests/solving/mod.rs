//! What the tests of the solutions share.

use quintet_games::Solving;
use quintet_solver::{Oracle, Progress, Solution, Stored};

/// The oracle of a game, its table computed now.
pub(crate) fn solved<G: Solving>() -> Box<dyn Oracle<G::Position>> {
    let oracle = G::solution().oracle(&Progress::default());
    oracle.expect("never cancelled")
}

/// The table of a game that has one.
pub(crate) fn table<G: Solving>(progress: &Progress) -> Vec<u8> {
    let Solution::Table { compute, .. } = G::solution() else {
        panic!("{} {} has no table", G::ID, G::SIZE);
    };
    compute(progress).expect("never cancelled")
}

/// The oracle that uses a table, if the bytes can be one.
pub(crate) fn opened<G: Solving>(table: Vec<u8>) -> Option<Box<dyn Oracle<G::Position>>> {
    let Solution::Table { open, .. } = G::solution() else {
        panic!("{} {} has no table", G::ID, G::SIZE);
    };
    open(Stored::Whole(table))
}
