//! A game in progress between any two players: sessions, turns, records, levels and matches.
//!
//! The arena stands between the games and the front ends. It works on the dynamic layer of
//! `quintet-games`, so that it is the same for every game, and it neither prints nor reads the
//! clock: what time it is and where to write, its callers say.

mod calendar;
mod claim;
mod dice;
mod evaluation;
mod exercise;
mod explanation;
mod level;
mod library;
mod listed;
mod opening;
mod picture;
mod player;
mod puzzle;
mod record;
mod report;
mod review;
mod sample;
mod session;
mod store;
mod tables;
mod tournament;
mod turn;

pub use calendar::{date, days_in_a_row, is_day, timestamp};
pub use claim::Claim;
pub use dice::Dice;
pub use evaluation::{Decision, Evaluation, Figure, Verdict};
pub use exercise::{Exercise, exercises};
pub use explanation::{
    ANSWER_TIME, Explanation, FIRST_LOOK, LEGEND, consequence, sign, spoken, verdict,
};
pub use level::{Level, perfect_moves};
pub use library::Library;
pub use listed::listed_moves;
pub use opening::openings;
pub use player::{
    Chooser, Competitor, Conduct, Exchange, GivesUp, OracleSource, Tokens, UnknownPlayer, Who,
    caution,
};
pub use puzzle::{Grade, Puzzle, game_of_day, puzzle_of_day};
pub use record::{GameResult, ReadFault, Record, RecordFault, Tag, Termination};
pub use report::{legal_moves, one_words};
pub use review::{Accuracy, MoveSign, Review, ReviewedMove};
pub use sample::verify_sample;
pub use session::{Ending, First, Ply, Score, Session, Undone, UnknownFirst, plays, to_move};
pub use store::{check_writable, replace_file};
pub use tables::{LoadedOracle, Offer, Tables};
pub use tournament::{Interval, Results, Seating, Tournament};
pub use turn::{Change, Note, Step, Turn};
