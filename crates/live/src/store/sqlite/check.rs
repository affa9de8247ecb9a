//! Whether everything in a file is what was written.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use quintet_games::Catalogue;
use rusqlite::{Connection, InterruptHandle, OptionalExtension, Row};

use super::mark::{self, What};
use super::{OpenError, fault_of, open, read};
use crate::{Game, GameId};

/// What a check has found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// How many games there are.
    pub games: u64,
    /// How many actions were checked.
    pub actions: u64,
    /// What is wrong with the file as a whole.
    pub faults: Vec<String>,
    /// What is wrong with single games, a sentence each.
    pub damaged: Vec<String>,
    /// What was acknowledged and is not there, a sentence each.
    pub missing: Vec<String>,
}

impl Report {
    /// Whether nothing is wrong.
    pub fn is_whole(&self) -> bool {
        self.faults.is_empty() && self.damaged.is_empty() && self.missing.is_empty()
    }
}

/// Checks a file that may be in use: its pages, the hashes and the rules of every game, and whether all is there that
/// was acknowledged. Nothing is written.
pub fn check(path: &Path, catalogue: Catalogue) -> Result<Report, OpenError> {
    let unusable = |fault: &dyn ToString| OpenError::Unusable {
        path: path.to_owned(),
        fault: fault.to_string(),
    };
    let real = open::regular(path)?;
    let connection = open::in_use(path, &real)?;
    let missing = missing(&real, &connection).map_err(|fault| unusable(&fault))?;
    let report = examine(&connection, catalogue, &AtomicBool::new(false));
    let report = report.map_err(|fault| unusable(&fault))?;
    Ok(Report { missing, ..report })
}

/// Checks pages and games, until it is to stop.
fn examine(
    connection: &Connection,
    catalogue: Catalogue,
    stops: &AtomicBool,
) -> rusqlite::Result<Report> {
    let mut report = Report {
        faults: connection
            .prepare("PRAGMA integrity_check(100)")?
            .query_map((), |row| row.get::<_, String>(0))?
            .collect::<rusqlite::Result<_>>()
            .unwrap_or_else(|fault| vec![fault.to_string()]),
        ..Report::default()
    };
    report.faults.retain(|fault| fault != "ok");
    // Keys are read in steps: no transaction is held for long, so that the log can be moved meanwhile.
    let mut after = i64::MIN;
    while !stops.load(Ordering::Relaxed) {
        let keys = connection
            .prepare_cached("SELECT key FROM games WHERE key > ?1 ORDER BY key LIMIT 500")
            .and_then(|mut keys| keys.query_map([after], |row| row.get(0))?.collect());
        let keys: Vec<i64> = match keys {
            Ok(keys) => keys,
            Err(fault) => {
                report.faults.push(fault.to_string());
                break;
            }
        };
        let Some(last) = keys.last() else {
            break;
        };
        // Pages that changed places may lead backwards.
        if *last <= after {
            break;
        }
        after = *last;
        for key in keys {
            report.games += 1;
            let transaction = connection.unchecked_transaction()?;
            let stored = read::game_at(&transaction, key);
            let stored = stored.unwrap_or_else(|fault| Err(fault_of(&fault)));
            let actions = stored.as_ref().map_or(0, |stored| stored.log.len());
            match stored.and_then(|stored| Game::load(stored, catalogue)) {
                Ok(_) => report.actions += actions as u64,
                Err(fault) => report.damaged.push(fault.to_string()),
            }
        }
    }
    Ok(report)
}

/// What was acknowledged, according to the mark beside a file, and is not in it.
pub(super) fn missing(real: &Path, connection: &Connection) -> io::Result<Vec<String>> {
    let kept = mark::read(real)?.into_iter();
    let missing = kept.filter(|((game, what), hash)| {
        // What cannot be read is not there.
        let found = found(connection, *game, *what).ok().flatten();
        !found.is_some_and(|found| found.starts_with(hash) || *what == What::Opening)
    });
    let missing = missing.map(|((game, what), _)| match what {
        What::Action(ply) => format!("action {ply} of game {game}"),
        What::Seat(player) => format!("the seat of Player {player} in game {game}"),
        What::Opening | What::Deleted => format!("game {game}"),
    });
    let mut missing: Vec<_> = missing.collect();
    missing.sort_unstable();
    Ok(missing)
}

/// The hash that a file has of something in a game.
fn found(connection: &Connection, game: GameId, what: What) -> rusqlite::Result<Option<Vec<u8>>> {
    let Some(key) = read::key(connection, game)? else {
        return Ok(None);
    };
    let hash = |row: &Row<'_>| row.get(0);
    match what {
        What::Opening | What::Deleted => Ok(Some(Vec::new())),
        What::Seat(player) => connection
            .prepare_cached("SELECT seal FROM seats WHERE game = ?1 AND player = ?2")?
            .query_row((key, player), hash)
            .optional(),
        What::Action(ply) => connection
            .prepare_cached("SELECT chain FROM log WHERE game = ?1 AND ply = ?2")?
            .query_row((key, ply), hash)
            .optional(),
    }
}

/// A check in the background, once, after the start.
pub(super) struct Checking {
    stops: Arc<AtomicBool>,
    is_damaged: Arc<AtomicBool>,
    interrupt: Option<InterruptHandle>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Checking {
    pub(super) fn start(path: &Path, catalogue: Catalogue) -> Self {
        let [stops, is_damaged] = [(); 2].map(|()| Arc::new(AtomicBool::new(false)));
        let connection = match open::reader(path) {
            Ok(connection) => connection,
            Err(fault) => {
                tracing::warn!(%fault, "the file cannot be checked in the background");
                return Checking {
                    stops,
                    is_damaged,
                    interrupt: None,
                    thread: Mutex::default(),
                };
            }
        };
        let interrupt = Some(connection.get_interrupt_handle());
        let (told, tells) = (Arc::clone(&stops), Arc::clone(&is_damaged));
        let thread = thread::Builder::new()
            .name("check".to_owned())
            .spawn(move || tell(&connection, catalogue, &told, &tells))
            .expect("a thread can be started");
        Checking {
            stops,
            is_damaged,
            interrupt,
            thread: Mutex::new(Some(thread)),
        }
    }

    /// Whether pages of the file are not what was written.
    pub(super) fn has_found_damage(&self) -> bool {
        self.is_damaged.load(Ordering::Relaxed)
    }

    /// Ends it, finished or not.
    pub(super) fn stop(&self) {
        self.stops.store(true, Ordering::Relaxed);
        if let Some(interrupt) = &self.interrupt {
            interrupt.interrupt();
        }
        let thread = self
            .thread
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(thread) = thread {
            // It has printed what was wrong, if anything was.
            let _ = thread.join();
        }
    }
}

impl Drop for Checking {
    fn drop(&mut self) {
        self.stop();
    }
}

fn tell(
    connection: &Connection,
    catalogue: Catalogue,
    stops: &AtomicBool,
    is_damaged: &AtomicBool,
) {
    let report = examine(connection, catalogue, stops);
    if stops.load(Ordering::Relaxed) {
        return;
    }
    match report {
        Ok(report) => {
            is_damaged.store(!report.faults.is_empty(), Ordering::Relaxed);
            for fault in &report.faults {
                tracing::error!(fault, "the file is damaged");
            }
            for fault in &report.damaged {
                tracing::error!(fault, "a game is damaged, and refused");
            }
            let (games, actions) = (report.games, report.actions);
            let damaged = report.damaged.len();
            tracing::info!(games, actions, damaged, "all games were checked");
        }
        Err(fault) => tracing::error!(%fault, "the file could not be checked"),
    }
}
