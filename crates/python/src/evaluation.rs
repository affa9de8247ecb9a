//! A player that lives in Python, judged by the truth.

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use quintet_arena::{self as arena, Decision, Who};
use quintet_ask::Evaluation;
use quintet_games::{AnyPosition, Variant};

use crate::position::Position;
use crate::{document, library, named};

/// Positions in which a player is asked for a move, and what became of the answers.
#[pyclass(module = "quintet._core")]
pub(crate) struct Examination {
    variant: &'static dyn Variant,
    seed: u64,
    positions: Vec<Box<dyn AnyPosition>>,
    decisions: Vec<Decision>,
}

#[pymethods]
impl Examination {
    #[new]
    #[pyo3(signature = (game, size, positions, seed))]
    fn new(
        py: Python<'_>,
        game: &str,
        size: Option<&str>,
        positions: usize,
        seed: u64,
    ) -> PyResult<Self> {
        let variant = named(game, size)?;
        let positions = py.detach(|| arena::positions(variant, positions, seed));
        Ok(Examination {
            variant,
            seed,
            positions,
            decisions: Vec::new(),
        })
    }

    fn __len__(&self) -> usize {
        self.positions.len()
    }

    /// The position of a question.
    fn position(&self, number: usize) -> PyResult<Position> {
        let position = self.positions.get(number);
        let position =
            position.ok_or_else(|| PyIndexError::new_err("there are not so many positions"))?;
        Ok(Position::of(position.clone()))
    }

    /// Takes the answer to the next question: a text or an action number. Whatever is no legal move
    /// counts as illegal.
    fn answer(&mut self, py: Python<'_>, answer: &Bound<'_, PyAny>) -> PyResult<()> {
        let position = self.position(self.decisions.len())?;
        let entry = position.entry(answer).ok();
        let played = entry.and_then(|entry| position.get().play(&entry).ok());
        let decision = py.detach(|| {
            let oracle = library().oracle(self.variant);
            let analysis = oracle.analyze(position.get(), Who::BUDGET);
            Decision::of(&analysis, played.as_ref().map(|played| played.mv.as_str()))
        });
        self.decisions.push(decision);
        Ok(())
    }

    /// What was measured so far.
    fn figures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let evaluation = arena::Evaluation::of(&self.decisions);
        document(py, &Evaluation::of(self.variant, self.seed, &evaluation))
    }
}
