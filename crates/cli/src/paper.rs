//! Dates and files of records.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use quintet_arena::{Record, date};
use quintet_games::escape_up_to;

/// Returns the current date in UTC, such as `2026-11-15`.
pub(crate) fn today() -> String {
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    date(seconds)
}

/// Returns a path with control characters escaped.
pub(crate) fn shown_path(path: &Path) -> String {
    escape_up_to(300, &path.display().to_string())
}

/// True if a file exists and is not empty.
pub(crate) fn is_taken(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() > 0)
}

/// Fails if a path leads to a named pipe: opening it would wait for a reader.
pub(crate) fn refuse_pipe(path: &Path) -> Result<()> {
    #[cfg(unix)]
    let is_pipe = std::fs::metadata(path)
        .is_ok_and(|found| std::os::unix::fs::FileTypeExt::is_fifo(&found.file_type()));
    #[cfg(not(unix))]
    let is_pipe = path.starts_with(r"\\.\pipe");
    if is_pipe {
        bail!("{} is a pipe, not a file", shown_path(path));
    }
    Ok(())
}

/// True if two paths lead to the same file.
pub(crate) fn is_same(one: &Path, other: &Path) -> bool {
    let canonical = |path: &Path| std::fs::canonicalize(path).ok();
    one == other || canonical(one).is_some_and(|one| canonical(other) == Some(one))
}

/// Writes records to a file, separated by blank lines.
pub(crate) fn save(path: &Path, records: &[&Record]) -> Result<()> {
    let texts: Vec<_> = records.iter().map(ToString::to_string).collect();
    quintet_arena::replace_file(path, &[texts.join("\n").as_bytes()])
        .with_context(|| not_saved(path))
}

/// Returns the message about a record that could not be saved.
pub(crate) fn not_saved(path: &Path) -> String {
    format!("cannot save the record in {}", shown_path(path))
}
