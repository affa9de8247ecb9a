//! Evaluation of a player implemented in Python.

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use quintet_arena::report::{Attempt, GameReport, Report};
use quintet_arena::{Exercise, Who, exercises};
use quintet_games::Variant;

use crate::position::Position;
use crate::{document, library, named};

/// The exercises of a game and the player's responses. The exercises are those of `quintet evaluate`.
#[pyclass(module = "quintet._core")]
pub(crate) struct Examination {
    variant: &'static dyn Variant,
    exercises: Vec<Exercise>,
    answers: Vec<Attempt>,
}

impl Examination {
    fn part(&self) -> GameReport {
        let oracle = library().oracle(self.variant);
        GameReport::of(
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
            return Err(PyValueError::new_err(
                "found 0 positions; wanted at least 1",
            ));
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

    /// Returns the position of an exercise.
    fn position(&self, number: usize) -> PyResult<Position> {
        let exercise = self.exercises.get(number);
        let exercise = exercise.ok_or_else(|| PyIndexError::new_err("no such exercise"))?;
        Ok(Position::of(exercise.session.position().boxed()))
    }

    /// Records the response to the next exercise: a move or an action number. Anything else counts as illegal.
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

/// Returns the report, as printed by `quintet evaluate --json`.
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
