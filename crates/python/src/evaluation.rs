//! Evaluation of a player implemented in Python, and questions for other frameworks.

use std::collections::HashMap;
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quintet_arena::Fault;
use quintet_evaluation::{
    Attempt, Decision, Disguise, Exercise, GameReport, Message, Prompt, Question, QuestionSet,
    Report, Run, Scoring, exercises, mirrored,
};
use quintet_games::{AnyOracle, Catalogue, Variant};

use crate::position::Position;
use crate::{document, library, named};

fn invalid(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Returns a question as JSON.
fn parsed(question: &str) -> PyResult<Question> {
    serde_json::from_str(question).map_err(invalid)
}

/// The questions of a game and the player's responses.
#[pyclass(module = "quintet._core")]
pub(crate) struct Examination {
    variant: &'static dyn Variant,
    oracle: Arc<dyn AnyOracle>,
    exercises: Vec<Exercise>,
    answers: Vec<Attempt>,
}

#[pymethods]
impl Examination {
    /// Takes questions about a game at one size, as JSON.
    #[new]
    fn new(py: Python<'_>, game: &str, size: &str, questions: Vec<String>) -> PyResult<Self> {
        let variant = named(game, Some(size))?;
        let oracle = py.detach(|| library().oracle(variant));
        let mut exercises = Vec::new();
        for question in questions {
            let question = parsed(&question)?;
            let session = question.session(Catalogue::STANDARD).map_err(invalid)?;
            exercises.push(Exercise::new(session, question.phase, &*oracle));
        }
        Ok(Examination {
            variant,
            oracle,
            exercises,
            answers: Vec::new(),
        })
    }

    /// Records the response to the next question: a move or an action number. Anything else counts as illegal.
    fn answer(&mut self, answer: &Bound<'_, PyAny>, milliseconds: u64) {
        let count = self.exercises.len();
        let exercise = &self.exercises[self.answers.len() % count.max(1)];
        let position = Position::of(exercise.session.position().boxed());
        let played = position
            .entry(answer)
            .and_then(|entry| position.get().play(&entry).map_err(invalid));
        let (mv, error) = match played {
            Ok(played) => (Some(played.mv), None),
            Err(error) => (None, Some(error.value(answer.py()).to_string())),
        };
        self.answers.push(Attempt {
            first_fault: mv.is_none().then_some(Fault::Illegal),
            mv,
            error,
            milliseconds,
            tokens: None,
        });
    }
}

/// Returns the report, as printed by `quintet evaluate --json`.
#[pyfunction]
pub(crate) fn report<'py>(
    py: Python<'py>,
    run: &str,
    examinations: Vec<PyRef<'py, Examination>>,
) -> PyResult<Bound<'py, PyAny>> {
    let run: Run = serde_json::from_str(run).map_err(invalid)?;
    let parts = examinations.iter().map(|one| {
        let responses = one
            .exercises
            .iter()
            .cycle()
            .zip(one.answers.iter().cloned());
        let responses: Vec<_> = responses.collect();
        GameReport::of(one.variant, &*one.oracle, &responses, Vec::new())
    });
    document(py, &Report::of(run, parts.collect()))
}

/// Draws questions, as JSON. Can be interrupted.
#[pyfunction]
pub(crate) fn draw_questions(
    py: Python<'_>,
    game: &str,
    size: Option<&str>,
    count: usize,
    seed: u64,
) -> PyResult<Vec<String>> {
    let variant = named(game, size)?;
    let mut interrupt = None;
    let drawn = py.detach(|| {
        let oracle = library().oracle(variant);
        exercises(variant, &*oracle, count, seed, |_| {
            interrupt = Python::attach(|py| py.check_signals().err());
            interrupt.is_none()
        })
    });
    if let Some(interrupt) = interrupt {
        return Err(interrupt);
    }
    let questions = drawn.iter().map(Question::of);
    let texts =
        questions.map(|one| serde_json::to_string(&one).expect("a question can be serialized"));
    Ok(texts.collect())
}

/// Returns the questions of a public set as JSON, and its hash.
#[pyfunction]
pub(crate) fn public_questions(name: &str) -> PyResult<(Vec<String>, String)> {
    let set = QuestionSet::public(name).map_err(invalid)?;
    Ok((set.text().lines().map(str::to_owned).collect(), set.hash))
}

