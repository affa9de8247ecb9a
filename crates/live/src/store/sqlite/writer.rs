//! The one thread that writes.
//!
//! It takes all that waits into one transaction, so that many changes share one wait for the disk,
//! and acknowledges none of them before that wait is over.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use quintet_rules::Player;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, Transaction, params};

use super::checkpoint::Checkpoints;
use super::identity::Identity;
use super::mark::{FREE, Kept, Mark, What};
use super::{open, read};
use crate::store::counts::Counts;
use crate::store::log_hash::{LogHash, seat_hash};
use crate::store::{AckSender, Change, NewGame, Seat, StoreError, StoreStats, WriteFuture};
use crate::{Event, GameId};

/// Changes that may wait; more are turned away, so that memory has a bound.
const QUEUE: usize = 8192;

/// Changes in one transaction: enough to share the wait, few enough to keep it short.
const BATCH: usize = 512;

/// Games whose heads are remembered.
const HEADS: usize = 1 << 16;

type Job = (Box<Change>, AckSender);

/// Hands changes to the thread.
pub(super) struct Writer {
    queue: Mutex<Option<SyncSender<Job>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    counts: Arc<Counts>,
}

impl Writer {
    /// Writes to the file of a connection, which has this path.
    pub(super) fn start(
        path: &Path,
        identity: &Arc<Identity>,
        connection: Connection,
        mark: Mark,
    ) -> rusqlite::Result<Self> {
        let mut file = OpenFile {
            identity: Arc::clone(identity),
            path: path.to_owned(),
            checkpoints: None,
            connection,
            heads: HashMap::new(),
            mark,
        };
        file.begin()?;
        let (queue, jobs) = sync_channel(QUEUE);
        let counts = Arc::new(Counts::default());
        let counted = Arc::clone(&counts);
        let thread = thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || run(file, &jobs, &counted))
            .expect("a thread can be started");
        Ok(Writer {
            queue: Mutex::new(Some(queue)),
            thread: Mutex::new(Some(thread)),
            counts,
        })
    }

    fn thread(&self) -> MutexGuard<'_, Option<JoinHandle<()>>> {
        self.thread.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn write(&self, change: Change) -> WriteFuture {
        let (acknowledge, written) = WriteFuture::channel();
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        // A closed queue drops the acknowledgement, which ends the wait for it with an error.
        if let Some(queue) = &*queue {
            self.counts.comes();
            let sent = queue.try_send((Box::new(change), acknowledge));
            if sent.is_err() {
                self.counts.go(1);
            }
            if let Err(TrySendError::Full((_, acknowledge))) = sent {
                // The task that waited may have ended.
                let _ = acknowledge.send(Err(StoreError::Full));
            }
        }
        written
    }

    /// What the thread has to do, and what it has done.
    pub(super) fn stats(&self) -> StoreStats {
        self.counts.stats()
    }

    /// Whether the thread runs.
    pub(super) fn is_alive(&self) -> bool {
        self.thread()
            .as_ref()
            .is_some_and(|thread| !thread.is_finished())
    }

    /// Writes what waits, and ends.
    pub(super) fn close(&self) {
        drop(
            self.queue
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .take(),
        );
        let thread = self.thread().take();
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

/// The file that is written, and what is known about it.
struct OpenFile {
    path: PathBuf,
    identity: Arc<Identity>,
    connection: Connection,
    checkpoints: Option<Checkpoints>,
    /// The ends of logs, as they are in the file.
    heads: HashMap<GameId, Head>,
    mark: Mark,
}

/// The end of a game's log.
#[derive(Clone, Copy)]
struct Head {
    key: i64,
    plies: u32,
    chain: LogHash,
}

fn run(mut file: OpenFile, jobs: &Receiver<Job>, counts: &Counts) {
    while let Ok(first) = jobs.recv() {
        let mut batch = vec![first];
        batch.extend(jobs.try_iter().take(BATCH - 1));
        counts.go(batch.len());
        let (changes, acknowledge): (Vec<_>, Vec<_>) = batch
            .into_iter()
            .map(|(change, acknowledge)| (*change, acknowledge))
            .unzip();
        // A panic costs this batch, not the thread: it is the only one that writes.
        let committed = catch_unwind(AssertUnwindSafe(|| {
            file.tend()?;
            let begun = Instant::now();
            let answers = file.commit(changes)?;
            counts.commit(begun.elapsed());
            Ok(answers)
        }));
        let answers = committed.unwrap_or_else(|_| {
            let _ = catch_unwind(AssertUnwindSafe(|| file.begin_again()));
            Err(StoreError::Unknown("a panic while writing".to_owned()))
        });
        let answers = answers.unwrap_or_else(|fault| vec![Err(fault); acknowledge.len()]);
        for (acknowledge, answer) in acknowledge.into_iter().zip(answers) {
            // The task that asked may have ended; the change is made all the same.
            let _ = acknowledge.send(answer);
        }
    }
    file.end();
}

impl OpenFile {
    /// Takes over the moving of pages from the library.
    fn begin(&mut self) -> rusqlite::Result<()> {
        self.checkpoints = Some(Checkpoints::start(&self.path, &mut self.connection)?);
        Ok(())
    }

    /// Does what is due between two transactions. Fails if the files are no longer those that were opened: what is written
    /// then may never be found again, and the pages of a log that was cut off would destroy the file.
    fn tend(&mut self) -> Result<(), StoreError> {
        self.identity.check().map_err(lost(StoreError::Broken))?;
        if let Some(checkpoints) = &mut self.checkpoints
            && checkpoints.is_alive()
        {
            checkpoints.tend(&self.connection);
        } else if let Err(fault) = self.begin() {
            tracing::warn!(%fault, "the log is not moved into the file; nothing is lost");
        }
        Ok(())
    }

    /// Writes a batch: the answer to each change, once all of them are on disk. Each change that contradicts what
    /// is kept fails alone; if the disk is at fault, all of them fail.
    fn commit(&mut self, changes: Vec<Change>) -> Result<Vec<Result<(), StoreError>>, StoreError> {
        let broken = |fault: rusqlite::Error| {
            tracing::error!(%fault, "nothing could be written");
            StoreError::Broken(fault.to_string())
        };
        if self.heads.len() > HEADS {
            self.heads.clear();
        }
        let mut kept = Vec::with_capacity(changes.len());
        let mut answers = Vec::with_capacity(changes.len());
        let transaction = self.connection.transaction().map_err(broken)?;
        for change in changes {
            match make(&transaction, &mut self.heads, change, &mut kept) {
                Ok(answer) => answers.push(answer),
                Err(fault) => {
                    // What was remembered of this batch is not in the file.
                    self.heads.clear();
                    return Err(broken(fault));
                }
            }
        }
        if let Err(fault) = transaction.commit() {
            self.heads.clear();
            if is_unwritten(&fault) {
                return Err(broken(fault));
            }
            tracing::error!(%fault, "it is not known whether something was written");
            return Err(StoreError::Unknown(fault.to_string()));
        }
        self.identity.check().map_err(lost(StoreError::Unknown))?;
        if let Err(fault) = self.mark.note(&kept) {
            tracing::warn!(%fault, "what was acknowledged could not be noted beside the file");
        }
        Ok(answers)
    }

    /// Opens the file anew after a panic.
    fn begin_again(&mut self) {
        self.heads.clear();
        let opened = open::writing(&self.path).and_then(|connection| {
            // The old one rolls back what it had begun.
            self.connection = connection;
            self.checkpoints = None;
            self.begin()
        });
        let outcome = opened.map_or_else(|fault| fault.to_string(), |()| "opened again".to_owned());
        tracing::error!(outcome, "a panic while writing");
    }

    fn end(mut self) {
        if let Some(checkpoints) = self.checkpoints.take() {
            checkpoints.end();
        }
        let tidied = if self.identity.check().is_ok() {
            // The next start finds one file, not a log to be read first.
            self.connection
                .execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")
        } else {
            // Closing the last connection would move the log into the file, too.
            let no_more = DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE;
            self.connection.set_db_config(no_more, true).map(drop)
        };
        if let Err(fault) = tidied {
            tracing::warn!(%fault, "the store could not be tidied up; nothing is lost");
        }
        if let Err(fault) = self.mark.sync() {
            tracing::warn!(%fault, "the mark beside the store could not be synced");
        }
    }
}

/// Says that the files are no longer those that were opened, and makes a fault of it.
fn lost(as_fault: fn(String) -> StoreError) -> impl FnOnce(String) -> StoreError {
    move |fault| {
        tracing::error!(%fault, "nothing is acknowledged any more");
        as_fault(fault)
    }
}

/// Whether a transaction failed before all of it was in the log. After a failure to sync, all of it may be there.
fn is_unwritten(fault: &rusqlite::Error) -> bool {
    const WRITE: i32 = rusqlite::ffi::SQLITE_IOERR_WRITE;
    let code = fault.sqlite_error();
    code.is_some_and(|code| {
        code.code == rusqlite::ErrorCode::DiskFull || code.extended_code == WRITE
    })
}

fn is_taken(fault: &rusqlite::Error) -> bool {
    fault.sqlite_error_code() == Some(rusqlite::ErrorCode::ConstraintViolation)
}

/// Makes one change, and notes what it was. The inner result says whether it fits; the outer one is a fault of
/// the file.
fn make(
    transaction: &Transaction<'_>,
    heads: &mut HashMap<GameId, Head>,
    change: Change,
    kept: &mut Vec<Kept>,
) -> rusqlite::Result<Result<(), StoreError>> {
    match change {
        Change::Open(game) => {
            let opened = match open(transaction, &game) {
                Err(fault) if is_taken(&fault) => return Ok(Err(StoreError::Taken)),
                opened => opened?,
            };
            let Some(head) = opened else {
                return Ok(Err(StoreError::Missing));
            };
            heads.insert(game.id, head);
            kept.push((game.id, What::Opening, short(head.chain.as_bytes())));
            for player in Player::BOTH {
                if let Some(seat) = &game.seats[player] {
                    kept.push(sit(transaction, head.key, game.id, player, seat)?);
                }
            }
        }
        Change::Seat(change) => {
            let Some(key) = read::key(transaction, change.game)? else {
                return Ok(Err(StoreError::Missing));
            };
            let now = read::token(transaction, key, change.player)?;
            let is_same = match (&now, &change.was) {
                (None, None) => true,
                (Some(now), Some(was)) => now.is(was),
                _ => false,
            };
            if !is_same {
                return Ok(Err(StoreError::Taken));
            }
            kept.push(match &change.now {
                Some(seat) => sit(transaction, key, change.game, change.player, seat)?,
                None => leave(transaction, key, change.game, change.player)?,
            });
        }
        Change::Action(id, ply, event) => {
            let head = match heads.get(&id) {
                Some(head) => *head,
                None => match find_head(transaction, id)? {
                    Ok(head) => head,
                    Err(fault) => return Ok(Err(fault)),
                },
            };
            if ply != head.plies {
                heads.insert(id, head);
                return Ok(Err(if ply < head.plies {
                    StoreError::Taken
                } else {
                    StoreError::Missing
                }));
            }
            let chain = head.chain.and(&event);
            insert_event(transaction, head.key, ply, &event, chain)?;
            let plies = ply + 1;
            heads.insert(
                id,
                Head {
                    plies,
                    chain,
                    ..head
                },
            );
            kept.push((id, What::Action(ply), short(chain.as_bytes())));
        }
        Change::Delete(id) => {
            let Some(key) = read::key(transaction, id)? else {
                return Ok(Err(StoreError::Missing));
            };
            heads.remove(&id);
            kept.push(delete(transaction, key, id)?);
        }
        Change::Expire(id, idle) => {
            let Some(key) = read::key(transaction, id)? else {
                return Ok(Err(StoreError::Missing));
            };
            if !read::is_idle(transaction, key, idle)? {
                return Ok(Err(StoreError::Missing));
            }
            heads.remove(&id);
            kept.push(delete(transaction, key, id)?);
        }
        Change::Probe => {
            transaction
                .prepare_cached("UPDATE probe SET times = times + 1")?
                .execute(())?;
        }
    }
    Ok(Ok(()))
}

/// The beginning of a hash.
fn short(hash: &[u8]) -> [u8; 8] {
    hash[..8].try_into().expect("hashes are longer")
}

/// The end of the log of a game that is in the file.
fn find_head(
    transaction: &Transaction<'_>,
    id: GameId,
) -> rusqlite::Result<Result<Head, StoreError>> {
    let Some(key) = read::key(transaction, id)? else {
        return Ok(Err(StoreError::Missing));
    };
    let Some((plies, _, Some(chain))) = read::head(transaction, key)? else {
        return Ok(Err(read::damaged(id, "the log")));
    };
    Ok(Ok(Head { key, plies, chain }))
}

/// Adds a game. None if it is to follow one that is not kept.
fn open(transaction: &Transaction<'_>, game: &NewGame) -> rusqlite::Result<Option<Head>> {
    let before = match game.rematch_of {
        None => None,
        Some(before) => match read::key(transaction, before)? {
            None => return Ok(None),
            found => found,
        },
    };
    transaction
        .prepare_cached(
            "INSERT INTO games (id, game, size, start, created, rematch_of)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![
            game.id.to_string(),
            game.game,
            game.size,
            game.start,
            game.created,
            before,
        ])?;
    let key = transaction.last_insert_rowid();
    let chain = LogHash::begin(game);
    insert_head(transaction, key, chain)?;
    Ok(Some(Head {
        key,
        plies: 0,
        chain,
    }))
}

