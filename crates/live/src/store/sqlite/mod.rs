//! One `SQLite` file: a thread that writes, and connections that read.

mod backup;
mod check;
mod checkpoint;
mod identity;
mod mark;
mod open;
mod read;
mod schema;
mod system;
mod writer;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::SystemTime;

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

use check::Checking;
use identity::Identity;
use writer::Writer;

/// Connections that read at the same time. Each has the file and its log open.
const READERS: usize = 8;

/// Games in one file. While it is open, no other server opens the file.
pub struct Sqlite {
    writer: Arc<Writer>,
    readers: Arc<Readers>,
    /// One permit for each connection that may read.
    reading: Arc<Semaphore>,
    secret: Token,
    /// Closed last: closing any handle of the file gives up the locks that `SQLite` holds on it.
    _locks: Vec<File>,
}

/// The connections that read.
struct Readers {
    /// Held for reading while a connection is lent, so that closing waits for it.
    is_open: RwLock<bool>,
    /// At most [`READERS`].
    free: Mutex<Vec<Connection>>,
    path: PathBuf,
    identity: Arc<Identity>,
    checking: Checking,
}

impl Sqlite {
    /// Opens a file, or makes it. A file that is damaged, newer or of another program is refused
    /// and not touched. Each game is checked when it is read, and all of them in the background.
    pub fn open(path: &Path, catalogue: Catalogue) -> Result<Self, OpenError> {
        let opened = open::open(path)?;
        Ok(Sqlite {
            readers: Arc::new(Readers {
                is_open: RwLock::new(true),
                free: Mutex::default(),
                identity: opened.identity,
                checking: Checking::start(&opened.path, catalogue),
                path: opened.path,
            }),
            reading: Arc::new(Semaphore::new(READERS)),
            writer: Arc::new(opened.writer),
            secret: Token::random(),
            _locks: opened.locks,
        })
    }

    /// Reads on a thread that may wait for the disk.
    fn reading<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Readers) -> Result<T, StoreError> + Send + 'static,
    ) -> ReadFuture<'_, T> {
        let readers = Arc::clone(&self.readers);
        let permits = Arc::clone(&self.reading);
        Box::pin(async move {
            let permit = permits.acquire_owned().await;
            let reading = tokio::task::spawn_blocking(move || {
                // Held until the read ends, also if the caller has gone.
                let _permit = permit;
                read(&readers)
            });
            let panicked = |panic| Err(StoreError::Broken(format!("reading failed: {panic}")));
            reading.await.unwrap_or_else(panicked)
        })
    }
}

