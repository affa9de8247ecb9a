//! The thread that writes.
//!
//! It combines all waiting changes in one transaction, so that many changes share one wait for the disk, and
//! acknowledges none of them before the commit.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Instant;

use parking_lot::Mutex;
use quintet_rules::Player;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, Transaction, params};

use super::ack_log::{Ack, AckLog, GONE, Subject};
use super::checkpoint::Checkpoints;
use super::files::OpenFiles;
use super::{open, read};
use crate::store::log_hash::{LogHash, seat_hash};
use crate::store::queue::{Job, Jobs, Queue};
use crate::store::{Change, NewGame, Seat, SeatChange, StoreError};
use crate::{Event, GameId};

/// Games whose heads are cached.
const HEADS: usize = 1 << 16;

/// The thread, and its queue.
pub(super) struct Writer {
    pub(super) queue: Queue,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    /// Writes to the file at a path. Without a connection, the thread opens one when there is room on the disk.
    pub(super) fn start(
        path: &Path,
        files: &Arc<OpenFiles>,
        connection: Option<Connection>,
        acks: AckLog,
    ) -> rusqlite::Result<Self> {
        let mut file = OpenFile {
            files: Arc::clone(files),
            path: path.to_owned(),
            open: None,
            heads: HashMap::new(),
            acks,
        };
        if let Some(connection) = connection {
            file.use_connection(connection)?;
        }
        let (queue, jobs) = Queue::new();
        let thread = thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || run(file, jobs))
            .expect("a thread can be started");
        let thread = Mutex::new(Some(thread));
        Ok(Writer { queue, thread })
    }

    /// Writes all waiting changes, and ends the thread.
    pub(super) fn close(&self) {
        self.queue.close();
        let thread = self.thread.lock().take();
        if let Some(thread) = thread {
            // A panic has been printed.
            let _ = thread.join();
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.close();
    }
}

/// The file, and cached parts of its contents.
struct OpenFile {
    path: PathBuf,
    files: Arc<OpenFiles>,
    /// `None` from a start on a full disk until there is room.
    open: Option<(Connection, Checkpoints)>,
    heads: HashMap<GameId, Head>,
    acks: AckLog,
}

/// The end of a game's log.
#[derive(Clone, Copy)]
struct Head {
    key: i64,
    plies: u32,
    hash: LogHash,
}

fn run(mut file: OpenFile, mut jobs: Jobs) {
    loop {
        let batch = jobs.blocking_next();
        if batch.is_empty() {
            break;
        }
        // A panic costs this batch but not the thread, because nothing else writes.
        let committed = catch_unwind(AssertUnwindSafe(|| {
            file.prepare()?;
            let begun = Instant::now();
            let results = file.commit(&batch)?;
            jobs.count_commit(begun.elapsed());
            Ok(results)
        }));
        let results = committed.unwrap_or_else(|_| {
            file.reopen_after_panic();
            Err(StoreError::Unknown("a panic while writing".to_owned()))
        });
        let results = results.unwrap_or_else(|error| vec![Err(error); batch.len()]);
        for (job, result) in batch.into_iter().zip(results) {
            job.answer(result);
        }
    }
    file.close();
}

impl OpenFile {
    fn use_connection(&mut self, mut connection: Connection) -> rusqlite::Result<()> {
        let checkpoints = Checkpoints::of(&mut connection)?;
        self.open = Some((connection, checkpoints));
        self.files.record_wal();
        Ok(())
    }

    /// Prepares for a transaction. Fails if the files were replaced or truncated: new changes might be lost, and
    /// the pages of a truncated log would corrupt the database.
    fn prepare(&mut self) -> Result<(), StoreError> {
        self.files.check().map_err(refuse(StoreError::Broken))?;
        if let Some((connection, checkpoints)) = &mut self.open {
            checkpoints.run_due(&self.path, connection);
            return Ok(());
        }
        let opened = self.reopen();
        opened.map_err(|error| StoreError::Broken(error.to_string()))
    }

    fn reopen(&mut self) -> rusqlite::Result<()> {
        self.use_connection(open::writer(&self.path)?)
    }

    fn reopen_after_panic(&mut self) {
        self.heads.clear();
        let old = self.open.take();
        // If this fails, the next batch tries again.
        let _ = self.reopen();
        // Closing the old connection rolls back its transaction. It is closed last, because `SQLite` deletes the
        // write-ahead log with the last connection.
        drop(old);
    }

