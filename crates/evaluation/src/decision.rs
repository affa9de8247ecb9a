//! A player's answer to a question, judged by exact values.

use quintet_arena::{Fault, Tokens};
use quintet_games::Analysis;
use quintet_solver::Value;
use serde::{Deserialize, Serialize};

use crate::{Exercise, Stratum};

/// A player's response to a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Attempt {
    /// The move as the rule book writes it; `None` without a legal move.
    pub mv: Option<String>,
    /// The defect of the first response, if any.
    pub first_fault: Option<Fault>,
    /// Reason why no response was a legal move.
    pub error: Option<String>,
    /// Response time.
    pub milliseconds: u64,
    /// Token usage, if a language model reports it.
    pub tokens: Option<Tokens>,
}

/// A response with its evaluation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Decision {
    /// The id of the question, if it was an exercise: the same for all images of a position, so that a disguised question can
    /// be compared with the original.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// The position of the decision, in text form.
    pub position: String,
    /// The kind of position, if it was drawn by kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stratum: Option<Stratum>,
    /// The move; `null` if no response was a legal move.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The effect on the outcome; `null` if all moves have the same or the player failed.
    pub verdict: Option<Verdict>,
    /// The defect of the first response, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// Plies by which a preserved win was delayed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay: Option<u8>,
    /// Response time.
    pub milliseconds: u64,
    /// Token usage, if a language model reports it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<Tokens>,
}

/// The effect of a response on the outcome.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// True if the outcome is preserved.
    #[serde(rename = "kept")]
    pub is_correct: bool,
    /// The share of the legal moves that preserve it.
    pub chance: f64,
    /// The cost: 1 for a step from win to endless or from endless to loss, 2 for both.
    pub regret: f64,
    /// Plies to the end before the move, if the game ends.
    pub distance: Option<u8>,
}

impl Verdict {
    /// Evaluates a move. `None`, for no legal move, counts as the worst one. Returns `None` if some values are unknown or all
    /// moves lead to the same outcome.
    pub fn of(analysis: &Analysis, mv: Option<&str>) -> Option<Self> {
        let moves = analysis.moves.iter();
        let kinds: Option<Vec<i8>> = moves.map(|mv| mv.value.map(Value::kind)).collect();
        let (kinds, value) = (kinds?, analysis.value?);
        let (best, worst) = (*kinds.iter().max()?, *kinds.iter().min()?);
        if best == worst {
            return None;
        }
        let chosen = mv.and_then(|mv| analysis.of_move(mv)).map(Value::kind);
        let regret = f64::from(best - chosen.unwrap_or(worst));
        let preserving = kinds.iter().filter(|kind| **kind == best).count();
        Some(Verdict {
            is_correct: regret == 0.0,
            chance: preserving as f64 / kinds.len() as f64,
            regret,
            distance: value.distance(),
        })
    }
}

impl Decision {
    /// Evaluates a response to a position with these values.
    pub fn of(position: String, analysis: &Analysis, attempt: &Attempt) -> Self {
        let mv = attempt.mv.as_deref();
        let chosen = mv.and_then(|mv| analysis.of_move(mv));
        let has_failed = mv.is_none() && attempt.first_fault == Some(Fault::Failed);
        Decision {
            question: None,
            position,
            stratum: None,
            mv: attempt.mv.clone(),
            verdict: Verdict::of(analysis, mv).filter(|_| !has_failed),
            fault: attempt.first_fault,
            delay: match (analysis.value, chosen) {
                (Some(Value::Win(Some(best))), Some(Value::Win(Some(plies)))) => Some(plies - best),
                _ => None,
            },
            milliseconds: attempt.milliseconds,
            tokens: attempt.tokens,
        }
    }

    /// Evaluates a response to an exercise.
    pub fn of_exercise(exercise: &Exercise, attempt: &Attempt) -> Self {
        let position = exercise.session.position().text();
        Decision {
            question: Some(exercise.id()),
            stratum: exercise.stratum(),
            ..Decision::of(position, &exercise.analysis, attempt)
        }
    }

    /// Returns what repeats of a question have in common.
    pub(crate) fn key(&self) -> &str {
        self.question.as_deref().unwrap_or(&self.position)
    }

    /// True if the first response was a legal move.
    pub fn is_legal(&self) -> bool {
        self.fault.is_none()
    }
}
