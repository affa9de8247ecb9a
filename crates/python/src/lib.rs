//! Python bindings: a thin layer over the batches of `quintet-games` and the requests of `quintet-api`.
//!
//! The public API is documented in the package's stubs (`python/quintet/*.pyi`) and in `docs/python.md`.

mod arrays;
mod batch;
mod batch_state;
mod dataset;
mod evaluation;
mod levels;
mod position;
mod requests;

use std::sync::{Arc, OnceLock};
use std::time::{SystemTime, UNIX_EPOCH};

use etcetera::BaseStrategy;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quintet_api::{Context, RequestError, variant};
use quintet_arena::{Dice, Library, Tables, Who};
use quintet_games::{AnyOracle, Catalogue, Variant};
use serde::Serialize;

/// Returns the context of a request.
fn context() -> Context {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    Context {
        library: library().clone(),
        budget: Who::BUDGET,
        allowance: None,
        date: quintet_arena::date(now.map_or(0, |now| now.as_secs())),
        seed: Dice::random_seed(),
    }
}

/// Returns the library of this process, which shares its stored tables with the command.
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

/// Converts an error in a request to a `ValueError`.
fn refused(error: RequestError) -> PyErr {
    PyValueError::new_err(error.detail)
}

/// Returns the oracle of a variant, prepared for many lookups.
fn quick_oracle(variant: &'static dyn Variant) -> Arc<dyn AnyOracle> {
    let oracle = library().oracle(variant);
    oracle.decompress();
    oracle
}

/// Finds a game by id and size, by default the rule book's size.
fn named(game: &str, size: Option<&str>) -> PyResult<&'static dyn Variant> {
    variant(library().catalogue(), game, size).map_err(refused)
}

/// Converts a document to Python dictionaries and lists.
fn document<'py>(py: Python<'py>, document: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(document).expect("a response can be serialized");
    loads(py, &text)
}

/// Parses JSON.
fn loads<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (text,))
}

/// The compiled part of the package `quintet`.
#[pymodule]
mod _core {
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::dataset::Rows;
    #[pymodule_export]
    use super::evaluation::{
        Examination, draw_questions, mirrored_question, public_questions, question_position,
        question_prompt, questions_hash, read_answer, report, verdict,
    };
    #[pymodule_export]
    use super::position::{Position, symmetries};
    #[pymodule_export]
    use super::requests::request;
}