/// Returns the SHA-256 hash of questions.
#[pyfunction]
pub(crate) fn questions_hash(questions: Vec<String>) -> PyResult<String> {
    let questions = questions
        .iter()
        .map(|one| parsed(one))
        .collect::<PyResult<_>>()?;
    Ok(QuestionSet::new(String::new(), questions).hash)
}

/// Returns the position of a question.
#[pyfunction]
pub(crate) fn question_position(question: &str) -> PyResult<Position> {
    let session = parsed(question)?
        .session(Catalogue::STANDARD)
        .map_err(invalid)?;
    Ok(Position::of(session.position().boxed()))
}

/// Returns the messages that ask a language model a question.
#[pyfunction]
pub(crate) fn question_prompt(
    question: &str,
    template: Option<&str>,
    retries: Option<u32>,
    forfeits: bool,
    disguise: Option<&str>,
) -> PyResult<Vec<HashMap<&'static str, String>>> {
    let session = parsed(question)?
        .session(Catalogue::STANDARD)
        .map_err(invalid)?;
    let prompt: Prompt = match template {
        Some(template) => template.parse().map_err(invalid)?,
        None => Prompt::default(),
    };
    let scoring = retries.map_or(Scoring::Question, |retries| Scoring::Game {
        retries,
        forfeits,
    });
    let prompt = prompt.with_disguise(disguise_of(disguise)?);
    let messages = prompt.messages(&session, scoring).into_iter();
    let fields = |Message { role, content }| [("role", role.to_owned()), ("content", content)];
    Ok(messages.map(|message| fields(message).into()).collect())
}

/// Returns the entry in a language model's answer in the rule book's notation; `None` if it has no line with a move.
#[pyfunction]
pub(crate) fn read_answer(
    position: &Position,
    answer: &str,
    disguise: Option<&str>,
) -> PyResult<Option<String>> {
    let prompt = Prompt::default().with_disguise(disguise_of(disguise)?);
    Ok(prompt.read_answer(position.get(), answer))
}

/// Parses the name of a disguise of prompts.
fn disguise_of(name: Option<&str>) -> PyResult<Option<Disguise>> {
    match name {
        None => Ok(None),
        Some("renamed") => Ok(Some(Disguise::Renamed)),
        Some("relabeled") => Ok(Some(Disguise::Relabeled)),
        Some(other) => Err(invalid(format!(
            "disguise: found {other:?}; expected \"renamed\" or \"relabeled\""
        ))),
    }
}

/// Returns a question on a turned or reflected board; `number` selects the symmetry.
#[pyfunction]
pub(crate) fn mirrored_question(question: &str, number: usize) -> PyResult<String> {
    let mut question = parsed(question)?;
    let session = question.session(Catalogue::STANDARD).map_err(invalid)?;
    let mirrored = mirrored(&session, number);
    question.start = mirrored.start().text();
    question.moves = mirrored.played().iter().map(|ply| ply.mv.clone()).collect();
    Ok(serde_json::to_string(&question).expect("a question can be serialized"))
}

/// Judges a move in a position; `None`, or an illegal one, counts as the worst.
#[pyfunction]
pub(crate) fn verdict<'py>(
    py: Python<'py>,
    question: &str,
    mv: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let question = parsed(question)?;
    let session = question.session(Catalogue::STANDARD).map_err(invalid)?;
    let variant = session.variant();
    let mut examination = Examination {
        variant,
        oracle: py.detach(|| library().oracle(variant)),
        exercises: Vec::new(),
        answers: Vec::new(),
    };
    let exercise = Exercise::new(session, question.phase, &*examination.oracle);
    examination.exercises.push(exercise);
    match mv {
        Some(mv) => examination.answer(mv, 0),
        None => examination.answers.push(Attempt {
            first_fault: Some(Fault::Illegal),
            ..Attempt::default()
        }),
    }
    let (exercise, attempt) = (&examination.exercises[0], &examination.answers[0]);
    let decision = Decision::of_exercise(exercise, attempt);
    let judged = decision.verdict.as_ref();
    let best = exercise.analysis.moves.first().map(|mv| &mv.mv);
    document(
        py,
        &serde_json::json!({
            "legal": decision.is_legal(),
            "move": decision.mv,
            "error": attempt.error,
            "correct": judged.map(|judged| judged.is_correct),
            "regret": judged.map(|judged| judged.regret),
            "chance": judged.map(|judged| judged.chance),
            "better": best,
        }),
    )
}
