//! Exact solving, generic over positions: knows no game.
//!
//! Each method fits a kind of game, and a game names its own:
//!
//! | method | for games |
//! | --- | --- |
//! | [`retrograde`] | that go in circles |
//! | [`search`] | that are too large to be known whole, one position at a time |
//! | [`thermograph`] | that fall apart into regions, whose sum it judges without searching it |
//! | [`lookahead`] | in which nothing could be proved: no truth, but a good move |
//!
//! What was computed is kept small by [`blocks`], which read one value without reading the others.
//!
//! The slow and obvious [`reference`](mod@reference) is the judge of them all.

mod bits;
pub mod blocks;
pub mod bounds;
mod budget;
mod census;
mod hash;
pub mod heap;
mod large;
pub mod lookahead;
mod meter;
mod oracle;
mod parallel;
mod progress;
pub mod reference;
pub mod retrograde;
pub mod score;
pub mod search;
mod solution;
mod subsets;
pub mod thermograph;
mod value;

pub use budget::{Allowance, Budget};
pub use census::Census;
pub use hash::IntHasher;
pub use large::{Build, Cost, Large, OpenParts};
pub use meter::Meter;
pub use oracle::{Oracle, Show, Table, agrees, each_once, line};
pub use parallel::{collect, share_out};
pub use progress::Progress;
pub use solution::{Compute, Solution, Stored, WriteTable};
pub use subsets::Subsets;
pub use value::{MAX_DISTANCE, NOTHING, Value};