/// Gives a seat to the holder of a token.
pub(super) fn sit(
    transaction: &Transaction<'_>,
    key: i64,
    game: GameId,
    player: Player,
    seat: &Seat,
) -> rusqlite::Result<Kept> {
    let sealed = seat_hash(game, player, seat);
    transaction
        .prepare_cached(
            "INSERT OR REPLACE INTO seats (game, player, token, name, since, seal)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![
            key,
            player.number(),
            seat.token.as_bytes(),
            seat.name,
            seat.since,
            sealed,
        ])?;
    transaction
        .prepare_cached("UPDATE log SET player = player | ?2 WHERE game = ?1 AND ply = -1")?
        .execute((key, player.number()))?;
    Ok((game, What::Seat(player.number()), short(&sealed)))
}

/// Frees a seat.
fn leave(
    transaction: &Transaction<'_>,
    key: i64,
    game: GameId,
    player: Player,
) -> rusqlite::Result<Kept> {
    transaction
        .prepare_cached("DELETE FROM seats WHERE game = ?1 AND player = ?2")?
        .execute((key, player.number()))?;
    transaction
        .prepare_cached("UPDATE log SET player = player & ~?2 WHERE game = ?1 AND ply = -1")?
        .execute((key, player.number()))?;
    Ok((game, What::Seat(player.number()), FREE))
}

