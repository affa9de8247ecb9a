//! The recorder of games: writes every move to the file of `--record`.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result, bail};
use quintet_arena::{Dice, GameFiles, Record, Session};
use quintet_rules::{PerPlayer, Player};

use super::journal::Journal;
use crate::output::note;
use crate::{app, paper};

/// The records of a run, shared with the thread that handles signals.
#[derive(Clone)]
pub(super) struct Recorder(Arc<Mutex<State>>);

struct State {
    path: Option<PathBuf>,
    /// Writes during play; `None` for a device, or after an error.
    journal: Option<Journal>,
    seed: Option<u64>,
    date: String,
    /// The record that `--from` continues.
    continued: Option<Record>,
    finished: Vec<Record>,
    current: Option<Record>,
    /// Files that this run has saved and may overwrite.
    saved: Vec<PathBuf>,
}

impl Recorder {
    /// Records games in the file at `path`, if any, after the records in `before`.
    pub(super) fn new(
        path: Option<PathBuf>,
        seed: Option<u64>,
        continued: Option<Record>,
        before: Vec<Record>,
    ) -> Self {
        Recorder(Arc::new(Mutex::new(State {
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

    /// Locks the state, even if another thread has panicked.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Updates and writes the current game.
    pub(super) fn update(&self, session: &Session) {
        let mut state = self.state();
        if state.path.is_some() {
            state.current = Some(state.record(session));
            state.write();
        }
    }

    /// Finishes the current game. A game of a person that has a winner is added to the history of the full-screen app.
    pub(super) fn close(&self, session: &Session) {
        self.update(session);
        let mut state = self.state();
        state.add_to_history(session);
        let ended = state.current.take();
        state.finished.extend(ended);
        state.continued = None;
        if let Some(journal) = &mut state.journal {
            journal.close();
        }
    }

    /// Saves all records in the file of `--record`, if any.
    pub(super) fn save(&self) -> Result<()> {
        let state = self.state();
        let Some(path) = &state.path else {
            return Ok(());
        };
        let records: Vec<_> = state.finished.iter().chain(&state.current).collect();
        // An empty file is useless; an old one is not.
        if records.is_empty() {
            return Ok(());
        }
        paper::save(path, &records)
    }

    /// Saves one game in another file, which must not exist.
    pub(super) fn save_as(&self, path: &Path, session: &Session) -> Result<()> {
        // Waiting with the lock would keep a signal from ending the program.
        paper::refuse_pipe(path)?;
        let mut state = self.state();
        let is_this = |other: &PathBuf| paper::is_same(other, path);
        if state.journal.is_some() && state.path.as_ref().is_some_and(is_this) {
            return Ok(());
        }
        if paper::is_taken(path) && !state.saved.iter().any(is_this) {
            let shown = paper::shown_path(path);
            bail!("{shown} already exists; save under another name");
        }
        paper::save(path, &[&state.record(session)])?;
        state.saved.push(path.to_owned());
        Ok(())
    }
}

impl State {
    fn record(&self, session: &Session) -> Record {
        let mut record = Record::of_left(session.clone(), self.seed, self.date.clone());
        let Some(continued) = &self.continued else {
            return record;
        };
        let plies = session.plies().len();
        let comments = continued.comments.clone().into_iter();
        record.comments = comments.filter(|(ply, _)| *ply <= plies).collect();
        record.other_tags.clone_from(&continued.other_tags);
        // Preserves a person's name unless another kind of player takes over.
        record.players = PerPlayer::from_fn(|player: Player| {
            if session.players[player] == continued.session().players[player] {
                continued.players[player].clone()
            } else {
                session.players[player].to_string()
            }
        });
        record
    }

    fn add_to_history(&self, session: &Session) {
        let is_finished = session.outcome().is_some() && session.has_person();
        let Some(folder) = app::state_folder().filter(|_| is_finished) else {
            return;
        };
        let id = format!("{}-{:08x}", self.date, Dice::random_seed());
        let files = GameFiles::in_folder(folder);
        if let Err(error) = files.save(&id, &self.record(session)) {
            note(&format!(
                "quintet: the game was not added to the history: {error}"
            ));
        }
    }

    /// Writes the current game. After an error the game continues, and all records are saved at its end.
    fn write(&mut self) {
        let (Some(journal), Some(current)) = (&mut self.journal, &self.current) else {
            return;
        };
        if let Err(error) = journal.write(&self.finished, current) {
            let error = Err::<(), _>(error).with_context(|| paper::not_saved(journal.path()));
            note(&format!("quintet: {:#}", error.expect_err("an error")));
            self.journal = None;
        }
    }
}
