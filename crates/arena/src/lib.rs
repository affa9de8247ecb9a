//! A game in progress between any two players: history, undo, records and matches.
//!
//! The arena stands between the games and the front ends. It works on the dynamic layer of
//! `quintet-games`, so that it is the same for every game, and it neither prints nor reads the
//! clock: what time it is and where to write, its callers say.

mod contest;
mod dice;
mod player;
mod record;
mod series;
mod store;

pub use contest::{Contest, Ply};
pub use dice::Dice;
pub use player::{Chooser, UnknownPlayer, Who};
pub use record::{Record, RecordFault, Result, Tag, Termination};
pub use series::Series;
pub use store::{check_writable, replace_file};
