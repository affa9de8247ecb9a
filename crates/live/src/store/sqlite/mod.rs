//! One `SQLite` file: a thread that writes, and connections that read.

mod backup;
mod checkpoint;
mod open;
mod read;
mod schema;
mod writer;

use std::fs::File;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use rusqlite::Connection;

use crate::GameId;
use crate::store::{Change, Store, StoreFault, StoredGame, Written};

pub use backup::backup;
pub use open::OpenFault;
use writer::Writer;

/// Games in one file. While it is open, no other server opens the file.
pub struct Sqlite {
    writer: Writer,
    readers: Mutex<Vec<Connection>>,
    path: std::path::PathBuf,
    _lock: File,
}

impl Sqlite {
    /// Opens a file, or makes it. A file that is damaged, newer or of another program is refused
    /// and not touched.
    pub fn open(path: &Path) -> Result<Self, OpenFault> {
        let (writer, lock) = open::open(path)?;
        Ok(Sqlite {
            writer,
            readers: Mutex::default(),
            path: path.to_owned(),
            _lock: lock,
        })
    }

    /// Lends a reading connection. As many are kept as were ever needed at once.
    fn reading<T>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreFault> {
        let broken = |fault: rusqlite::Error| StoreFault::Broken(fault.to_string());
        let free = || self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = free().pop();
        let connection = match kept {
            Some(connection) => connection,
            None => open::reader(&self.path).map_err(broken)?,
        };
        let found = read(&connection).map_err(broken)?;
        free().push(connection);
        Ok(found)
    }
}

impl Store for Sqlite {
    fn write(&self, change: Change) -> Written {
        self.writer.write(change)
    }

    fn game(&self, id: GameId) -> Result<Option<StoredGame>, StoreFault> {
        self.reading(|connection| read::game(connection, id))?
            .transpose()
    }

    fn close(&self) {
        self.readers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clear();
        self.writer.close();
    }
}
