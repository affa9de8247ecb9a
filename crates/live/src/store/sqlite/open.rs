//! Opening a file. A file that is damaged or not ours is refused before anything is written to it.

use std::error::Error;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use quintet_games::escape_up_to;
use rusqlite::config::DbConfig;
use rusqlite::ffi::{SQLITE_FULL, SQLITE_IOERR_SHMSIZE};
use rusqlite::{Connection, OpenFlags};

use super::ack_log::{self, AckLog};
use super::backup::is_restore_interrupted;
use super::files::{self, OpenFiles, length, with_suffix};
use super::schema;
use super::writer::Writer;

/// The oldest `SQLite` that does not lose a write-ahead log that starts over.
const OLDEST_SQLITE: i32 = 3_051_003;

/// Reason why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another server has it open.
    #[error("{} is in use by another server", show(.0))]
    InUse(PathBuf),
    /// Its contents are corrupt.
    #[error("{} is damaged ({reason}); nothing was changed", show(.path))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The first error in it.
        reason: String,
    },
    /// It belongs to another program.
    #[error("{} is not a Quintet database; nothing was changed", show(.0))]
    Foreign(PathBuf),
    /// Its tables, indexes or triggers are not those that this program creates.
    #[error("{} has a schema that Quintet did not create ({reason}); nothing was changed", show(.path))]
    Altered {
        /// The file.
        path: PathBuf,
        /// The first difference.
        reason: String,
    },
    /// It belongs to another version of this program.
    #[error(
        "{} has version {found}, and this program uses version {}; nothing was changed",
        show(.path),
        schema::VERSION
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
    /// The library would lose data.
    #[error("SQLite {0} is too old: 3.51.3 or later is required")]
    OldLibrary(&'static str),
    /// The file cannot be opened or written.
    #[error("{} cannot be used: {reason}", show(.path))]
    Unusable {
        /// The file.
        path: PathBuf,
        /// The error of the system or of `SQLite`.
        reason: String,
    },
}

fn show(path: &Path) -> String {
    escape_up_to(300, &path.display().to_string())
}

impl OpenError {
    pub(super) fn unusable(path: &Path, reason: &dyn ToString) -> Self {
        OpenError::Unusable {
            path: path.to_owned(),
            reason: reason.to_string(),
        }
    }

    fn unreadable(path: &Path, error: &rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::CannotOpen) => OpenError::unusable(path, error),
            Some(rusqlite::ErrorCode::NotADatabase) => OpenError::Foreign(path.to_owned()),
            _ => OpenError::Damaged {
                path: path.to_owned(),
                reason: error.to_string(),
            },
        }
    }
}

impl From<OpenError> for io::Error {
    fn from(error: OpenError) -> Self {
        io::Error::other(error)
    }
}

/// An open file.
pub(super) struct Opened {
    pub(super) writer: Writer,
    /// The canonical path.
    pub(super) path: PathBuf,
    pub(super) files: Arc<OpenFiles>,
    /// The locks that exclude other servers.
    pub(super) locks: Vec<File>,
}

/// Opens or creates a file for writing.
pub(super) fn open(path: &Path) -> Result<Opened, OpenError> {
    if rusqlite::version_number() < OLDEST_SQLITE {
        return Err(OpenError::OldLibrary(rusqlite::version()));
    }
    let (real, mut locks) = lock(path)?;
    if is_restore_interrupted(&real) {
        let reason = "`quintet restore` was interrupted here: run it again";
        return Err(OpenError::unusable(path, &reason));
    }
    match length(&real) {
        0 if length(&with_suffix(&real, "-wal")) > 0 => {
            // SQLite would delete this log.
            return Err(OpenError::Damaged {
                path: path.to_owned(),
                reason: "it is missing or empty, but its write-ahead log is not".to_owned(),
            });
        }
        0 => {
            create(&real).map_err(|error| OpenError::unusable(path, &error))?;
            locks.extend(lock_database(path, &real)?);
        }
        // SQLite treats a file of one byte as an empty one.
        1 => return Err(OpenError::Foreign(path.to_owned())),
        _ => inspect(path, &real, CHECKED_FIRST)?,
    }
    let start = || -> Result<_, Box<dyn Error>> {
        let connection = match writer(&real) {
            Err(error) if is_full(&error) => {
                tracing::error!(%error, "the disk is full: games can be watched, not played");
                None
            }
            opened => Some(opened?),
        };
        match &connection {
            Some(connection) => report_missing(&real, connection)?,
            None => report_missing(&real, &exclusive_reader(&real)?)?,
        }
        let files = Arc::new(OpenFiles::at(&real));
        let writer = Writer::start(&real, &files, connection, AckLog::open(&real)?)?;
        Ok((writer, files))
    };
    let (writer, files) = start().map_err(|error| OpenError::unusable(path, &error))?;
    Ok(Opened {
        writer,
        path: real,
        files,
        locks,
    })
}

