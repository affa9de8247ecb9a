//! The store in one `SQLite` file: a thread that writes, and connections that read.
//!
//! Each guard around `SQLite` has an attack as its test, in `tests/live/damage.rs`, `tests/unit/store/sqlite` or, for whole
//! servers, `tests/server` at the root of the repository:
//!
//! | guard | attack | test |
//! | --- | --- | --- |
//! | locks on `games.db.lock` and the database | a second server, through a link or a hard link | `a_second_server_cannot_open_the_file_in_any_way` |
//! | `open::regular`, `open::canonical` | a device, a pipe, a dangling link | `only_regular_files_are_opened`, `a_link_that_leads_to_no_file_is_refused_and_stays` |
//! | `schema::difference` | a trigger or a view in the file | `a_file_with_a_foreign_schema_is_refused` |
//! | no triggers, no trusted schema | a trigger added in use | `a_trigger_that_is_added_in_use_does_not_run` |
//! | hashes of rows and logs | modified and swapped rows | `a_damaged_game_is_refused_and_never_changed` |
//! | `AckLog` | a write-ahead log that ends early | `actions_that_are_lost_with_a_log_are_reported` |
//! | refused empty file with a log | a deleted database | `a_write_ahead_log_without_its_file_is_not_deleted` |
//! | `OpenFiles`: ids | the file is deleted, moved or replaced in use | `nothing_is_acknowledged_in_a_file_that_was_deleted_moved_or_replaced` |
//! | `OpenFiles`: greatest length | the log is truncated in use | `truncating_the_log_in_use_does_not_corrupt_the_file` |
//! | `Checkpoints` | a reader that holds up the log | `a_reader_prolongs_the_log_and_does_not_block_the_writer` |
//! | bounded readers | many slow reads | `the_number_of_connections_that_read_is_bounded` |
//! | the note of `restore` | an interruption after any step | `a_restore_resumes_after_any_interruption_and_loses_no_old_file` |
//! | the lock of `Part` | two backups with one name | `of_two_backups_to_one_name_one_wins_and_nothing_else_is_left` |

mod ack_log;
mod backup;
mod check;
mod checkpoint;
mod files;
mod open;
mod read;
mod schema;
mod writer;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::time::SystemTime;

use parking_lot::{Mutex, RwLock};
use quintet_games::Catalogue;
use rusqlite::Connection;
use tokio::sync::Semaphore;

use crate::store::{
    Change, GameUpdate, GameVersion, Idle, Notifications, ReadFuture, Store, StoreError,
    StoreStats, StoredGame, Update, WriteFuture,
};
use crate::{GameId, Token};

pub use backup::{backup, restore};
pub use check::{Report, check};
pub use open::OpenError;

use check::BackgroundCheck;
use files::{OpenFiles, length, with_suffix};
use writer::Writer;

/// Connections that read at the same time. Each has the file and its write-ahead log open.
const READERS: usize = 8;

/// Games in one file. While it is open, no other server can open the file.
pub struct Sqlite {
    writer: Arc<Writer>,
    readers: Arc<Readers>,
    /// One permit for each connection that may read.
    permits: Arc<Semaphore>,
    secret: Token,
    /// The last field, because closing any handle of the file releases the locks that `SQLite` holds on it.
    _locks: Vec<File>,
}

/// The connections that read.
struct Readers {
    /// Locked for reading while a connection is in use, so that closing waits for it.
    is_open: RwLock<bool>,
    /// At most [`READERS`].
    idle: Mutex<Vec<Connection>>,
    path: PathBuf,
    files: Arc<OpenFiles>,
    check: BackgroundCheck,
}

impl Sqlite {
    /// Opens or creates a file. A file that is damaged, or belongs to another program or version, is refused and not
    /// changed. Each game is checked when it is read, and all of them in the background.
    pub fn open(path: &Path, catalogue: Catalogue) -> Result<Self, OpenError> {
        let opened = open::open(path)?;
        Ok(Sqlite {
            readers: Arc::new(Readers {
                is_open: RwLock::new(true),
                idle: Mutex::default(),
                files: opened.files,
                check: BackgroundCheck::start(&opened.path, catalogue),
                path: opened.path,
            }),
            permits: Arc::new(Semaphore::new(READERS)),
            writer: Arc::new(opened.writer),
            secret: Token::random(),
            _locks: opened.locks,
        })
    }

