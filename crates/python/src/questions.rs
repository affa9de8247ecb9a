//! The questions of `quintet-api`, by name.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quintet_api::{
    Analyze, Choose, CountMoves, DescribeGame, FindPuzzle, JudgeMove, ListGames, PlayMatch,
    RecordedGame, Request, ReviewGame, ShowPosition, SolveGame,
};
use serde::de::DeserializeOwned;

use crate::{context, document, refused};

/// Answers a question, given as JSON, with its document. Others can run while it is answered.
#[pyfunction]
pub(crate) fn ask<'py>(py: Python<'py>, name: &str, question: &str) -> PyResult<Bound<'py, PyAny>> {
    match name {
        "games" => answer::<ListGames>(py, question),
        "game" => answer::<DescribeGame>(py, question),
        "position" => answer::<ShowPosition>(py, question),
        "analyze" => answer::<Analyze>(py, question),
        "choose" => answer::<Choose>(py, question),
        "judge" => answer::<JudgeMove>(py, question),
        "puzzle" => answer::<FindPuzzle>(py, question),
        "replay" => answer::<RecordedGame>(py, question),
        "review" => answer::<ReviewGame>(py, question),
        "match" => answer::<PlayMatch>(py, question),
        "perft" => answer::<CountMoves>(py, question),
        "solve" => answer::<SolveGame>(py, question),
        _ => Err(PyValueError::new_err(format!(
            "there is no question '{name}'"
        ))),
    }
}

fn answer<'py, Q>(py: Python<'py>, question: &str) -> PyResult<Bound<'py, PyAny>>
where
    Q: Request + DeserializeOwned + Send,
{
    let question: Q =
        serde_json::from_str(question).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let answered = py.detach(|| question.respond(&context()));
    document(py, &answered.map_err(refused)?)
}
