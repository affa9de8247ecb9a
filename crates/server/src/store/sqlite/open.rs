//! Opening a file: what is not ours or not whole is refused before anything is written.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use quintet_games::shown_up_to;
use rusqlite::{Connection, OpenFlags};

use super::schema;

/// The oldest `SQLite` that does not lose a write-ahead log that is begun anew.
const OLDEST: i32 = 3_051_003;

/// Why a file can not be used.
#[derive(Debug, thiserror::Error)]
pub enum OpenFault {
    /// Another server has it open.
    #[error("{} is in use by another server", show(.0))]
    InUse(PathBuf),
    /// The bytes are not what was written.
    #[error("{} is damaged ({fault}); nothing was changed", show(.path))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was found.
        fault: String,
    },
    /// It belongs to another program.
    #[error("{} is not a file of Quintet; nothing was changed", show(.0))]
    Foreign(PathBuf),
    /// It was written by a newer program.
    #[error(
        "{} has version {found} and this program knows versions up to {}; nothing was changed",
        show(.path),
        schema::VERSION
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
    /// The library would lose data.
    #[error("SQLite {0} is too old: it must be 3.51.3 or later")]
    OldLibrary(&'static str),
    /// The file can not be opened or written.
    #[error("{} can not be used: {fault}", show(.path))]
    Unusable {
        /// The file.
        path: PathBuf,
        /// Why.
        fault: String,
    },
}

fn show(path: &Path) -> String {
    shown_up_to(300, &path.display().to_string())
}

/// The connection that writes, and the lock that keeps other servers out.
pub(super) fn open(path: &Path) -> Result<(Connection, File), OpenFault> {
    if rusqlite::version_number() < OLDEST {
        return Err(OpenFault::OldLibrary(rusqlite::version()));
    }
    let unusable = |fault: &dyn ToString| OpenFault::Unusable {
        path: path.to_owned(),
        fault: fault.to_string(),
    };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|fault| unusable(&fault))?;
    }
    let lock = lock(path).map_err(|fault| match fault {
        TryLockError::WouldBlock => OpenFault::InUse(path.to_owned()),
        TryLockError::Error(fault) => unusable(&fault),
    })?;
    let is_new = fs::metadata(path).map_or(true, |found| found.len() == 0);
    if !is_new {
        inspect(path)?;
    }
    let connection = writer(path).map_err(|fault| unusable(&fault))?;
    Ok((connection, lock))
}

/// The file beside the database that the one server holds locked. The lock goes with the process,
/// however it ends.
fn lock(path: &Path) -> Result<File, TryLockError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let file = File::options()
        .create(true)
        .write(true)
        .truncate(false)
        .open(name)
        .map_err(TryLockError::Error)?;
    file.try_lock()?;
    Ok(file)
}

/// Looks at a whole file through a connection that can not write.
fn inspect(path: &Path) -> Result<(), OpenFault> {
    let damaged = |fault: String| OpenFault::Damaged {
        path: path.to_owned(),
        fault,
    };
    let unreadable = |fault: rusqlite::Error| match fault.sqlite_error_code() {
        Some(rusqlite::ErrorCode::CannotOpen) => OpenFault::Unusable {
            path: path.to_owned(),
            fault: fault.to_string(),
        },
        _ => damaged(fault.to_string()),
    };
    let connection = reader(path).map_err(unreadable)?;
    let (application, version) = schema::marks(&connection).map_err(unreadable)?;
    if application != schema::APPLICATION {
        return Err(OpenFault::Foreign(path.to_owned()));
    }
    if version > schema::VERSION {
        let path = path.to_owned();
        return Err(OpenFault::Newer {
            path,
            found: version,
        });
    }
    let found: String = connection
        .query_row("PRAGMA quick_check(1)", (), |row| row.get(0))
        .map_err(unreadable)?;
    if found == "ok" {
        Ok(())
    } else {
        Err(damaged(found))
    }
}

/// A connection that reads only.
pub(super) fn reader(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    Ok(connection)
}

/// How long to wait for another process, such as a backup, that holds the file.
const PATIENCE: Duration = Duration::from_secs(5);

/// The one connection that writes: what it has committed has reached the disk.
fn writer(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    schema::migrate(&mut connection)?;
    Ok(connection)
}

impl From<OpenFault> for io::Error {
    fn from(fault: OpenFault) -> Self {
        io::Error::other(fault)
    }
}
