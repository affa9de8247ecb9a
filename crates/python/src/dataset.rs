//! All positions of a solved game, in chunks.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use numpy::{PyArray1, PyArray2, PyArray4, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quintet_games::{ActionSet, SolvedPosition, Variant};
use quintet_solver::Value;

use crate::batch::{ILLEGAL, kind, plies};
use crate::{named, quick_oracle};

/// An iterator over chunks of positions with their values. A background thread prepares the next chunks.
#[pyclass(frozen, module = "quintet._core")]
pub(crate) struct Rows {
    variant: &'static dyn Variant,
    chunks: Mutex<Receiver<Chunk>>,
}

/// A chunk of positions by column.
#[derive(Default)]
struct Chunk {
    texts: Vec<String>,
    observations: Vec<u8>,
    legal: Vec<u8>,
    best: Vec<u8>,
    to_move: Vec<u8>,
    values: Vec<i8>,
    distances: Vec<i16>,
    images: Vec<u32>,
    /// The values and distances of all actions, if requested.
    action_values: Vec<i8>,
    action_distances: Vec<i16>,
}

impl Chunk {
    fn add(&mut self, variant: &dyn Variant, known: &SolvedPosition) {
        let bytes = variant.planes().len() * variant.size().rows * variant.size().columns;
        let from = self.observations.len();
        self.observations.resize(from + bytes, 0);
        let (mover, data) = (known.position.to_move(), known.position.data());
        data.observe(mover, &mut self.observations[from..]);
        let marked = |set: ActionSet| {
            (0..variant.actions()).map(move |action| u8::from(set.contains(action)))
        };
        self.legal.extend(marked(data.legal_actions()));
        self.best.extend(marked(known.best()));
        self.texts.push(known.position.text());
        self.to_move.push(known.position.to_move().number());
        self.values.push(match known.value {
            Value::Win(_) => 1,
            Value::Endless => 0,
            Value::Loss(_) => -1,
        });
        self.distances
            .push(known.value.distance().map_or(-1, i16::from));
        self.images
            .push(u32::try_from(known.images).unwrap_or(u32::MAX));
    }

    fn add_actions(&mut self, variant: &dyn Variant, known: &SolvedPosition) {
        let from = self.action_values.len();
        self.action_values.resize(from + variant.actions(), ILLEGAL);
        self.action_distances.resize(from + variant.actions(), -1);
        for (action, value) in &known.actions {
            self.action_values[from + action] = kind(*value);
            self.action_distances[from + action] = plies(*value);
        }
    }
}

#[pymethods]
impl Rows {
    #[new]
    #[pyo3(signature = (game, size, chunk, action_values))]
    fn new(
        py: Python<'_>,
        game: &str,
        size: Option<&str>,
        chunk: i64,
        action_values: bool,
    ) -> PyResult<Self> {
        /// Number of chunks prepared in advance.
        const WAITING: usize = 2;
        let variant = named(game, size)?;
        let chunk = usize::try_from(chunk).ok().filter(|chunk| *chunk > 0);
        let chunk =
            chunk.ok_or_else(|| PyValueError::new_err("a chunk has at least one position"))?;
        if !variant.is_solved() {
            let detail = format!("{variant:?} is not solved, so its positions cannot be listed");
            return Err(PyValueError::new_err(detail));
        }
        let oracle = py.detach(|| quick_oracle(variant));
        if oracle.enumerable_table().is_none() {
            let detail = format!("{variant:?} has too many positions to list them");
            return Err(PyValueError::new_err(detail));
        }
        let (sender, chunks) = sync_channel(WAITING);
        thread::spawn(move || {
            let mut next = Chunk::default();
            // The channel is closed when the iterator is dropped.
            let table = oracle.enumerable_table().expect("just seen");
            let shown = table.visit(&mut |known| {
                next.add(variant, known);
                if action_values {
                    next.add_actions(variant, known);
                }
                if next.texts.len() < chunk {
                    return ControlFlow::Continue(());
                }
                match sender.send(std::mem::take(&mut next)) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            });
            if shown.is_continue() && !next.texts.is_empty() {
                let _ = sender.send(next);
            }
        });
        Ok(Rows {
            variant,
            chunks: Mutex::new(chunks),
        })
    }

    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let next = py.detach(|| self.chunks.lock().ok()?.recv().ok());
        next.map(|chunk| self.columns(py, chunk)).transpose()
    }
}

impl Rows {
    fn columns<'py>(&self, py: Python<'py>, chunk: Chunk) -> PyResult<Bound<'py, PyDict>> {
        let (rows, variant, size) = (chunk.texts.len(), self.variant, self.variant.size());
        let columns = PyDict::new(py);
        let planes = [rows, variant.planes().len(), size.rows, size.columns];
        let observations: Bound<'py, PyArray4<u8>> =
            PyArray1::from_vec(py, chunk.observations).reshape(planes)?;
        let marked = |bytes| -> PyResult<Bound<'py, PyArray2<u8>>> {
            PyArray1::from_vec(py, bytes).reshape([rows, variant.actions()])
        };
        columns.set_item("position", chunk.texts)?;
        columns.set_item("observation", observations)?;
        columns.set_item("legal", marked(chunk.legal)?)?;
        columns.set_item("best", marked(chunk.best)?)?;
        let players = chunk.to_move.iter().map(|number| number - 1);
        columns.set_item("player", PyArray1::from_iter(py, players))?;
        columns.set_item("to_move", PyArray1::from_vec(py, chunk.to_move))?;
        columns.set_item("value", PyArray1::from_vec(py, chunk.values))?;
        columns.set_item("distance", PyArray1::from_vec(py, chunk.distances))?;
        columns.set_item("images", PyArray1::from_vec(py, chunk.images))?;
        if !chunk.action_values.is_empty() {
            let shape = [rows, variant.actions()];
            let values = PyArray1::from_vec(py, chunk.action_values).reshape(shape)?;
            let distances = PyArray1::from_vec(py, chunk.action_distances).reshape(shape)?;
            columns.set_item("action_values", values)?;
            columns.set_item("action_distances", distances)?;
        }
        Ok(columns)
    }
}
