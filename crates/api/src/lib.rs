//! Requests about games and positions, and their responses.
//!
//! A request is a type that is parsed from JSON. Its response is serialised as JSON and, for the command and MCP, formatted as
//! text (`Display`). Requests are stateless. The server sends these responses, the command prints them and all other front
//! ends wrap them, so that a request has the same response everywhere.
//!
//! ```text
//!     request  --read(catalogue)-->  prepared  --respond(context)-->  response
//!                  \                               \
//!                   error                           error
//! ```
//!
//! `read` finds every error in a request and determines the resources for the response, so that a server can choose where to
//! compute it. This crate does no I/O.
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
mod names;
mod path;
mod perft;
mod positions;
mod puzzle;
mod replay;
mod request;
mod review;
mod sentence;
mod session;
mod solution;
mod view;

pub use analysis::{AnalysisDocument, Analyze};
pub use catalogue::{
    Demo, DescribeGame, ExampleDocument, ExampleOutcome, GameEntry, GameList, GamePage,
    IdeaDocument, ListGames,
};
pub use choice::{Choose, Chosen};
pub use error::{Kind, RequestError, kind};
pub use judgement::{JudgeMove, Judgement};
pub use lesson::{LearnGame, Lesson, LessonStepDocument, TaskName};
pub use matches::{Match, PlayMatch, PlayerScore, Wins};
pub use names::{
    Beginner, LARGEST_NUMBER, LONGEST_GAME, MoveWords, PlayerNumber, RandomFirst, first, listing,
    player, position, sizes, variant,
};
#[cfg(feature = "schema")]
pub use path::Schemas;
pub use path::{ENDPOINTS, Endpoint, Method, ParameterKind, QueryParameter, read_at};
pub use perft::{CountMoves, Perft, PerftMove};
pub use positions::{PlayMove, PlayedDocument, ShowPosition, Why, WhyNot};
pub use puzzle::{
    ChallengeDocument, FindChallenge, FindDailyPuzzle, FindPuzzle, FindRushPuzzle, PuzzleDocument,
};
pub use replay::{GameStep, MoveList, RecordText, RecordedGame, Replay};
pub use request::{AnyRequest, Context, NODES, Needs, Prepared, Request, ResponseSlot};
pub use review::{ReviewGame, Reviews};
pub use session::{Act, ContinueSession, PlyDocument, SessionDocument};
pub use solution::{LongestWin, Positions, SolutionDocument, SolveGame};
pub use view::{MoveDocument, TouchDocument, View};