/// Locks a file against other servers. Returns its canonical path and the locks.
pub(super) fn lock(path: &Path) -> Result<(PathBuf, Vec<File>), OpenError> {
    let real = canonical(path).map_err(|error| OpenError::unusable(path, &error))?;
    if real.exists() {
        regular(path)?;
    }
    // The lock ends with the process.
    let file = files::lock_options().open(with_suffix(&real, ".lock"));
    let mut locks = vec![try_lock(path, file)?];
    if length(&real) > 0 {
        locks.extend(lock_database(path, &real)?);
    }
    Ok((real, locks))
}

/// Locks the database itself, which excludes a server that opens it by another hard link.
fn lock_database(path: &Path, real: &Path) -> Result<Option<File>, OpenError> {
    if !files::CAN_LOCK_DATABASE {
        return Ok(None);
    }
    try_lock(path, File::open(real)).map(Some)
}

fn try_lock(path: &Path, file: io::Result<File>) -> Result<File, OpenError> {
    let file = file.map_err(|error| OpenError::unusable(path, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse(path.to_owned())),
        Err(TryLockError::Error(error)) => Err(OpenError::unusable(path, &error)),
    }
}

/// Returns the canonical path of an existing file. Anything but a regular file is refused: reading a device may never
/// end.
pub(super) fn regular(path: &Path) -> Result<PathBuf, OpenError> {
    let found = path.canonicalize().and_then(|real| {
        if fs::metadata(&real)?.is_file() {
            return Ok(real);
        }
        Err(io::Error::other("it is not a regular file"))
    });
    found.map_err(|error| OpenError::unusable(path, &error))
}

/// Returns the canonical path of a file that may not exist yet, and creates its folder. Two servers that use different
/// links to a file must compete for the same lock.
fn canonical(path: &Path) -> io::Result<PathBuf> {
    if let Ok(real) = path.canonicalize() {
        return Ok(real);
    }
    // Its target may be on a disk that is not mounted yet. A new file in its place would hide the target.
    if path.is_symlink() {
        return Err(io::Error::other("it is a link that leads to no file"));
    }
    let folder = files::folder(path);
    let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?;
    fs::create_dir_all(folder)?;
    Ok(folder.canonicalize()?.join(name))
}

/// Logs the acknowledged changes that a file lacks, and starts a new acknowledgement log if there are any.
fn report_missing(real: &Path, connection: &Connection) -> Result<(), Box<dyn Error>> {
    let has_games = "SELECT EXISTS (SELECT 1 FROM games)";
    if connection.query_row(has_games, (), |row| row.get(0))? && !ack_log::is_readable(real)? {
        tracing::warn!(
            expected = %with_suffix(real, ack_log::SUFFIX).display(),
            "the acknowledgement log is missing: lost moves cannot be detected"
        );
    }
    let missing = ack_log::missing(real, connection)?;
    if missing.is_empty() {
        return Ok(());
    }
    let aside = ack_log::set_aside(real)?;
    for what in &missing {
        tracing::error!("acknowledged, but no longer in the file: {what}");
    }
    tracing::error!(
        count = missing.len(),
        acknowledgements = %aside.display(),
        "the latest changes of the file were lost since the last run: its write-ahead log was removed, truncated or \
         corrupted, or the file was replaced by an older copy"
    );
    Ok(())
}

/// Creates a file that is complete as soon as it exists, even if the program is killed.
fn create(path: &Path) -> Result<(), Box<dyn Error>> {
    let new = with_suffix(path, ".new");
    files::remove_database(&new)?;
    File::create(&new)?;
    let mut connection = writer(&new)?;
    schema::create(&mut connection)?;
    // Closing the connection removes the files next to it.
    connection.close().map_err(|(_, error)| error)?;
    files::sync(&new)?;
    fs::rename(&new, path)?;
    files::sync_folder(path)?;
    Ok(())
}

