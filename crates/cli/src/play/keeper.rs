//! Keeping the record of what is being played: every move stands in the file of `--record` as soon as it is made.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result, bail};
use quintet_arena::{Record, Session};
use quintet_rules::{PerPlayer, Player};

use super::journal::Journal;
use crate::output::note;
use crate::paper;

/// The records of a run, shared with the thread that saves them when the program is told to stop.
#[derive(Clone)]
pub(super) struct Keeper(Arc<Mutex<Kept>>);

struct Kept {
    path: Option<PathBuf>,
    /// What is written while the game is played; none where there is nothing to write to, or it has failed.
    journal: Option<Journal>,
    seed: Option<u64>,
    date: String,
    /// The record that the first game continues.
    continued: Option<Record>,
    finished: Vec<Record>,
    current: Option<Record>,
    /// Where games were saved in this run, and may be saved again.
    saved: Vec<PathBuf>,
}

impl Keeper {
    /// Keeps the records in the file at `path`, if there is one, after those that stand in it already.
    pub(super) fn new(
        path: Option<PathBuf>,
        seed: Option<u64>,
        continued: Option<Record>,
        before: Vec<Record>,
    ) -> Self {
        Keeper(Arc::new(Mutex::new(Kept {
            journal: path.as_deref().and_then(Journal::at),
            path,
            seed,
            date: paper::today(),
            continued,
            finished: before,
            current: None,
            saved: Vec::new(),
        })))
    }

    /// What is kept stays useful even if another thread has panicked while it held the lock.
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes how far the current game has come, and writes it down.
    pub(super) fn note(&self, session: &Session) {
        let mut kept = self.kept();
        if kept.path.is_some() {
            kept.current = Some(kept.record(session));
            kept.write();
        }
    }

    /// Notes that the current game has come to its end.
    pub(super) fn close(&self, session: &Session) {
        self.note(session);
        let mut kept = self.kept();
        let ended = kept.current.take();
        kept.finished.extend(ended);
        kept.continued = None;
        if let Some(journal) = &mut kept.journal {
            journal.close();
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

    /// Saves one game elsewhere. A file that was there before is not replaced.
    pub(super) fn save_as(&self, path: &Path, session: &Session) -> Result<()> {
        let mut kept = self.kept();
        let is_kept_there = |kept: &PathBuf| paper::is_same(kept, path);
        if kept.journal.is_some() && kept.path.as_ref().is_some_and(is_kept_there) {
            return Ok(());
        }
        if paper::is_taken(path) && !kept.saved.iter().any(is_kept_there) {
            let shown = paper::shown_path(path);
            bail!("{shown} is there already and stays as it is: save under another name");
        }
        paper::save(path, &[&kept.record(session)])?;
        kept.saved.push(path.to_owned());
        Ok(())
    }
}

impl Kept {
    fn record(&self, session: &Session) -> Record {
        let mut record = Record::of_left(session.clone(), self.seed, self.date.clone());
        let Some(continued) = &self.continued else {
            return record;
        };
        let plies = session.plies().len();
        let comments = continued.comments.clone().into_iter();
        record.comments = comments.filter(|(ply, _)| *ply <= plies).collect();
        record.other_tags.clone_from(&continued.other_tags);
        // A person's name stays, as long as the same kind of player has the seat.
        record.players = PerPlayer::from_fn(|player: Player| {
            if session.players[player] == continued.session().players[player] {
                continued.players[player].clone()
            } else {
                session.players[player].to_string()
            }
        });
        record
    }

    /// Writes the current game down. If that fails the game goes on, and at its end all is saved once more.
    fn write(&mut self) {
        let (Some(journal), Some(current)) = (&mut self.journal, &self.current) else {
            return;
        };
        if let Err(error) = journal.write(&self.finished, current) {
            let error = Err::<(), _>(error).with_context(|| paper::not_saved(journal.path()));
            note(&format!("quintet: {:#}", error.expect_err("it has failed")));
            self.journal = None;
        }
    }
}
