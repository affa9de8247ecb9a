//! The requests of `quintet-api` as a WebAssembly module for the page.
//!
//! The page runs it in a worker:
//!
//! ```text
//!     ask     responds to a request, in JSON
//!     solve   computes the table of a game and reports its progress
//!     adopt   uses a table that was computed by another worker or stored
//! ```
//!
//! The module has no clock and no random numbers: each request comes with a date and a seed. Its only state is the oracles.

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
    /// Reports the progress of a computation from 0 to 1.
    #[wasm_bindgen(js_name = reportProgress)]
    fn report_progress(share: f64);
}

#[cfg(not(target_family = "wasm"))]
fn report_progress(_share: f64) {}

/// Responds to the request with this path, a JSON object. `today` is the date in UTC. The seed is used if the request has
/// none.
///
/// The response is `{"document": …}`, `{"problem": …}`, or `{"table": {"game": …, "size": …}}` if the table of a game must
/// be adopted first.
#[wasm_bindgen]
pub fn ask(path: &str, request: &str, today: &str, seed: u32) -> String {
    let prepared = match read_at(path, request, today, LIBRARY.catalogue()) {
        Ok(prepared) => prepared,
        Err(error) => return problem(&error),
    };
    if let Some(variant) = missing_table(&prepared) {
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
    match prepared.respond(&context) {
        Ok(document) => format!(r#"{{"document":{document}}}"#),
        Err(error) => problem(&error),
    }
}

fn problem(error: &RequestError) -> String {
    format!(r#"{{"problem":{}}}"#, error.to_json())
}

/// Returns the game whose table the request needs, unless it has been adopted.
fn missing_table(prepared: &Prepared<String>) -> Option<&'static dyn Variant> {
    let variant = match &prepared.needs {
        Needs::Nothing | Needs::Work => return None,
        Needs::Values(position) => position.variant(),
        Needs::Oracle(variant) => *variant,
    };
    let has_table = variant.solution().table_version().is_some();
    (has_table && LIBRARY.ready(variant).is_none()).then_some(variant)
}

/// Finds a game by id and size.
fn variant(game: &str, size: &str) -> Option<&'static dyn Variant> {
    LIBRARY.catalogue().find(game)?.size(size)
}

/// Computes the table of a game and calls `reportProgress` repeatedly. Returns the table as bytes, or `undefined` if the game has
/// no table.
#[wasm_bindgen]
pub fn solve(game: &str, size: &str) -> Option<Vec<u8>> {
    Tables::file(
        variant(game, size)?,
        &Progress::with_observer(report_progress),
    )
}

/// Uses the table of a game. Returns false if the bytes are corrupt or outdated.
#[wasm_bindgen]
pub fn adopt(game: &str, size: &str, file: Vec<u8>) -> bool {
    variant(game, size).is_some_and(|variant| LIBRARY.adopt(variant, file))
}
