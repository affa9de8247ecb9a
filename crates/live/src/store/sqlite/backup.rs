//! Copies of a file, which may be in use. A copy is checked before it gets its name.

use std::error::Error;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use quintet_games::Catalogue;
use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use super::ack_log::{self, AckLog};
use super::files::{self, with_suffix};
use super::open::{self, OpenError};
use super::{Report, check};

/// Copies a file to a new file, while a server may be writing to it, and returns a report on the copy. The copy is complete
/// and checked, or does not exist. Damaged games are copied as they are.
pub fn backup(from: &Path, to: &Path, catalogue: Catalogue) -> Result<Report, OpenError> {
    let error = |reason: &dyn ToString| OpenError::unusable(to, reason);
    let exists = || error(&"there is a file already");
    if fs::exists(to).map_err(|found| error(&found))? {
        return Err(exists());
    }
    let source = open::ours(from, &open::regular(from)?)?;
    let part = Part::new(to).map_err(|found| error(&found))?;
    let report = part.fill(&source, catalogue);
    let report = report.map_err(|found| error(&found))?;
    // Unlike `rename`, this fails if another backup was faster.
    fs::hard_link(&part.path, to).map_err(|found| match found.kind() {
        io::ErrorKind::AlreadyExists => exists(),
        _ => error(&found),
    })?;
    files::sync_folder(to).map_err(|found| error(&found))?;
    Ok(report)
}

/// Replaces a file that no server uses by a backup. Returns a report on the backup, and the new name of the replaced file.
/// The logs next to that file are renamed alike.
pub fn restore(
    from: &Path,
    to: &Path,
    catalogue: Catalogue,
) -> Result<(Report, Option<PathBuf>), OpenError> {
    let error = |reason: &dyn ToString| OpenError::unusable(to, reason);
    // First, so that a missing backup leaves nothing next to the file.
    let path = open::regular(from)?;
    let source = open::ours(from, &path)?;
    let (real, locks) = open::lock(to)?;
    if path == real {
        return Err(error(&"it is the backup itself"));
    }
    let part = Part::new(&real).map_err(|found| error(&found))?;
    let report = part.fill(&source, catalogue);
    let report = report.map_err(|found| error(&found))?;
    let aside = replace(&part.path, &real).map_err(|found| error(&found))?;
    drop(locks);
    Ok((report, aside))
}

/// Suffixes of a database and of the files that belong to it.
const PARTS: [&str; 4] = ["", "-wal", ack_log::SUFFIX, "-shm"];

/// Suffix of a file that exists while a database is being replaced. It contains the number of the old one.
const NOTE: &str = "-restoring";

/// Returns true if replacing a file was interrupted. The file is not opened until that is done again.
pub(super) fn is_restore_interrupted(real: &Path) -> bool {
    with_suffix(real, NOTE).exists()
}

/// Puts a new database in place of an old one, if there is one. Returns the new name of the old one.
///
/// This may be interrupted after any step. It then continues with the number in the note.
fn replace(new: &Path, real: &Path) -> io::Result<Option<PathBuf>> {
    let note = with_suffix(real, NOTE);
    let begun = fs::read_to_string(&note).ok();
    let aside = match begun.and_then(|number| number.parse().ok()) {
        Some(number) => old_name(real, number),
        None => begin(real, &note)?,
    };
    let mut has_old = false;
    for suffix in PARTS {
        let [from, to] = [real, &aside].map(|path| with_suffix(path, suffix));
        let is_moved = fs::exists(&to)?;
        has_old |= is_moved;
        if !fs::exists(&from)? {
            continue;
        }
        if !is_moved {
            fs::rename(&from, &to)?;
            has_old = true;
        } else if !["", ack_log::SUFFIX].contains(&suffix) {
            return Err(io::Error::other(format!("{} exists", to.display())));
        }
        // Otherwise `from` is the new database of an earlier attempt, or its acknowledgement log.
    }
    fs::rename(new, real)?;
    AckLog::open(real)?.sync()?;
    fs::remove_file(&note)?;
    files::sync_folder(real)?;
    Ok(has_old.then_some(aside))
}

/// Writes the note with a number whose names are free, and returns the new name of the old database.
fn begin(real: &Path, note: &Path) -> io::Result<PathBuf> {
    let is_free = |number: &u32| {
        let name = old_name(real, *number);
        let mut parts = PARTS.iter().map(|suffix| with_suffix(&name, suffix));
        parts.all(|part| fs::exists(part).is_ok_and(|exists| !exists))
    };
    let number = (1..10_000).find(is_free);
    let number = number.ok_or_else(|| io::Error::other("there are too many old files"))?;
    fs::write(note, number.to_string())?;
    files::sync(note)?;
    files::sync_folder(note)?;
    Ok(old_name(real, number))
}

fn old_name(real: &Path, number: u32) -> PathBuf {
    with_suffix(real, &format!(".old-{number}"))
}

/// An unfinished copy next to its target. It is removed when it is dropped; after a kill, by the next copy to the same
/// target.
struct Part {
    path: PathBuf,
    /// A file that is locked while the copy is being made.
    lock: PathBuf,
    _locked: File,
}

impl Part {
    fn new(target: &Path) -> io::Result<Self> {
        let path = with_suffix(target, ".part");
        let lock = with_suffix(&path, ".lock");
        let mut options = File::options();
        let locked = options
            .create(true)
            .write(true)
            .truncate(false)
            .open(&lock)?;
        // Another process may have removed the file between opening and locking it.
        if locked.try_lock().is_err() || !files::is_at(&locked, &lock) {
            return Err(io::Error::other("another copy to it is being made"));
        }
        files::remove_database(&path)?;
        Ok(Part {
            path,
            lock,
            _locked: locked,
        })
    }

    /// Copies a database, and checks the copy.
    fn fill(&self, source: &Connection, catalogue: Catalogue) -> Result<Report, Box<dyn Error>> {
        let mut target = Connection::open(&self.path)?;
        // All pages in one step: a reader does not block the writer, but a copy in several steps restarts with every
        // change in between.
        let copied = Backup::new(source, &mut target)?.step(-1)?;
        if copied != StepResult::Done {
            return Err("the file is busy".into());
        }
        // Closing the connection leaves one file.
        target.close().map_err(|(_, error)| error)?;
        files::sync(&self.path)?;
        let report = check::check(&self.path, catalogue)?;
        match report.errors.first() {
            Some(error) => Err(error.clone().into()),
            None => Ok(report),
        }
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        // The next copy removes what remains.
        let _ = files::remove_database(&self.path);
        let _ = fs::remove_file(&self.lock);
    }
}

#[cfg(test)]
#[path = "../../../tests/unit/store/sqlite/backup.rs"]
mod tests;
