//! A player that lives in Python, judged by the truth.

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use quintet_api::report::{Attempt, Part, Report};
use quintet_arena::{Exercise, Who, exercises};
use quintet_games::Variant;

use crate::position::Position;
use crate::{document, library, named};

/// The exercises of a game, which are those of the command, and the answers to them.
#[pyclass(module = "quintet._core")]
pub(crate) struct Examination {
    variant: &'static dyn Variant,
    exercises: Vec<Exercise>,
    answers: Vec<Attempt>,
}

impl Examination {
    fn part(&self) -> Part {
        let oracle = library().oracle(self.variant);
        Part::of(
            self.variant,
            &*oracle,
            &self.exercises,
            &self.answers,
            Vec::new(),
        )
    }
}

#[pymethods]
impl Examination {
    #[new]
    fn new(
        py: Python<'_>,
        game: &str,
        size: Option<&str>,
        positions: usize,
        seed: u64,
    ) -> PyResult<Self> {
        let variant = named(game, size)?;
        if positions == 0 {
            return Err(PyValueError::new_err("found 0 positions; wanted some"));
        }
        let draw = || {
            let oracle = library().oracle(variant);
            exercises(variant, &*oracle, Who::BUDGET, positions, seed)
        };
        Ok(Examination {
            variant,
            exercises: py.detach(draw),
            answers: Vec::new(),
        })
    }

    fn __len__(&self) -> usize {
        self.exercises.len()
    }

    /// The position of a question.
    fn position(&self, number: usize) -> PyResult<Position> {
        let exercise = self.exercises.get(number);
        let exercise =
            exercise.ok_or_else(|| PyIndexError::new_err("there are not so many positions"))?;
        Ok(Position::of(exercise.session.position().boxed()))
    }

    /// Takes the answer to the next question: a text or an action number. Whatever is no legal move
    /// counts as illegal.
    fn answer(&mut self, answer: &Bound<'_, PyAny>, milliseconds: u64) -> PyResult<()> {
        let position = self.position(self.answers.len())?;
        let played = position.entry(answer).and_then(|entry| {
            let played = position.get().play(&entry);
            played.map_err(|error| PyValueError::new_err(error.to_string()))
        });
        let (mv, fault) = match played {
            Ok(played) => (Some(played.mv), None),
            Err(error) => (None, Some(error.value(answer.py()).to_string())),
        };
        self.answers.push(Attempt {
            is_legal_at_once: mv.is_some(),
            mv,
            fault,
            milliseconds,
            tokens: None,
        });
        Ok(())
    }
}

/// What was measured in some games: the document of `quintet evaluate --json`.
#[pyfunction]
pub(crate) fn report<'py>(
    py: Python<'py>,
    player: String,
    seed: u64,
    positions: usize,
    examinations: Vec<PyRef<'py, Examination>>,
) -> PyResult<Bound<'py, PyAny>> {
    let parts = examinations.iter().map(|one| one.part()).collect();
    document(py, &Report::of(player, seed, positions, parts))
}
