//! Keeping the record of what is being played, so that it can be saved at any moment.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::Result;
use quintet_arena::{Contest, Record, Termination, Who};
use quintet_rules::PerPlayer;

use super::sitting::End;
use crate::paper;

/// The records of a run, shared with whoever must save them when the program is told to stop.
#[derive(Clone)]
pub(super) struct Keeper(Arc<Mutex<Kept>>);

struct Kept {
    path: Option<PathBuf>,
    who: PerPlayer<Who>,
    seed: Option<u64>,
    date: String,
    finished: Vec<Record>,
    current: Option<Record>,
}

impl Keeper {
    pub(super) fn new(path: Option<PathBuf>, who: PerPlayer<Who>, seed: Option<u64>) -> Self {
        Keeper(Arc::new(Mutex::new(Kept {
            path,
            who,
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
    pub(super) fn note(&self, contest: &Contest) {
        let mut kept = self.kept();
        if kept.path.is_some() {
            kept.current = Some(kept.record(contest.clone()));
        }
    }

    /// Notes that the current game has come to its end.
    pub(super) fn close(&self, contest: Contest, end: End) {
        let mut kept = self.kept();
        kept.current = None;
        if kept.path.is_some() {
            let mut record = kept.record(contest);
            if end == End::PlyLimit {
                record.termination = Some(Termination::PlyLimit);
            }
            kept.finished.push(record);
        }
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
    pub(super) fn save_as(&self, path: &Path, contest: &Contest) -> Result<()> {
        let record = self.kept().record(contest.clone());
        paper::save(path, &[&record])
    }
}

impl Kept {
    fn record(&self, contest: Contest) -> Record {
        let players = PerPlayer::from_fn(|player| self.who[player].to_string());
        let mut record = Record::of(contest, players, self.date.clone());
        record.seed = self.seed;
        record
    }
}
