//! The oracles of the games that were asked about.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use quintet_arena::Tables;
use quintet_games::{AnyOracle, Variant};
use quintet_solver::Progress;

/// By game and size. An oracle that is being made is waited for, not made twice.
type Oracles = HashMap<(&'static str, String), Arc<OnceLock<Arc<dyn AnyOracle>>>>;

/// Oracles, each made once.
pub(crate) struct Library {
    tables: Tables,
    oracles: Mutex<Oracles>,
    progress: Mutex<Arc<Progress>>,
}

impl Library {
    pub(crate) fn new(tables: Tables) -> Self {
        Library {
            tables,
            oracles: Mutex::default(),
            progress: Mutex::default(),
        }
    }

    /// From 0 to 1: how far the long work has come that was begun last.
    pub(crate) fn share(&self) -> f64 {
        lock(&self.progress).share()
    }

    /// Progress of long work, which is now the one that is shown.
    pub(crate) fn progress(&self) -> Arc<Progress> {
        let progress = Arc::new(Progress::default());
        *lock(&self.progress) = Arc::clone(&progress);
        progress
    }

    pub(crate) fn oracle(&self, variant: &'static dyn Variant) -> Arc<dyn AnyOracle> {
        let key = (variant.id(), variant.size().to_string());
        let place = Arc::clone(lock(&self.oracles).entry(key).or_default());
        let oracle = place.get_or_init(|| {
            self.tables
                .oracle(variant, &self.progress())
                .expect("nobody cancels it")
                .oracle
        });
        Arc::clone(oracle)
    }
}

/// What a thread that panicked has left is as good as ever: nothing is changed in several steps.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