    /// Writes a batch, and returns the result of each change after the commit. A change that contradicts the stored data
    /// fails alone; an error of the file or the disk fails all of them.
    fn commit(&mut self, jobs: &[Job]) -> Result<Vec<Result<(), StoreError>>, StoreError> {
        let broken = |error: rusqlite::Error| {
            tracing::error!(%error, "nothing could be written");
            StoreError::Broken(error.to_string())
        };
        let Some((connection, _)) = &mut self.open else {
            return Err(StoreError::Broken("the file is not open".to_owned()));
        };
        if self.heads.len() > HEADS {
            self.heads.clear();
        }
        let mut batch = Batch {
            transaction: connection.transaction().map_err(broken)?,
            // If the transaction fails, these heads are not in the file.
            heads: std::mem::take(&mut self.heads),
            acks: Vec::with_capacity(jobs.len()),
        };
        let mut results = Vec::with_capacity(jobs.len());
        for job in jobs {
            results.push(match batch.make(&job.change) {
                Ok(()) => Ok(()),
                Err(Failure::Refused(error)) => Err(error),
                Err(Failure::Sqlite(error)) => return Err(broken(error)),
            });
        }
        let Batch {
            transaction,
            heads,
            acks,
        } = batch;
        if let Err(error) = transaction.commit() {
            if is_unwritten(&error) {
                return Err(broken(error));
            }
            tracing::error!(%error, "the state of the latest changes is unknown");
            return Err(StoreError::Unknown(error.to_string()));
        }
        self.heads = heads;
        self.files.check().map_err(refuse(StoreError::Unknown))?;
        if let Err(error) = self.acks.append(&acks) {
            tracing::warn!(%error, "the acknowledgement log could not be written");
        }
        Ok(results)
    }

    fn close(mut self) {
        if let Some((connection, mut checkpoints)) = self.open.take() {
            checkpoints.finish();
            let closed = if self.files.check().is_ok() {
                // The next start then has no log to read.
                connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")
            } else {
                // Otherwise closing the last connection would checkpoint as well.
                let option = DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE;
                connection.set_db_config(option, true).map(drop)
            };
            if let Err(error) = closed {
                tracing::warn!(%error, "the last checkpoint failed; nothing is lost");
            }
        }
        if let Err(error) = self.acks.sync() {
            tracing::warn!(%error, "the acknowledgement log could not be synced");
        }
    }
}

/// Logs that the files were replaced or truncated.
fn refuse(as_error: fn(String) -> StoreError) -> impl FnOnce(String) -> StoreError {
    move |error| {
        tracing::error!(%error, "the server stops acknowledging changes");
        as_error(error)
    }
}

/// Returns true if a commit failed before all of it was in the log. After a failed sync all of it may be there.
fn is_unwritten(error: &rusqlite::Error) -> bool {
    const WRITE: i32 = rusqlite::ffi::SQLITE_IOERR_WRITE;
    let code = error.sqlite_error();
    code.is_some_and(|code| code.code == ErrorCode::DiskFull || code.extended_code == WRITE)
}

/// Reason why a change is not made.
enum Failure {
    /// It contradicts the stored data.
    Refused(StoreError),
    /// The file or the disk failed.
    Sqlite(rusqlite::Error),
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Failure::Refused(error)
    }
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Self {
        Failure::Sqlite(error)
    }
}

/// The changes of one transaction.
struct Batch<'a> {
    transaction: Transaction<'a>,
    heads: HashMap<GameId, Head>,
    /// Entries for the acknowledgement log.
    acks: Vec<Ack>,
}

