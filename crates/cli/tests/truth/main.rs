//! The truth as the command tells it: analysis, solutions, reviews, matches, levels, and the tables
//! behind them.

mod analyze;
mod cache;
#[cfg(feature = "export")]
mod export;
mod matches;
mod play;
mod review;
mod run;
mod solve;
