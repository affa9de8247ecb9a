//! Requests about games and positions, and their responses, as data.
//!
//! A request is a type that is read from JSON; its response is written as JSON and, for the command and assistants, as text
//! (`Display`). No state is kept between two requests. The server sends these responses, the command prints them, and every
//! other front end wraps them, so that a request has the same response everywhere.
//!
//! ```text
//!     request  --read(catalogue)-->  prepared  --respond(context)-->  response
//!                  \                               \
//!                   error                           error
//! ```
//!
//! Reading finds every error in a request and states what the response needs, so that a server can choose where to do the
//! work. This crate uses neither network nor files.
//!
//! ```
//! use quintet_api::{Analyze, Context, Request};
//!
//! let request: Analyze = serde_json::from_str(r#"{"game": "gridlock", "moves": "2-2 3-3"}"#)?;
//! let analysis = request.respond(&Context::default())?;
//! assert_eq!(analysis.position, "..../.X../..O./.... 1");
//! assert_eq!(serde_json::to_value(&analysis)?["value"], "loss");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod catalogue;
mod choice;
mod error;
pub mod json;
mod judgement;
mod lesson;
mod matches;
mod named;
mod path;
mod perft;
mod positions;
mod puzzle;
mod replay;
pub mod report;
mod request;
mod review;
mod sentence;
mod session;
mod solution;
mod view;

pub use analysis::{AnalysisDocument, Analyze};
pub use catalogue::{
    Demo, DescribeGame, Entry, ExampleDocument, ExampleOutcome, GameList, GamePage, ListGames,
};
pub use choice::{Choose, Chosen};
pub use error::{Kind, RequestError, kind};
pub use judgement::{JudgeMove, Judgement};
pub use lesson::{LearnGame, Lesson, LessonStepDocument, TaskName};
pub use matches::{Match, PlayMatch, PlayerScore, Wins};
pub use named::{
    Beginner, LARGEST_NUMBER, LONGEST_GAME, Lot, Moves, PlayerNumber, first, listing, player,
    position, sizes, variant,
};
pub use path::{paths, read_at};
pub use perft::{CountMoves, Perft, PerftMove};
pub use positions::{PlayMove, PlayedDocument, ShowPosition, Why, WhyNot};
pub use puzzle::{FindDailyPuzzle, FindPuzzle, PuzzleDocument};
pub use replay::{GameStep, MoveList, RecordText, RecordedGame, Replay};
pub use request::{AnyRequest, Context, NODES, Needs, Prepared, Request, ResponseSlot};
pub use review::{ReviewGame, Reviews};
pub use session::{Act, ContinueSession, PlyDocument, SessionDocument};
pub use solution::{LongestWin, Positions, SolutionDocument, SolveGame};
pub use view::{MoveDocument, TouchDocument, View};

/// The Rust examples of the README are compiled and run with those of this crate.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
