//! Statements about positions and games, derived from exact values.
//!
//! ```text
//!     oracle -> Explanation (with its Claims)
//!            -> Review of a Record
//!            -> Puzzle
//! ```

mod claim;
mod explanation;
mod progress;
mod puzzle;
mod review;

pub use claim::{Claim, Fact, FactKind};
pub(crate) use explanation::best_by_estimate;
pub use explanation::{
    ANSWER_TIME, Explanation, FIRST_LOOK, LEGEND, SignMeaning, consequence, own_moves, sign,
    value_clause, verdict,
};
pub use progress::{PuzzleProgress, PuzzleResult, Rating};
pub use puzzle::{Challenge, Grade, Puzzle, PuzzleFilter, Rush, game_of_day, puzzle_of_day};
pub use review::{Accuracy, MoveSign, Review, ReviewedMove};
