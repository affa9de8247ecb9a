//! The games of a catalogue with their oracles.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::{io, thread};

use quintet_games::{AnyOracle, Catalogue, Variant};
use quintet_solver::{Progress, Solution};

use crate::{LoadedOracle, Tables};

/// A catalogue with the oracles of its games at all sizes. Each oracle is made on first use, from a stored table or by
/// computing one, and then shared by all threads. Clones are cheap and share the same oracles.
///
/// ```
/// use quintet_arena::{Library, Tables};
/// use quintet_games::Catalogue;
///
/// let library = Library::new(Catalogue::STANDARD, Tables::nowhere());
/// let gridlock = library.catalogue().find("gridlock").expect("in the catalogue").standard();
/// assert!(library.ready(gridlock).is_none(), "not requested yet");
/// assert!(library.oracle(gridlock).is_solved());
/// assert!(library.ready(gridlock).is_some());
/// ```
#[derive(Clone)]
pub struct Library(Arc<Inner>);

struct Inner {
    catalogue: Catalogue,
    tables: Tables,
    entries: Mutex<HashMap<(&'static str, String), Arc<Slot>>>,
}

/// The oracle of one game at one size.
#[derive(Default)]
struct Slot {
    loaded: OnceLock<LoadedOracle>,
    /// Locked by the thread that makes the oracle.
    making: Mutex<()>,
    /// Progress of the work that began last.
    progress: Mutex<Arc<Progress>>,
}

impl Library {
    /// Creates a library of these games that stores its tables in `tables`.
    pub fn new(catalogue: Catalogue, tables: Tables) -> Self {
        Library(Arc::new(Inner {
            catalogue,
            tables,
            entries: Mutex::default(),
        }))
    }

    /// Returns the games.
    pub fn catalogue(&self) -> Catalogue {
        self.0.catalogue
    }

    /// Returns the oracle of a game if it has been made.
    pub fn ready(&self, variant: &dyn Variant) -> Option<Arc<dyn AnyOracle>> {
        Some(self.entry(variant).loaded.get()?.oracle.clone())
    }

    /// Returns the oracle of a game, which is made on first use. Blocks until it is ready.
    pub fn oracle(&self, variant: &dyn Variant) -> Arc<dyn AnyOracle> {
        loop {
            // If another thread's work is cancelled, the first waiting thread starts again.
            let entry = self.entry(variant);
            if let Some(loaded) = entry.make(&self.0.tables, variant, &entry.begin()) {
                return Arc::clone(&loaded.oracle);
            }
        }
    }

    /// Returns the oracle of a game, or `None` if the work was [cancelled](Library::cancel).
    pub fn oracle_unless_cancelled(&self, variant: &dyn Variant) -> Option<Arc<dyn AnyOracle>> {
        let entry = self.entry(variant);
        let loaded = entry.make(&self.0.tables, variant, &entry.begin())?;
        Some(Arc::clone(&loaded.oracle))
    }

    /// True if every position of a game is solved: without a stored table or by a large table that has been built.
    pub fn is_solved(&self, variant: &dyn Variant) -> bool {
        let may_be_built = || matches!(variant.solution(), Solution::Large(_));
        // This opens a large table, but never builds one.
        variant.is_solved() || (may_be_built() && self.oracle(variant).is_solved())
    }

    /// Uses a table made by [`Tables::file`]. Returns false if the bytes are corrupt or outdated.
    pub fn adopt(&self, variant: &dyn Variant, file: Vec<u8>) -> bool {
        let Some(loaded) = Tables::open(variant, file) else {
            return false;
        };
        self.entry(variant).loaded.get_or_init(|| loaded);
        true
    }

    /// Makes an oracle in the background.
    pub fn prepare(&self, variant: &'static dyn Variant) {
        let (library, entry) = (self.clone(), self.entry(variant));
        // Begins here, so that the work can be cancelled before the thread runs.
        let progress = entry.begin();
        thread::spawn(move || {
            entry.make(&library.0.tables, variant, &progress);
        });
    }

    /// Cancels the work on an oracle.
    pub fn cancel(&self, variant: &dyn Variant) {
        lock(&self.entry(variant).progress).cancel();
    }

    /// Returns the progress of the work on an oracle from 0 to 1; 1 if it has been made.
    pub fn share(&self, variant: &dyn Variant) -> f64 {
        let entry = self.entry(variant);
        match entry.loaded.get() {
            Some(_) => 1.0,
            None => lock(&entry.progress).share(),
        }
    }

    /// Returns the size of the table of an oracle that has been made, and why it could not be stored.
    pub fn table(&self, variant: &dyn Variant) -> Option<(usize, Option<io::ErrorKind>)> {
        let entry = self.entry(variant);
        let loaded = entry.loaded.get()?;
        let error = loaded.store_error.as_ref().map(io::Error::kind);
        Some((loaded.table_bytes, error))
    }

    fn entry(&self, variant: &dyn Variant) -> Arc<Slot> {
        let key = (variant.id(), variant.size().to_string());
        Arc::clone(lock(&self.0.entries).entry(key).or_default())
    }
}

impl Slot {
    /// Returns the progress of the current work, or of new work if that was cancelled.
    fn begin(&self) -> Arc<Progress> {
        let mut progress = lock(&self.progress);
        if progress.is_cancelled() {
            *progress = Arc::default();
        }
        Arc::clone(&progress)
    }

    /// Makes the oracle if necessary; `None` if the work was cancelled.
    fn make(
        &self,
        tables: &Tables,
        variant: &dyn Variant,
        progress: &Progress,
    ) -> Option<&LoadedOracle> {
        if self.loaded.get().is_none() {
            let _making = lock(&self.making);
            if self.loaded.get().is_none() {
                let loaded = tables.oracle(variant, progress)?;
                self.loaded.get_or_init(|| loaded);
            }
        }
        self.loaded.get()
    }
}

/// Ignores poisoning: no change takes several steps, so a panic leaves nothing inconsistent.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_can_be_cancelled_before_its_thread_runs() {
        let library = Library::new(Catalogue::STANDARD, Tables::nowhere());
        let quad_block = Catalogue::STANDARD
            .find("quad-block")
            .expect("in the catalogue");
        let (variant, entry) = (quad_block.standard(), library.entry(quad_block.standard()));
        let progress = entry.begin();
        library.cancel(variant);
        assert!(entry.make(&library.0.tables, variant, &progress).is_none());
        assert!(!entry.begin().is_cancelled(), "it can be begun again");
    }
}
