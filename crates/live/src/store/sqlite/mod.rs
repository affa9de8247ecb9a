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
use std::sync::{Mutex, PoisonError};

use rusqlite::Connection;

use crate::GameId;
use crate::store::{Change, Figures, Store, StoreFault, StoredGame, Written};

pub use backup::{backup, restore};
pub use check::{Report, check};
pub use open::OpenFault;

use check::Checking;
use identity::Identity;
use writer::Writer;

/// Games in one file. While it is open, no other server opens the file.
pub struct Sqlite {
    writer: Writer,
    checking: Checking,
    readers: Mutex<Vec<Connection>>,
    path: PathBuf,
    identity: Identity,
    /// Closed last: closing any handle of the file gives up the locks that `SQLite` holds on it.
    _locks: Vec<File>,
}

impl Sqlite {
    /// Opens a file, or makes it. A file that is damaged, newer or of another program is refused
    /// and not touched. Each game is checked when it is read, and all of them in the background.
    pub fn open(path: &Path) -> Result<Self, OpenFault> {
        let opened = open::open(path)?;
        Ok(Sqlite {
            identity: Identity::of(&opened.path),
            checking: Checking::start(&opened.path),
            writer: opened.writer,
            readers: Mutex::default(),
            path: opened.path,
            _locks: opened.locks,
        })
    }

    /// Lends a reading connection. As many are kept as were ever needed at once.
    fn reading<T>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreFault> {
        self.identity.check().map_err(StoreFault::Broken)?;
        let free = || self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = free().pop();
        let connection = match kept {
            Some(connection) => connection,
            None => open::reader(&self.path).map_err(|fault| fault_of(&fault))?,
        };
        let found = read(&connection).map_err(|fault| fault_of(&fault))?;
        free().push(connection);
        Ok(found)
    }
}

impl Store for Sqlite {
    fn write(&self, change: Change) -> Written {
        self.writer.write(change)
    }

    fn game(&self, id: GameId) -> Result<Option<StoredGame>, StoreFault> {
        match self.reading(|connection| read::game(connection, id))? {
            Some(stored) => stored.map(Some),
            // Where pages are not what was written, a game may be out of sight.
            None if self.checking.has_found_damage() => {
                Err(StoreFault::Damaged("the file is damaged".to_owned()))
            }
            None => Ok(None),
        }
    }

    fn idle(&self, begun: u64, unbegun: u64, most: u32) -> Result<Vec<GameId>, StoreFault> {
        self.reading(|connection| read::idle(connection, begun, unbegun, most))
    }

    fn health(&self) -> Result<(), StoreFault> {
        if self.writer.is_alive() {
            return Ok(());
        }
        Err(StoreFault::Closed)
    }

    fn figures(&self) -> Figures {
        let mut log = self.path.clone().into_os_string();
        log.push("-wal");
        Figures {
            // Without a log there is nothing in it.
            log_bytes: std::fs::metadata(log).map_or(0, |log| log.len()),
            ..self.writer.figures()
        }
    }

    fn close(&self) {
        self.checking.stop();
        self.readers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clear();
        self.writer.close();
    }
}

/// A file that contradicts itself is damaged where it was read; anything else concerns all of it.
fn fault_of(fault: &rusqlite::Error) -> StoreFault {
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
        StoreFault::Damaged(fault.to_string())
    } else {
        StoreFault::Broken(fault.to_string())
    }
}