/// The size up to which files are checked before they are opened: 256 MB, which take a second or two. Larger files are
/// checked in the background, so that the time to start has a bound.
const CHECKED_FIRST: u64 = 256 * 1024 * 1024;

/// Checks a file without writing to it; the contents only up to a size of `limit` bytes.
fn inspect(path: &Path, real: &Path, limit: u64) -> Result<(), OpenError> {
    let connection = ours(path, real)?;
    if length(real) > limit {
        return Ok(());
    }
    let found = connection.query_row("PRAGMA quick_check(1)", (), |row| row.get(0));
    let found: String = found.map_err(|error| OpenError::unreadable(path, &error))?;
    if found == "ok" {
        return Ok(());
    }
    Err(OpenError::Damaged {
        path: path.to_owned(),
        reason: found.replace('\n', " "),
    })
}

/// Opens a file of this program for reading. A server may be writing to it.
pub(super) fn ours(path: &Path, real: &Path) -> Result<Connection, OpenError> {
    let unreadable = |error| OpenError::unreadable(path, &error);
    // While a server has the file open, it has a write-ahead log.
    let connection = if with_suffix(real, "-wal").exists() {
        reader(real).map(|(connection, _)| connection)
    } else {
        immutable_reader(real)
    };
    let connection = connection.map_err(unreadable)?;
    let (application, version) = schema::versions(&connection).map_err(unreadable)?;
    if application != schema::APPLICATION {
        return Err(OpenError::Foreign(path.to_owned()));
    }
    let path = path.to_owned();
    if version != schema::VERSION {
        return Err(OpenError::Version {
            path,
            found: version,
        });
    }
    match schema::difference(&connection).map_err(unreadable)? {
        None => Ok(connection),
        Some(reason) => Err(OpenError::Altered { path, reason }),
    }
}

/// Maximum time to wait for another process that locks the file, such as a backup.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Opens a connection. Triggers, views, unsafe functions in the schema and direct writes to the schema are disabled.
fn connect(name: impl AsRef<Path>, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(name, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    for (option, is_on) in [
        (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
        (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
    ] {
        connection.set_db_config(option, is_on)?;
    }
    connection.busy_timeout(BUSY_TIMEOUT)?;
    Ok(connection)
}

/// Opens a connection that reads. Returns true if others can use the file at the same time.
pub(super) fn reader(path: &Path) -> rusqlite::Result<(Connection, bool)> {
    match shared_reader(path) {
        Err(error) if is_full(&error) => Ok((exclusive_reader(path)?, false)),
        opened => Ok((opened?, true)),
    }
}

/// Opens a connection that reads while others read and write.
pub(super) fn shared_reader(path: &Path) -> rusqlite::Result<Connection> {
    let connection = connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    read_once(&connection)?;
    Ok(connection)
}

/// Opens a connection that reads alone: its index of the write-ahead log is in memory, so it works on a full disk.
fn exclusive_reader(path: &Path) -> rusqlite::Result<Connection> {
    let connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    connection.pragma_update(None, "locking_mode", "exclusive")?;
    read_once(&connection)?;
    Ok(connection)
}

/// Opens a connection to a file without a write-ahead log, which no other process changes. Unlike a reader, it creates
/// no file next to it.
fn immutable_reader(path: &Path) -> rusqlite::Result<Connection> {
    let Some(name) = path.to_str() else {
        // A URI cannot hold this name. An empty log next to the file is harmless.
        return shared_reader(path);
    };
    let name = name.replace('%', "%25");
    let name = name.replace('?', "%3f").replace('#', "%23");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    connect(format!("file:{name}?immutable=1"), flags)
}

/// Opens a connection that writes to an existing file. Each commit waits for the disk.
pub(super) fn writer(path: &Path) -> rusqlite::Result<Connection> {
    let connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    read_once(&connection)?;
    Ok(connection)
}

/// Makes a connection open the files next to the database now.
fn read_once(connection: &Connection) -> rusqlite::Result<()> {
    connection.query_row("PRAGMA schema_version", (), |_| Ok(()))
}

/// Returns true if `SQLite` found no room on the disk for a file.
pub(super) fn is_full(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error().map(|error| error.extended_code);
    matches!(code, Some(SQLITE_FULL | SQLITE_IOERR_SHMSIZE))
}

#[cfg(test)]
#[path = "../../../tests/unit/store/sqlite/open.rs"]
mod tests;
