//! Checking all games of a file.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use parking_lot::Mutex;
use quintet_games::Catalogue;
use rusqlite::{Connection, InterruptHandle};

use super::{OpenError, ack_log, open, read};
use crate::Game;

/// The result of a check.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Number of games.
    pub games: u64,
    /// Number of checked actions.
    pub actions: u64,
    /// Errors of the file as a whole.
    pub errors: Vec<String>,
    /// Errors of single games, a sentence each.
    pub damaged: Vec<String>,
    /// Acknowledged changes that the file lacks, a phrase each.
    pub missing: Vec<String>,
}

impl Report {
    /// Returns true if nothing is wrong.
    pub fn is_clean(&self) -> bool {
        self.errors.is_empty() && self.damaged.is_empty() && self.missing.is_empty()
    }
}

/// Checks a file, which a server may be using: its pages, the hashes and the rules of every game, and that it has all
/// acknowledged changes. Writes nothing.
pub fn check(path: &Path, catalogue: Catalogue) -> Result<Report, OpenError> {
    let real = open::regular(path)?;
    let connection = open::ours(path, &real)?;
    let missing = ack_log::missing(&real, &connection);
    let missing = missing.map_err(|error| OpenError::unusable(path, &error))?;
    let report = examine(&connection, catalogue, &AtomicBool::new(false));
    let report = report.map_err(|error| OpenError::unusable(path, &error))?;
    Ok(Report { missing, ..report })
}

/// Checks pages and games until `stop` is true.
fn examine(
    connection: &Connection,
    catalogue: Catalogue,
    stop: &AtomicBool,
) -> rusqlite::Result<Report> {
    let errors = connection
        .prepare("PRAGMA integrity_check(100)")?
        .query_map((), |row| row.get::<_, String>(0))?
        .collect::<rusqlite::Result<_>>();
    let mut report = Report {
        errors: errors.unwrap_or_else(|error| vec![error.to_string()]),
        ..Report::default()
    };
    report.errors.retain(|error| error != "ok");
    // Keys are read in steps: a long transaction would hold up checkpoints.
    let mut after = i64::MIN;
    while !stop.load(Ordering::Relaxed) {
        let keys = connection
            .prepare_cached("SELECT key FROM games WHERE key > ?1 ORDER BY key LIMIT 500")
            .and_then(|mut keys| keys.query_map([after], |row| row.get(0))?.collect());
        let keys: Vec<i64> = match keys {
            Ok(keys) => keys,
            Err(error) => {
                report.errors.push(error.to_string());
                break;
            }
        };
        // On swapped pages the keys may not increase.
        let Some(last) = keys.last().filter(|last| **last > after) else {
            break;
        };
        after = *last;
        for key in keys {
            report.games += 1;
            let transaction = connection.unchecked_transaction()?;
            let stored = read::game_at(&transaction, key);
            let actions = stored.as_ref().map_or(0, |stored| stored.log.len());
            match stored.and_then(|stored| Game::load(stored, catalogue)) {
                Ok(_) => report.actions += actions as u64,
                Err(error) => report.damaged.push(error.to_string()),
            }
        }
    }
    Ok(report)
}

/// A check on a thread of its own, once after the start.
pub(super) struct BackgroundCheck {
    stop: Arc<AtomicBool>,
    is_damaged: Arc<AtomicBool>,
    interrupt: Option<InterruptHandle>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl BackgroundCheck {
    pub(super) fn start(path: &Path, catalogue: Catalogue) -> Self {
        let [stop, is_damaged] = [(); 2].map(|()| Arc::new(AtomicBool::new(false)));
        let mut check = BackgroundCheck {
            stop: Arc::clone(&stop),
            is_damaged: Arc::clone(&is_damaged),
            interrupt: None,
            thread: Mutex::default(),
        };
        match open::shared_reader(path) {
            Ok(connection) => {
                check.interrupt = Some(connection.get_interrupt_handle());
                let thread = thread::Builder::new()
                    .name("check".to_owned())
                    .spawn(move || run(&connection, catalogue, &stop, &is_damaged))
                    .expect("a thread can be started");
                check.thread = Mutex::new(Some(thread));
            }
            Err(error) => tracing::warn!(%error, "the file cannot be checked in the background"),
        }
        check
    }

    /// Returns true if the check has found corrupt pages.
    pub(super) fn has_found_damage(&self) -> bool {
        self.is_damaged.load(Ordering::Relaxed)
    }

    /// Ends the check, finished or not.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(interrupt) = &self.interrupt {
            interrupt.interrupt();
        }
        let thread = self.thread.lock().take();
        if let Some(thread) = thread {
            // A panic has been printed.
            let _ = thread.join();
        }
    }
}

impl Drop for BackgroundCheck {
    fn drop(&mut self) {
        self.stop();
    }
}

fn run(connection: &Connection, catalogue: Catalogue, stop: &AtomicBool, is_damaged: &AtomicBool) {
    let report = examine(connection, catalogue, stop);
    if stop.load(Ordering::Relaxed) {
        return;
    }
    match report {
        Ok(report) => {
            is_damaged.store(!report.errors.is_empty(), Ordering::Relaxed);
            for error in &report.errors {
                tracing::error!(error, "the file is damaged");
            }
            for error in &report.damaged {
                tracing::error!(error, "a game is damaged and will be refused");
            }
            let (games, actions) = (report.games, report.actions);
            let damaged = report.damaged.len();
            tracing::info!(games, actions, damaged, "all games were checked");
        }
        Err(error) => tracing::error!(%error, "the file could not be checked"),
    }
}
