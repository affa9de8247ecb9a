//! Every question about games and positions as data: what is asked, and its answer.
//!
//! A question is a type that is read from JSON, its answer a document that is written as JSON. Nothing
//! is remembered between two questions. The server answers with these documents, `--json` prints them,
//! and every other front end wraps them, so that one question has one answer everywhere.
//!
//! ```text
//!     question  --read(catalogue)-->  reading  --answer(context)-->  document
//!                  \                              \
//!                   refusal                        refusal
//! ```
//!
//! Reading finds everything that is wrong with a question and says what answering it needs, so that a
//! server can choose where to do the work. This crate knows no network and no files.
//!
//! ```
//! use quintet_api::{Analyze, Context, Question};
//!
//! let question: Analyze = serde_json::from_str(r#"{"game": "gridlock", "moves": "2-2 3-3"}"#)?;
//! let analysis = question.answer(&Context::default())?;
//! assert_eq!(analysis.position, "..../.X../..O./.... 1");
//! assert_eq!(serde_json::to_value(&analysis)?["value"], "loss");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod catalogue;
mod choice;
pub mod json;
mod judgement;
mod lesson;
mod matches;
mod named;
mod path;
mod perft;
mod positions;
mod puzzle;
mod question;
mod refusal;
mod replay;
pub mod report;
mod review;
mod sentence;
mod session;
mod solution;
mod view;

pub use analysis::{Analysis, Analyze};
pub use catalogue::{
    Demo, DescribeGame, Entry, Example, ExampleOutcome, GameList, GamePage, ListGames,
};
pub use choice::{Choose, Chosen};
pub use judgement::{JudgeMove, Judgement};
pub use lesson::{LearnGame, Lesson, LessonStep, TaskName};
pub use matches::{Match, PlayMatch, PlayerScore, Wins};
pub use named::{
    Beginner, LARGEST_NUMBER, LONGEST_GAME, Lot, Moves, PlayerNumber, first, listing, player,
    position, sizes, variant,
};
pub use path::{paths, read_at};
pub use perft::{CountMoves, Perft, PerftMove};
pub use positions::{PlayMove, Played, ShowPosition, Why, WhyNot};
pub use puzzle::{FindDailyPuzzle, FindPuzzle, Puzzle};
pub use question::{AnswerSlot, AnyQuestion, Context, NODES, Needs, Question, Reading};
pub use refusal::{Kind, Refusal, kind};
pub use replay::{GameStep, Replay, Told, ToldMoves, ToldRecord};
pub use review::{ReviewGame, Reviews};
pub use session::{Act, ContinueSession, PlyDocument, SessionDocument};
pub use solution::{LongestWin, Positions, Solution, SolveGame};
pub use view::{MoveDocument, TouchDocument, View};

/// The Rust examples of the README are compiled and run with those of this crate.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
