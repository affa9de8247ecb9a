//! Running the command with a cache folder that is never the user's own.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use quintet_arena::Tables;
use quintet_catalogue::{catalogue, find};
use quintet_games::{AnyOracle, Variant};
use quintet_solver::Progress;
use quintet_testkit::Run;

pub(crate) use quintet_testkit::Ran;

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_quintet");

/// The cache folder of all runs that are not about the cache. It begins empty, and each table is
/// made once.
static CACHE: LazyLock<PathBuf> = LazyLock::new(|| {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("truth");
    // It is there if the tests have run before.
    let _ = fs::remove_dir_all(&cache);
    fs::create_dir_all(&cache).expect("the folder for tests can be used");
    for listing in catalogue() {
        let run = quintet_in(&cache, &format!("analyze {}", listing.id)).run();
        run.code(0).stderr("");
    }
    cache
});

/// The command with these arguments, which are separated by spaces.
pub(crate) fn quintet(arguments: &str) -> Run {
    quintet_in(&CACHE, arguments)
}

/// The same with a cache folder of its own.
pub(crate) fn quintet_in(cache: &Path, arguments: &str) -> Run {
    Run::new(PROGRAM, arguments)
        .variable("XDG_CACHE_HOME", cache)
        .variable("HOME", cache)
}

/// The names of all fields of a document, as they come.
pub(crate) fn names_of_fields(text: &str) -> Vec<&str> {
    let parts: Vec<_> = text.split('"').collect();
    let names = parts.windows(2).skip(1).step_by(2);
    names
        .filter(|pair| pair[1].starts_with(':'))
        .map(|pair| pair[0])
        .collect()
}

/// A game at the rule book's size.
pub(crate) fn standard(id: &str) -> &'static dyn Variant {
    find(id).expect("a game of the catalogue").standard()
}

/// What is known about it, to be compared with what the command says.
pub(crate) fn oracle(id: &str) -> Arc<dyn AnyOracle> {
    let tables = Tables::in_folder(CACHE.join("quintet"));
    tables
        .oracle(standard(id), &Progress::default())
        .expect("never cancelled")
        .oracle
}
