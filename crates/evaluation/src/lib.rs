//! Questions with exact answers, and reports on the players that answer them.
//!
//! ```text
//!     exercises  -->  Question  -->  Prompt  -->  a player  -->  read_answer  -->  Decision  -->  Report
//! ```
//!
//! Nothing here talks to a player: the command, the Python package and the adapters for other frameworks ask the same
//! questions in the same words, and score the answers in the same way.

#![expect(
    clippy::cast_precision_loss,
    reason = "the numbers of answers are far below 2^52"
)]

mod decision;
mod disguise;
mod examination;
mod exercise;
mod group;
mod prompt;
mod questions;
mod reply;
mod report;
mod sample;

pub use decision::{Attempt, Decision, Verdict};
pub use disguise::Disguise;
pub use examination::Examination;
pub use exercise::{Exercise, Stratum, UNSOLVED_BUDGET, budget, exercises};
pub use group::Group;
pub use prompt::{BadPrompt, Message, Prompt, Scoring};
pub use questions::{BadQuestions, Question, QuestionSet, mirrored};
pub use reply::read_answer;
pub use report::{
    GameReport, GameScore, Matchup, Mistake, Pair, Report, Run, differences, file_name, totals,
};
