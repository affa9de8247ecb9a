//! The games of a catalogue and their oracles, each made once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::{io, thread};

use quintet_games::{AnyOracle, Catalogue, Variant};
use quintet_solver::{Progress, Solution};

use crate::{LoadedOracle, Tables};

/// A catalogue with the oracles of its games at all sizes. Each oracle is made on first use, from a stored
/// table or by computing one, and then shared by all threads. Clones are cheap and share the same oracles.
///
/// ```
/// use quintet_arena::{Library, Tables};
/// use quintet_games::Catalogue;
///
/// let library = Library::new(Catalogue::STANDARD, Tables::nowhere());
/// let gridlock = library.catalogue().find("gridlock").expect("in the catalogue").standard();
/// assert!(library.ready(gridlock).is_none(), "nobody has asked yet");
/// assert!(library.oracle(gridlock).is_solved());
/// assert!(library.ready(gridlock).is_some());
/// ```
#[derive(Clone)]
pub struct Library(Arc<Inner>);

struct Inner {
    catalogue: Catalogue,
    tables: Tables,
    entries: Mutex<HashMap<(&'static str, String), Arc<Entry>>>,
}

/// The oracle of one game at one size.
#[derive(Default)]
struct Entry {
    known: OnceLock<LoadedOracle>,
    /// Held by the thread that makes the oracle; the others wait for it.
    making: Mutex<()>,
    /// How far the work has come that was begun last.
    progress: Mutex<Arc<Progress>>,
}

impl Library {
    /// A library of these games that stores its tables in `tables`.
    pub fn new(catalogue: Catalogue, tables: Tables) -> Self {
        Library(Arc::new(Inner {
            catalogue,
            tables,
            entries: Mutex::default(),
        }))
    }

    /// The games.
    pub fn catalogue(&self) -> Catalogue {
        self.0.catalogue
    }

    /// The oracle of a game, if it has been made.
    pub fn ready(&self, variant: &dyn Variant) -> Option<Arc<dyn AnyOracle>> {
        let known = self.entry(variant).known.get()?.oracle.clone();
        Some(known)
    }

    /// The oracle of a game. It is made now if this is the first question; other threads wait for it.
    pub fn oracle(&self, variant: &dyn Variant) -> Arc<dyn AnyOracle> {
        loop {
            // Work that another thread gives up is begun again by the first that still waits.
            let entry = self.entry(variant);
            if let Some(known) = entry.make(&self.0.tables, variant, &entry.begin()) {
                return Arc::clone(&known.oracle);
            }
        }
    }

    /// As [`oracle`](Library::oracle), but `None` if the work was [cancelled](Library::cancel).
    pub fn oracle_unless_cancelled(&self, variant: &dyn Variant) -> Option<Arc<dyn AnyOracle>> {
        let entry = self.entry(variant);
        let known = entry.make(&self.0.tables, variant, &entry.begin())?;
        Some(Arc::clone(&known.oracle))
    }

    /// Whether every position of a game is known: its size is solved whenever it is asked about, or a large table of it is
    /// kept.
    pub fn knows(&self, variant: &dyn Variant) -> bool {
        let can_be_kept = || matches!(variant.solution(), Solution::Large(_));
        // A large table is opened, never built.
        variant.is_solved() || (can_be_kept() && self.oracle(variant).is_solved())
    }

    /// Takes the oracle of a game from the bytes of a file that [`Tables::file`] has made. `false` if they are
    /// not exactly what is wanted.
    pub fn adopt(&self, variant: &dyn Variant, file: Vec<u8>) -> bool {
        let Some(known) = Tables::open(variant, file) else {
            return false;
        };
        self.entry(variant).known.get_or_init(|| known);
        true
    }

    /// Begins to make an oracle on a thread of its own.
    pub fn prepare(&self, variant: &'static dyn Variant) {
        let (library, entry) = (self.clone(), self.entry(variant));
        // Begun here, so that it can be cancelled before the thread runs.
        let progress = entry.begin();
        thread::spawn(move || {
            entry.make(&library.0.tables, variant, &progress);
        });
    }

    /// Gives up the work on an oracle that is being made.
    pub fn cancel(&self, variant: &dyn Variant) {
        lock(&self.entry(variant).progress).cancel();
    }

    /// From 0 to 1: how far the work on an oracle has come; 1 if it has been made.
    pub fn share(&self, variant: &dyn Variant) -> f64 {
        let entry = self.entry(variant);
        match entry.known.get() {
            Some(_) => 1.0,
            None => lock(&entry.progress).share(),
        }
    }

    /// The bytes of the table of an oracle that has been made, and why the table could not be kept,
    /// if it could not.
    pub fn table(&self, variant: &dyn Variant) -> Option<(usize, Option<io::ErrorKind>)> {
        let entry = self.entry(variant);
        let known = entry.known.get()?;
        Some((
            known.table_bytes,
            known.not_kept.as_ref().map(io::Error::kind),
        ))
    }

    fn entry(&self, variant: &dyn Variant) -> Arc<Entry> {
        let key = (variant.id(), variant.size().to_string());
        Arc::clone(lock(&self.0.entries).entry(key).or_default())
    }
}

impl Entry {
    /// The progress of the work that is under way, or else of new work.
    fn begin(&self) -> Arc<Progress> {
        let mut progress = lock(&self.progress);
        if progress.is_cancelled() {
            *progress = Arc::default();
        }
        Arc::clone(&progress)
    }

    /// What is known, made now if it is not there; `None` if the work was cancelled.
    fn make(
        &self,
        tables: &Tables,
        variant: &dyn Variant,
        progress: &Progress,
    ) -> Option<&LoadedOracle> {
        if self.known.get().is_none() {
            let _making = lock(&self.making);
            if self.known.get().is_none() {
                let known = tables.oracle(variant, progress)?;
                self.known.get_or_init(|| known);
            }
        }
        self.known.get()
    }
}

/// What a thread that panicked has left is as good as ever: nothing is changed in several steps.
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