/// Forgets a game.
fn delete(transaction: &Transaction<'_>, key: i64, id: GameId) -> rusqlite::Result<Kept> {
    for delete in [
        "UPDATE games SET rematch_of = NULL WHERE rematch_of = ?1",
        "DELETE FROM log WHERE game = ?1",
        "DELETE FROM seats WHERE game = ?1",
        "DELETE FROM games WHERE key = ?1",
    ] {
        transaction.prepare_cached(delete)?.execute([key])?;
    }
    Ok((id, What::Deleted, [0; 8]))
}

/// Begins the log of a game.
pub(super) fn insert_head(
    transaction: &Transaction<'_>,
    key: i64,
    chain: LogHash,
) -> rusqlite::Result<()> {
    transaction
        .prepare_cached(
            "INSERT INTO log (game, ply, player, action, at, chain) VALUES (?1, -1, 0, 'head', 0, ?2)",
        )?
        .execute(params![key, chain.as_bytes()])?;
    Ok(())
}

/// Adds the next action to the log of a game.
pub(super) fn insert_event(
    transaction: &Transaction<'_>,
    key: i64,
    ply: u32,
    event: &Event,
    chain: LogHash,
) -> rusqlite::Result<()> {
    transaction
        .prepare_cached(
            "INSERT INTO log (game, ply, player, action, move, at, chain)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?
        .execute(params![
            key,
            ply,
            event.player.number(),
            event.action.name(),
            event.action.as_move(),
            event.at,
            chain.as_bytes(),
        ])?;
    transaction
        .prepare_cached("UPDATE log SET at = ?2, chain = ?3 WHERE game = ?1 AND ply = -1")?
        .execute(params![key, ply + 1, chain.as_bytes()])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_change_that_is_turned_away_does_not_wait() {
        let (queue, _jobs) = sync_channel(1);
        let writer = Writer {
            queue: Mutex::new(Some(queue)),
            thread: Mutex::default(),
            counts: Arc::default(),
        };
        let _first = writer.write(Change::Probe);
        assert_eq!(writer.write(Change::Probe).await, Err(StoreError::Full));
        assert_eq!(writer.stats().waiting, 1);
    }
}
