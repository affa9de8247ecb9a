//! Whether a file is still the one that was opened.

use std::path::{Path, PathBuf};

use super::system::{Numbers, numbers};

/// Files by their names, and what they were when they were opened. On a system whose open files cannot be moved or
/// deleted nothing is compared.
pub(super) struct Identity(Vec<(PathBuf, Option<Numbers>)>);

impl Identity {
    /// The database at a path and its log, as they are now.
    pub(super) fn of(path: &Path) -> Self {
        let files = [path.to_owned(), super::open::beside(path, "-wal")];
        Identity(
            files
                .into_iter()
                .map(|path| {
                    let numbers = numbers(&path).ok().flatten();
                    (path, numbers)
                })
                .collect(),
        )
    }

    /// Fails if one of the files was deleted, moved or replaced.
    pub(super) fn check(&self) -> Result<(), String> {
        for (path, opened) in &self.0 {
            let same = opened.is_none() || numbers(path).is_ok_and(|now| now == *opened);
            if !same {
                let path = path.display();
                return Err(format!(
                    "{path} was deleted, moved or replaced while it was in use"
                ));
            }
        }
        Ok(())
    }
}