impl Readers {
    /// Lends a connection.
    fn lend<T>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let is_open = self.is_open.read().unwrap_or_else(PoisonError::into_inner);
        if !*is_open {
            return Err(StoreError::Closed);
        }
        self.identity.check().map_err(StoreError::Broken)?;
        let free = || self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = free().pop();
        let connection = match kept {
            Some(connection) => connection,
            None => open::reader(&self.path).map_err(|fault| fault_of(&fault))?,
        };
        let found = read(&connection).map_err(|fault| fault_of(&fault))?;
        free().push(connection);
        Ok(found)
    }

    /// Closes the connections, once none of them is lent.
    fn close(&self) {
        self.checking.stop();
        *self.is_open.write().unwrap_or_else(PoisonError::into_inner) = false;
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        free.clear();
    }

    fn game(&self, id: GameId) -> Result<Option<StoredGame>, StoreError> {
        match self.lend(|connection| read::game(connection, id))? {
            Some(stored) => stored.map(Some),
            // Where pages are not what was written, a game may be out of sight.
            None if self.checking.has_found_damage() => {
                Err(StoreError::Damaged("the file is damaged".to_owned()))
            }
            None => Ok(None),
        }
    }

    fn since(&self, known: GameVersion) -> Result<GameUpdate, StoreError> {
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
        self.writer.write(change)
    }

    fn game(&self, id: GameId) -> ReadFuture<'_, Option<StoredGame>> {
        self.reading(move |readers| readers.game(id))
    }

    fn events_since(&self, known: Vec<GameVersion>) -> ReadFuture<'_, Vec<GameUpdate>> {
        self.reading(move |readers| {
            known
                .into_iter()
                .map(|known| readers.since(known))
                .collect()
        })
    }

    fn subscribe(&self) -> Option<Arc<Notifications>> {
        None
    }

    fn idle(&self, idle: Idle, most: u32) -> ReadFuture<'_, Vec<GameId>> {
        self.reading(move |readers| readers.lend(|connection| read::idle(connection, idle, most)))
    }

    fn games(&self, after: i64, most: u32) -> ReadFuture<'_, Vec<(i64, GameId)>> {
        self.reading(move |readers| readers.lend(|connection| read::games(connection, after, most)))
    }

    fn now(&self) -> u64 {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        since.map_or(0, |since| since.as_secs())
    }

    fn secret(&self) -> &Token {
        &self.secret
    }

    fn health(&self) -> Result<(), StoreError> {
        if self.writer.is_alive() {
            return Ok(());
        }
        Err(StoreError::Closed)
    }

    fn stats(&self) -> StoreStats {
        let mut log = self.readers.path.clone().into_os_string();
        log.push("-wal");
        StoreStats {
            // Without a log there is nothing in it.
            log_bytes: std::fs::metadata(log).map_or(0, |log| log.len()),
            ..self.writer.stats()
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

/// A file that contradicts itself is damaged where it was read; anything else concerns all of it.
fn fault_of(fault: &rusqlite::Error) -> StoreError {
    use rusqlite::{Error, ErrorCode};
    let is_damage = matches!(
        fault.sqlite_error_code(),
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
    ) || matches!(
        fault,
        Error::InvalidColumnType(..)
            | Error::FromSqlConversionFailure(..)
            | Error::IntegralValueOutOfRange(..)
            | Error::Utf8Error(..)
            | Error::QueryReturnedNoRows
    );
    if is_damage {
        StoreError::Damaged(fault.to_string())
    } else {
        StoreError::Broken(fault.to_string())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::thread;
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn few_connections_read_however_many_clients_ask() {
        let folder = tempfile::tempdir().expect("a folder");
        let store =
            Sqlite::open(&folder.path().join("games.db"), Catalogue::STANDARD).expect("a new file");
        let (begun, mut begins) = tokio::sync::mpsc::unbounded_channel();
        let (end, ends) = channel::<()>();
        let ends = Arc::new(Mutex::new(ends));
        let readings = (0..4 * READERS).map(|_| {
            let (begun, ends) = (begun.clone(), Arc::clone(&ends));
            store.reading(move |readers| {
                readers.lend(|_| {
                    begun.send(()).expect("the test waits");
                    // Ends when the other end is dropped.
                    Ok(ends.lock().is_ok_and(|ends| ends.recv().is_err()))
                })
            })
        });
        let reading = futures_util::future::join_all(readings);
        let looking = async {
            for _ in 0..READERS {
                begins.recv().await.expect("a reading");
            }
            assert_eq!(store.reading.available_permits(), 0, "all others wait");
            drop(end);
        };
        let (done, ()) = tokio::join!(reading, looking);
        assert_eq!(done, vec![Ok(true); 4 * READERS]);
        let free = store.readers.free.lock().expect("no panic").len();
        assert!(free <= READERS, "{free}");
    }

    #[tokio::test]
    async fn closing_waits_for_a_read_and_leaves_one_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let store =
            Sqlite::open(&folder.path().join("games.db"), Catalogue::STANDARD).expect("a new file");
        let readers = Arc::clone(&store.readers);
        let (begun, begins) = channel();
        let reading = thread::spawn(move || {
            readers.lend(|connection| {
                begun.send(()).expect("the test waits");
                // Long enough for a store that does not wait to be closed.
                thread::sleep(Duration::from_millis(200));
                connection.query_row("SELECT count(*) FROM games", (), |row| row.get::<_, u32>(0))
            })
        });
        begins.recv().expect("the read begins");
        store.close().await;
        assert_eq!(reading.join().expect("no panic"), Ok(0));
        assert!(!folder.path().join("games.db-wal").exists());
        assert_eq!(store.readers.lend(|_| Ok(())), Err(StoreError::Closed));
    }
}
