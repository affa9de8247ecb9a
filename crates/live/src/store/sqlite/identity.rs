//! Whether the files are still those that were opened.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::open::beside;
use super::system::{Numbers, look};

/// A database and its log, as they were when they were opened.
pub(super) struct Identity {
    database: (PathBuf, Option<Numbers>),
    log: (PathBuf, Option<Numbers>),
    /// Bytes that the log has had. As long as it is in use it never becomes shorter: it is begun anew in its place.
    log_bytes: AtomicU64,
}

impl Identity {
    /// The database at a path and its log, as they are now.
    pub(super) fn of(path: &Path) -> Self {
        let [database, log] = [path.to_owned(), beside(path, "-wal")];
        let [file, log_file] = [&database, &log].map(|path| look(path).ok());
        Identity {
            database: (database, file.map(|(numbers, _)| numbers)),
            log: (log, log_file.map(|(numbers, _)| numbers)),
            log_bytes: AtomicU64::new(log_file.map_or(0, |(_, bytes)| bytes)),
        }
    }

    /// Fails if one of the files was deleted, moved or replaced, or the log was cut off.
    pub(super) fn check(&self) -> Result<(), String> {
        let fault = |path: &Path, what| {
            let path = path.display();
            Err(format!("{path} was {what} while it was in use"))
        };
        // Before the look: another thread may find more bytes meanwhile.
        let before = self.log_bytes.load(Ordering::Acquire);
        let mut bytes = 0;
        for (path, opened) in [&self.database, &self.log] {
            let Some(opened) = opened else { continue };
            match look(path) {
                Ok((numbers, length)) if numbers == *opened => bytes = length,
                _ => return fault(path, "deleted, moved or replaced"),
            }
        }
        if self.log.1.is_some() {
            if bytes < before {
                return fault(&self.log.0, "cut off");
            }
            self.log_bytes.fetch_max(bytes, Ordering::AcqRel);
        }
        Ok(())
    }
}
