//! Every question about games and positions, answered inside a browser.
//!
//! A worker of the page loads this crate as a WebAssembly module:
//!
//! ```text
//!     ask     a question and its answer, both JSON
//!     solve   computes the table of a game and tells how far it has come
//!     adopt   takes over a table that was computed elsewhere or kept
//! ```
//!
//! The module has no clock and no chance of its own: the date and a seed come with each question. It keeps
//! nothing but the oracles that were made.

use std::sync::{Arc, LazyLock};

use quintet_api::{Context, NODES, Needs, Prepared, RequestError, read_at};
use quintet_arena::{Library, Tables};
use quintet_games::{Catalogue, Variant};
use quintet_solver::{Allowance, Budget, Progress};
use wasm_bindgen::prelude::wasm_bindgen;

static LIBRARY: LazyLock<Library> =
    LazyLock::new(|| Library::new(Catalogue::STANDARD, Tables::nowhere()));

#[cfg(target_family = "wasm")]
#[wasm_bindgen]
extern "C" {
    /// Tells the worker how far a solution has come, from 0 to 1.
    #[wasm_bindgen(js_name = tellProgress)]
    fn tell_progress(share: f64);
}

#[cfg(not(target_family = "wasm"))]
fn tell_progress(_share: f64) {}

/// Answers the question with this path, which is a JSON object. Today is a date in universal time; the seed
/// is for random choices where the question names none.
///
/// The answer is one of `{"document": …}`, `{"problem": …}`, or, if the table of a game must be adopted
/// before, `{"table": {"game": …, "size": …}}`.
#[wasm_bindgen]
pub fn ask(path: &str, question: &str, today: &str, seed: u32) -> String {
    let reading = match read_at(path, question, today, LIBRARY.catalogue()) {
        Ok(reading) => reading,
        Err(refusal) => return refused(&refusal),
    };
    if let Some(variant) = missing_table(&reading) {
        let (game, size) = (variant.id(), variant.size());
        return format!(r#"{{"table":{{"game":"{game}","size":"{size}"}}}}"#);
    }
    let context = Context {
        library: LIBRARY.clone(),
        budget: Budget::UNBOUNDED,
        allowance: Some(Arc::new(Allowance::positions(NODES))),
        date: today.to_owned(),
        seed: seed.into(),
    };
    match reading.respond(&context) {
        Ok(document) => format!(r#"{{"document":{document}}}"#),
        Err(refusal) => refused(&refusal),
    }
}

fn refused(refusal: &RequestError) -> String {
    format!(r#"{{"problem":{}}}"#, refusal.to_json())
}

/// The game whose table answering needs and which has not been adopted.
fn missing_table(reading: &Prepared<String>) -> Option<&'static dyn Variant> {
    let variant = match &reading.needs {
        Needs::Nothing | Needs::Work => return None,
        Needs::Values(position) => position.variant(),
        Needs::Oracle(variant) => *variant,
    };
    let has_table = variant.solution().table_version().is_some();
    (has_table && LIBRARY.ready(variant).is_none()).then_some(variant)
}

/// The game with this id at this size.
fn variant(game: &str, size: &str) -> Option<&'static dyn Variant> {
    LIBRARY.catalogue().find(game)?.size(size)
}

/// Computes the table of a game and calls `tellProgress` again and again meanwhile. The bytes are those of
/// the file in which a computer keeps the table; `undefined` if there is no such table.
#[wasm_bindgen]
pub fn solve(game: &str, size: &str) -> Option<Vec<u8>> {
    Tables::file(
        variant(game, size)?,
        &Progress::with_observer(tell_progress),
    )
}

/// Takes over the table of a game from the bytes of its file. `false` if they are not exactly what is wanted.
#[wasm_bindgen]
pub fn adopt(game: &str, size: &str, file: Vec<u8>) -> bool {
    variant(game, size).is_some_and(|variant| LIBRARY.adopt(variant, file))
}