impl Batch<'_> {
    fn make(&mut self, change: &Change) -> Result<(), Failure> {
        match change {
            Change::Open(game) => self.open(game),
            Change::Seat(change) => self.pass_seat(change),
            Change::Action(id, ply, event) => self.add_action(*id, *ply, event),
            Change::Delete(id) => self.delete(*id),
            Change::Expire(id, idle) => {
                if !read::is_idle(&self.transaction, self.key(*id)?, *idle)? {
                    return Err(StoreError::Missing.into());
                }
                self.delete(*id)
            }
            Change::Probe => {
                let update = "UPDATE probe SET times = times + 1";
                self.transaction.prepare_cached(update)?.execute(())?;
                Ok(())
            }
        }
    }

    fn key(&self, id: GameId) -> Result<i64, Failure> {
        let key = read::key(&self.transaction, id)?;
        Ok(key.ok_or(StoreError::Missing)?)
    }

    fn open(&mut self, game: &NewGame) -> Result<(), Failure> {
        let before = game.rematch_of.map(|before| self.key(before)).transpose()?;
        let inserted = self
            .transaction
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
            ]);
        match inserted {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
                return Err(StoreError::Taken.into());
            }
            inserted => inserted?,
        };
        let key = self.transaction.last_insert_rowid();
        let hash = LogHash::begin(game);
        self.transaction
            .prepare_cached(
                "INSERT INTO log (game, ply, player, action, at, hash)
                 VALUES (?1, -1, 0, 'head', 0, ?2)",
            )?
            .execute(params![key, hash.as_bytes()])?;
        let head = Head {
            key,
            plies: 0,
            hash,
        };
        self.heads.insert(game.id, head);
        self.ack(game.id, Subject::Opening, hash.as_bytes());
        for player in Player::BOTH {
            if let Some(seat) = &game.seats[player] {
                self.set_seat(key, game.id, player, Some(seat))?;
            }
        }
        Ok(())
    }

    fn pass_seat(&mut self, change: &SeatChange) -> Result<(), Failure> {
        let key = self.key(change.game)?;
        let holder = read::token(&self.transaction, key, change.player)?;
        let is_same = match (&holder, &change.was) {
            (None, None) => true,
            (Some(holder), Some(was)) => holder.is(was),
            _ => false,
        };
        if !is_same {
            return Err(StoreError::Taken.into());
        }
        self.set_seat(key, change.game, change.player, change.now.as_ref())
    }

    /// Gives a seat to a holder, or frees it.
    fn set_seat(
        &mut self,
        key: i64,
        game: GameId,
        player: Player,
        seat: Option<&Seat>,
    ) -> Result<(), Failure> {
        let (number, subject) = (player.number(), Subject::Seat(player.number()));
        let count = if let Some(seat) = seat {
            let hash = seat_hash(game, player, seat);
            let (token, name) = (seat.token.as_bytes(), &seat.name);
            self.transaction
                .prepare_cached(
                    "INSERT OR REPLACE INTO seats (game, player, token, name, since, hash)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                )?
                .execute(params![key, number, token, name, seat.since, hash])?;
            self.ack(game, subject, &hash);
            "UPDATE log SET player = player | ?2 WHERE game = ?1 AND ply = -1"
        } else {
            self.transaction
                .prepare_cached("DELETE FROM seats WHERE game = ?1 AND player = ?2")?
                .execute((key, number))?;
            self.ack(game, subject, &GONE);
            "UPDATE log SET player = player & ~?2 WHERE game = ?1 AND ply = -1"
        };
        let mut count = self.transaction.prepare_cached(count)?;
        count.execute((key, number))?;
        Ok(())
    }

    fn add_action(&mut self, id: GameId, ply: u32, event: &Event) -> Result<(), Failure> {
        let head = self.head(id)?;
        if ply < head.plies {
            return Err(StoreError::Taken.into());
        }
        if ply > head.plies {
            return Err(StoreError::Missing.into());
        }
        let hash = head.hash.and(event);
        self.transaction
            .prepare_cached(
                "INSERT INTO log (game, ply, player, action, move, at, hash)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute(params![
                head.key,
                ply,
                event.player.number(),
                event.action.name(),
                event.action.as_move(),
                event.at,
                hash.as_bytes(),
            ])?;
        let plies = ply + 1;
        self.transaction
            .prepare_cached("UPDATE log SET at = ?2, hash = ?3 WHERE game = ?1 AND ply = -1")?
            .execute(params![head.key, plies, hash.as_bytes()])?;
        let head = Head {
            plies,
            hash,
            ..head
        };
        self.heads.insert(id, head);
        self.ack(id, Subject::Action(ply), hash.as_bytes());
        Ok(())
    }

    /// Returns the end of a game's log, from the cache or from the file.
    fn head(&mut self, id: GameId) -> Result<Head, Failure> {
        if let Some(head) = self.heads.get(&id) {
            return Ok(*head);
        }
        let key = self.key(id)?;
        let Some((plies, _, Some(hash))) = read::head(&self.transaction, key)? else {
            return Err(StoreError::damaged(id, "the log").into());
        };
        let head = Head { key, plies, hash };
        self.heads.insert(id, head);
        Ok(head)
    }

    fn delete(&mut self, id: GameId) -> Result<(), Failure> {
        let key = self.key(id)?;
        for delete in [
            "UPDATE games SET rematch_of = NULL WHERE rematch_of = ?1",
            "DELETE FROM log WHERE game = ?1",
            "DELETE FROM seats WHERE game = ?1",
            "DELETE FROM games WHERE key = ?1",
        ] {
            self.transaction.prepare_cached(delete)?.execute([key])?;
        }
        self.heads.remove(&id);
        self.ack(id, Subject::Deleted, &GONE);
        Ok(())
    }

    fn ack(&mut self, game: GameId, subject: Subject, hash: &[u8]) {
        let hash = *hash.first_chunk().expect("hashes are longer");
        self.acks.push((game, subject, hash));
    }
}
