//! Quintet for Python: a thin layer over the typed batches and the documents of `quintet-api`.
//!
//! Everything that people call is described in the package's stubs (`python/quintet/*.pyi`) and in
//! `docs/python.md`.

mod arrays;
mod batch;
mod batch_state;
mod dataset;
mod evaluation;
mod levels;
mod position;
mod questions;

use std::sync::OnceLock;
use std::time::{SystemTime, UNIX_EPOCH};

use etcetera::BaseStrategy;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quintet_api::{Context, RequestError, variant};
use quintet_arena::{Dice, Library, Tables, Who};
use quintet_games::{Catalogue, Variant};
use serde::Serialize;

/// What answers questions now.
fn context() -> Context {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    Context {
        library: library().clone(),
        budget: Who::BUDGET,
        allowance: None,
        date: quintet_arena::date(now.map_or(0, |now| now.as_secs())),
        seed: Dice::unforeseen_seed(),
    }
}

/// The oracles of this process, whose tables are kept where the command keeps them.
fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let folders = etcetera::choose_base_strategy().ok();
        let cache = folders.map(|folders| folders.cache_dir().join("quintet"));
        Library::new(
            Catalogue::STANDARD,
            cache.map_or_else(Tables::nowhere, Tables::in_folder),
        )
    })
}

/// A refusal is a `ValueError` with its sentence.
fn refused(refusal: RequestError) -> PyErr {
    PyValueError::new_err(refusal.detail)
}

/// The game at a size, or at the rule book's.
fn named(game: &str, size: Option<&str>) -> PyResult<&'static dyn Variant> {
    variant(library().catalogue(), game, size).map_err(refused)
}

/// A document as Python's own dictionaries, lists and texts.
fn document<'py>(py: Python<'py>, document: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(document).expect("documents can be written");
    py.import("json")?.call_method1("loads", (text,))
}

/// The core of the package `quintet`.
#[pymodule]
mod _core {
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::dataset::Rows;
    #[pymodule_export]
    use super::evaluation::{Examination, report};
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::questions::ask;
}
