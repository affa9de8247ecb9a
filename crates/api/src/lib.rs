#![doc = include_str!("../README.md")]

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
