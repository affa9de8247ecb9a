//! Keeping the record of what is being played, so that it can be saved at any moment.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::Result;
use quintet_arena::{Record, Session};

use crate::paper;

/// The records of a run, shared with the thread that saves them when the program is told to stop.
#[derive(Clone)]
pub(super) struct Keeper(Arc<Mutex<Kept>>);

struct Kept {
    path: Option<PathBuf>,
    seed: Option<u64>,
    date: String,
    finished: Vec<Record>,
    current: Option<Record>,
}

impl Keeper {
    pub(super) fn new(path: Option<PathBuf>, seed: Option<u64>) -> Self {
        Keeper(Arc::new(Mutex::new(Kept {
            path,
            seed,
            date: paper::today(),
            finished: Vec::new(),
            current: None,
        })))
    }

    /// What is kept stays useful even if another thread has panicked while it held the lock.
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes how far the current game has come.
    pub(super) fn note(&self, session: &Session) {
        let mut kept = self.kept();
        if kept.path.is_some() {
            kept.current = Some(kept.record(session));
        }
    }

    /// Notes that the current game has come to its end.
    pub(super) fn close(&self, session: &Session) {
        self.note(session);
        let mut kept = self.kept();
        let ended = kept.current.take();
        kept.finished.extend(ended);
    }

    /// Saves all records where they were asked to be kept, if anywhere.
    pub(super) fn save(&self) -> Result<()> {
        let kept = self.kept();
        let Some(path) = &kept.path else {
            return Ok(());
        };
        let records: Vec<_> = kept.finished.iter().chain(&kept.current).collect();
        // Nothing is no record: what was there is worth more.
        if records.is_empty() {
            return Ok(());
        }
        paper::save(path, &records)
    }

    /// Saves one game elsewhere.
    pub(super) fn save_as(&self, path: &Path, session: &Session) -> Result<()> {
        let record = self.kept().record(session);
        paper::save(path, &[&record])
    }
}

impl Kept {
    fn record(&self, session: &Session) -> Record {
        Record::of_left(session.clone(), self.seed, self.date.clone())
    }
}
