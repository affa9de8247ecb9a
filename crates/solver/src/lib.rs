#![doc = include_str!("../README.md")]

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