    /// Reads on a thread that may wait for the disk.
    fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Readers) -> Result<T, StoreError> + Send + 'static,
    ) -> ReadFuture<'_, T> {
        let readers = Arc::clone(&self.readers);
        let permits = Arc::clone(&self.permits);
        Box::pin(async move {
            let permit = permits.acquire_owned().await;
            let reading = tokio::task::spawn_blocking(move || {
                // Held until the read ends, even if the caller is gone.
                let _permit = permit;
                read(&readers)
            });
            let panicked = |panic| Err(StoreError::Broken(format!("reading failed: {panic}")));
            reading.await.unwrap_or_else(panicked)
        })
    }
}

impl Readers {
    /// Runs a read with one of the connections.
    fn with<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let is_open = self.is_open.read();
        if !*is_open {
            return Err(StoreError::Closed);
        }
        self.files.check().map_err(StoreError::Broken)?;
        let pooled = self.idle.lock().pop();
        let (connection, is_shared) = match pooled {
            Some(connection) => (connection, true),
            None => open::reader(&self.path)?,
        };
        let found = read(&connection)?;
        if is_shared {
            self.idle.lock().push(connection);
        }
        Ok(found)
    }

    /// Closes the connections after the current reads.
    fn close(&self) {
        self.check.stop();
        *self.is_open.write() = false;
        self.idle.lock().clear();
    }

    fn game(&self, id: GameId) -> Result<Option<StoredGame>, StoreError> {
        let found = self.with(|connection| read::game(connection, id))?;
        // A game can be invisible because of corrupt pages.
        if found.is_none() && self.check.has_found_damage() {
            return Err(StoreError::Damaged("the file is damaged".to_owned()));
        }
        Ok(found)
    }

    fn update(&self, known: GameVersion) -> Result<GameUpdate, StoreError> {
        let update = self.game(known.id)?.map(|stored| Update {
            events: stored.log.into_iter().skip(known.plies as usize).collect(),
            seats: stored.opening.seats,
            rematch: stored.rematch,
            revision: stored.revision,
        });
        Ok(GameUpdate { known, update })
    }
}

impl Store for Sqlite {
    fn write(&self, change: Change) -> WriteFuture {
        self.writer.queue.write(change)
    }

    fn game(&self, id: GameId) -> ReadFuture<'_, Option<StoredGame>> {
        self.read(move |readers| readers.game(id))
    }

    fn events_since(&self, known: Vec<GameVersion>) -> ReadFuture<'_, Vec<GameUpdate>> {
        self.read(move |readers| {
            let updates = known.into_iter().map(|known| readers.update(known));
            updates.collect()
        })
    }

    fn subscribe(&self) -> Option<Arc<Notifications>> {
        None
    }

    fn idle(&self, idle: Idle, limit: u32) -> ReadFuture<'_, Vec<GameId>> {
        self.read(move |readers| readers.with(|connection| read::idle(connection, idle, limit)))
    }

    fn games(&self, after: i64, limit: u32) -> ReadFuture<'_, Vec<(i64, GameId)>> {
        self.read(move |readers| readers.with(|connection| read::games(connection, after, limit)))
    }

    fn now(&self) -> u64 {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        since.map_or(0, |since| since.as_secs())
    }

    fn secret(&self) -> &Token {
        &self.secret
    }

    fn health(&self) -> Result<(), StoreError> {
        self.writer.queue.health()
    }

    fn stats(&self) -> StoreStats {
        StoreStats {
            log_bytes: length(&with_suffix(&self.readers.path, "-wal")),
            ..self.writer.queue.stats()
        }
    }

    fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async {
            let (readers, writer) = (Arc::clone(&self.readers), Arc::clone(&self.writer));
            let closing = tokio::task::spawn_blocking(move || {
                readers.close();
                writer.close();
            });
            // A panic has been printed.
            let _ = closing.await;
        })
    }
}

/// Contradictions in the data are damage of the game that was read. Any other error concerns the whole file.
impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::{Error, ErrorCode};
        let is_damage = matches!(
            error.sqlite_error_code(),
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
        ) || matches!(
            error,
            Error::InvalidColumnType(..)
                | Error::FromSqlConversionFailure(..)
                | Error::IntegralValueOutOfRange(..)
                | Error::Utf8Error(..)
                | Error::QueryReturnedNoRows
        );
        if is_damage {
            StoreError::Damaged(error.to_string())
        } else {
            StoreError::Broken(error.to_string())
        }
    }
}

#[cfg(test)]
#[path = "../../../tests/unit/store/sqlite.rs"]
mod tests;
