//! The one thread that writes.
//!
//! It takes all that waits into one transaction, so that many changes share one wait for the disk,
//! and acknowledges none of them before that wait is over.

use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use rusqlite::{Connection, Transaction, params};

use super::checkpoint::Checkpoints;
use crate::store::{Acknowledge, Change, NewGame, Seat, StoreFault, Written};
use crate::{Event, GameId};
use quintet_rules::Player;

/// Changes that may wait; more are turned away, so that memory has a bound.
const QUEUE: usize = 8192;

/// Changes in one transaction: enough to share the wait, few enough to keep it short.
const BATCH: usize = 512;

type Job = (Box<Change>, Acknowledge);

/// Hands changes to the thread.
pub(super) struct Writer {
    queue: Mutex<Option<SyncSender<Job>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    pub(super) fn start(connection: Connection, checkpoints: Checkpoints) -> Self {
        let (queue, jobs) = sync_channel(QUEUE);
        let thread = thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || run(connection, checkpoints, &jobs))
            .expect("a thread can be started");
        Writer {
            queue: Mutex::new(Some(queue)),
            thread: Mutex::new(Some(thread)),
        }
    }

    pub(super) fn write(&self, change: Change) -> Written {
        let (acknowledge, written) = Written::promise();
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        // A closed queue drops the acknowledgement, which ends the wait for it with an error.
        if let Some(queue) = &*queue
            && let Err(TrySendError::Full((_, acknowledge))) =
                queue.try_send((Box::new(change), acknowledge))
        {
            // The task that waited may have ended.
            let _ = acknowledge.send(Err(StoreFault::Full));
        }
        written
    }

    /// Writes what waits, and ends.
    pub(super) fn close(&self) {
        drop(
            self.queue
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .take(),
        );
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

impl Drop for Writer {
    fn drop(&mut self) {
        self.close();
    }
}

fn run(mut connection: Connection, mut checkpoints: Checkpoints, jobs: &Receiver<Job>) {
    while let Ok(first) = jobs.recv() {
        let mut batch = vec![first];
        batch.extend(jobs.try_iter().take(BATCH - 1));
        commit(&mut connection, batch);
        checkpoints.tend(&connection);
    }
    checkpoints.end();
    // The next start finds one file, not a log to be read first.
    if let Err(fault) = connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)") {
        tracing::warn!(%fault, "the store could not be tidied up; nothing is lost");
    }
}

/// Writes a batch. Each change that contradicts what is kept fails alone; if the disk is at fault,
/// all of them fail.
fn commit(connection: &mut Connection, batch: Vec<Job>) {
    let (changes, acknowledge): (Vec<Change>, Vec<_>) = batch
        .into_iter()
        .map(|(change, acknowledge)| (*change, acknowledge))
        .unzip();
    let answers = write(connection, changes).unwrap_or_else(|fault| {
        tracing::error!(%fault, "nothing could be written");
        let fault = StoreFault::Broken(fault.to_string());
        vec![Err(fault); acknowledge.len()]
    });
    for (acknowledge, answer) in acknowledge.into_iter().zip(answers) {
        // The task that asked may have ended; the change is made all the same.
        let _ = acknowledge.send(answer);
    }
}

/// The answer to each change, once all of them are on disk.
fn write(
    connection: &mut Connection,
    changes: Vec<Change>,
) -> rusqlite::Result<Vec<Result<(), StoreFault>>> {
    let transaction = connection.transaction()?;
    let mut answers = Vec::with_capacity(changes.len());
    for change in changes {
        let made = make(&transaction, change);
        answers.push(match made {
            Ok(1) => Ok(()),
            Ok(_) => Err(StoreFault::Missing),
            Err(fault) if is_taken(&fault) => Err(StoreFault::Taken),
            Err(fault) => return Err(fault),
        });
    }
    transaction.commit()?;
    Ok(answers)
}

fn is_taken(fault: &rusqlite::Error) -> bool {
    fault.sqlite_error_code() == Some(rusqlite::ErrorCode::ConstraintViolation)
}

/// Makes one change: how many rows it has touched, one if it fits.
fn make(transaction: &Transaction<'_>, change: Change) -> rusqlite::Result<usize> {
    match change {
        Change::Open(game) => open(transaction, &game),
        Change::Seat(game, player, seat) => sit(transaction, game, player, &seat),
        Change::Leave(game, player) => leave(transaction, game, player),
        Change::Action(game, ply, event) => append(transaction, game, ply, &event),
        Change::Probe => transaction
            .prepare_cached("UPDATE probe SET times = times + 1")?
            .execute(()),
    }
}

fn open(transaction: &Transaction<'_>, game: &NewGame) -> rusqlite::Result<usize> {
    // A game that follows another is opened only if that one is kept.
    let opened = transaction
        .prepare_cached(
            "INSERT INTO games (id, game, size, start, created, rematch_of)
             SELECT ?1, ?2, ?3, ?4, ?5, before.key
             FROM (SELECT 1) LEFT JOIN games before ON before.id = ?6
             WHERE ?6 IS NULL OR before.key IS NOT NULL",
        )?
        .execute(params![
            game.id.to_string(),
            game.game,
            game.size,
            game.start,
            game.created,
            game.rematch_of.map(|id| id.to_string()),
        ])?;
    if opened == 1 {
        for player in Player::BOTH {
            if let Some(seat) = &game.seats[player] {
                sit(transaction, game.id, player, seat)?;
            }
        }
    }
    Ok(opened)
}

fn sit(
    transaction: &Transaction<'_>,
    game: GameId,
    player: Player,
    seat: &Seat,
) -> rusqlite::Result<usize> {
    transaction
        .prepare_cached(
            "INSERT OR REPLACE INTO seats (game, player, token, name, since)
             SELECT key, ?2, ?3, ?4, ?5 FROM games WHERE id = ?1",
        )?
        .execute(params![
            game.to_string(),
            player.number(),
            seat.token.as_bytes(),
            seat.name,
            seat.since,
        ])
}

fn leave(transaction: &Transaction<'_>, game: GameId, player: Player) -> rusqlite::Result<usize> {
    transaction
        .prepare_cached(
            "DELETE FROM seats
             WHERE player = ?2 AND game = (SELECT key FROM games WHERE id = ?1)",
        )?
        .execute(params![game.to_string(), player.number()])
}

fn append(
    transaction: &Transaction<'_>,
    game: GameId,
    ply: u32,
    event: &Event,
) -> rusqlite::Result<usize> {
    transaction
        .prepare_cached(
            "INSERT INTO log (game, ply, player, action, move, at)
             SELECT key, ?2, ?3, ?4, ?5, ?6 FROM games WHERE id = ?1",
        )?
        .execute(params![
            game.to_string(),
            ply,
            event.player.number(),
            event.action.name(),
            event.action.as_move(),
            event.at,
        ])
}
