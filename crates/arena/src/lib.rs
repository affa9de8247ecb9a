//! A game in progress between any two players: history, undo, records and matches.
//!
//! The arena stands between the games and the front ends. It works on the dynamic layer of
//! `quintet-games`, so that it is the same for every game, and it neither prints nor reads the
//! clock: what time it is and where to write, its callers say.

mod calendar;
mod contest;
mod dice;
pub mod document;
mod encounter;
mod insight;
mod level;
mod listed;
mod player;
mod puzzle;
mod record;
mod review;
mod series;
mod store;
mod tables;

pub use calendar::{date, timestamp};
pub use contest::{Contest, Ply};
pub use dice::Dice;
pub use encounter::{Encounter, Interval, Score};
pub use insight::{reason, spoken, verdict};
pub use level::{Level, perfect_moves};
pub use listed::listed_moves;
pub use player::{Chooser, OracleSource, UnknownPlayer, Who};
pub use puzzle::{Grade, Puzzle};
pub use record::{GameResult, Record, RecordFault, Tag, Termination};
pub use review::{Accuracy, Review, ReviewedMove};
pub use series::Series;
pub use store::{check_writable, replace_file};
pub use tables::{Known, Tables};
