//! Questions that are scored: the tools `question` and `answer`.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Questions for one client, which answers each once and does not learn the score.
pub trait Exam: Send + Sync + 'static {
    /// Returns the current question.
    fn question(&self) -> ExamQuestion;

    /// Records the answer to the current question.
    fn answer(&self, mv: &str) -> Result<(), String>;
}

/// The current question of an exam.
#[derive(Serialize, ToSchema)]
pub struct ExamQuestion {
    /// The number of questions that have been answered.
    pub answered: usize,
    /// The number of all questions.
    pub total: usize,
    /// The question; `null` after the last answer.
    #[schema(required)]
    pub question: Option<String>,
}

impl ExamQuestion {
    /// Returns the question, or that there is none.
    pub(crate) fn text(&self) -> String {
        let Some(question) = &self.question else {
            return format!("All {} questions have been answered.", self.total);
        };
        let (number, total) = (self.answered + 1, self.total);
        format!("Question {number} of {total}\n\n{question}")
    }
}

/// The arguments of `answer`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnswerArguments {
    /// The move, in the notation of the rules.
    #[serde(rename = "move")]
    pub(crate) mv: String,
}
