//! What records need from the world: the day, and their file.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use quintet_arena::{Record, date};
use quintet_games::escape_up_to;

/// Today in universal time, as `2026-11-15`.
pub(crate) fn today() -> String {
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    date(seconds)
}

/// A path made safe to show.
pub(crate) fn shown_path(path: &Path) -> String {
    escape_up_to(300, &path.display().to_string())
}

/// Whether there is a file with something in it, which would be lost.
pub(crate) fn is_taken(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() > 0)
}

/// Whether two paths lead to one file.
pub(crate) fn is_same(one: &Path, other: &Path) -> bool {
    let canonical = |path: &Path| std::fs::canonicalize(path).ok();
    one == other || canonical(one).is_some_and(|one| canonical(other) == Some(one))
}

/// Writes records to a file, one after the other with a blank line between them.
pub(crate) fn save(path: &Path, records: &[&Record]) -> Result<()> {
    let texts: Vec<_> = records.iter().map(ToString::to_string).collect();
    quintet_arena::replace_file(path, &[texts.join("\n").as_bytes()])
        .with_context(|| not_saved(path))
}

/// What is said of a record that could not be saved.
pub(crate) fn not_saved(path: &Path) -> String {
    format!("the record could not be saved in {}", shown_path(path))
}
