//! Opening a file: what is not ours or not whole is refused before anything is written.

use std::error::Error;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use quintet_games::escape_up_to;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::backup::is_interrupted;
use super::check::missing;
use super::identity::Identity;
use super::mark::{self, Mark};
use super::schema;
use super::system;
use super::writer::Writer;

/// The oldest `SQLite` that does not lose a write-ahead log that is begun anew.
const OLDEST: i32 = 3_051_003;

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
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
    /// Its tables, indexes or triggers are not those that this program creates.
    #[error("{} has a schema that Quintet did not create ({fault}); nothing was changed", show(.path))]
    Altered {
        /// The file.
        path: PathBuf,
        /// The first difference.
        fault: String,
    },
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
    /// The file cannot be opened or written.
    #[error("{} cannot be used: {fault}", show(.path))]
    Unusable {
        /// The file.
        path: PathBuf,
        /// Why.
        fault: String,
    },
}

fn show(path: &Path) -> String {
    escape_up_to(300, &path.display().to_string())
}

/// A file that is open.
pub(super) struct Opened {
    pub(super) writer: Writer,
    /// Where it really is.
    pub(super) path: PathBuf,
    /// Which file it is.
    pub(super) identity: Arc<Identity>,
    /// What keeps other servers out.
    pub(super) locks: Vec<File>,
}

/// Opens a file for writing.
pub(super) fn open(path: &Path) -> Result<Opened, OpenError> {
    if rusqlite::version_number() < OLDEST {
        return Err(OpenError::OldLibrary(rusqlite::version()));
    }
    let unusable = |fault: &dyn ToString| OpenError::Unusable {
        path: path.to_owned(),
        fault: fault.to_string(),
    };
    let (real, mut locks) = hold(path)?;
    if is_interrupted(&real) {
        let fault = "a backup was being restored here when that was interrupted: restore it again";
        return Err(unusable(&fault));
    }
    match length(&real) {
        0 if has_log(&real) => {
            // SQLite would throw such a log away.
            return Err(OpenError::Damaged {
                path: path.to_owned(),
                fault: "its end is in the log beside it, but the file itself is missing or empty"
                    .to_owned(),
            });
        }
        0 => {
            create(&real).map_err(|fault| unusable(&fault))?;
            locks.extend(lock_itself(path, &real)?);
        }
        // SQLite takes a file of one byte for an empty one.
        1 => return Err(OpenError::Foreign(path.to_owned())),
        _ => inspect(path, &real, CHECKED_FIRST)?,
    }
    let connection = writer(&real).map_err(|fault| unusable(&fault))?;
    report_unnoted(&real, &connection).map_err(|fault| unusable(&fault))?;
    report_missing(&real, &connection).map_err(|fault| unusable(&fault))?;
    let mark = Mark::open(&real).map_err(|fault| unusable(&fault))?;
    let identity = Arc::new(Identity::of(&real));
    let writer = Writer::start(&real, &identity, connection, mark);
    let writer = writer.map_err(|fault| unusable(&fault))?;
    Ok(Opened {
        writer,
        identity,
        path: real,
        locks,
    })
}

/// Keeps other servers away from a file: where it really is, and the locks.
pub(super) fn hold(path: &Path) -> Result<(PathBuf, Vec<File>), OpenError> {
    let unusable = |fault: io::Error| OpenError::Unusable {
        path: path.to_owned(),
        fault: fault.to_string(),
    };
    let real = place(path).map_err(unusable)?;
    if real.exists() {
        regular(path)?;
    }
    let mut locks = vec![lock(&real).map_err(|fault| match fault {
        TryLockError::WouldBlock => OpenError::InUse(path.to_owned()),
        TryLockError::Error(fault) => unusable(fault),
    })?];
    if length(&real) > 0 {
        locks.extend(lock_itself(path, &real)?);
    }
    Ok((real, locks))
}

/// Where a file really is. Anything but a regular file is refused: to read some of them never ends.
pub(super) fn regular(path: &Path) -> Result<PathBuf, OpenError> {
    let found = path.canonicalize().and_then(|real| {
        if fs::metadata(&real)?.is_file() {
            return Ok(real);
        }
        Err(io::Error::other("it is not a regular file"))
    });
    found.map_err(|fault| OpenError::Unusable {
        path: path.to_owned(),
        fault: fault.to_string(),
    })
}

/// Locks the file itself, which has one lock however many names it has. Where a lock keeps its own process from
/// reading, the one beside it has to do.
fn lock_itself(path: &Path, real: &Path) -> Result<Option<File>, OpenError> {
    if !system::CAN_LOCK_ITSELF {
        return Ok(None);
    }
    let locked = File::open(real)
        .map_err(TryLockError::Error)
        .and_then(|file| {
            file.try_lock()?;
            Ok(file)
        });
    match locked {
        Ok(file) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse(path.to_owned())),
        Err(TryLockError::Error(fault)) => Err(OpenError::Unusable {
            path: path.to_owned(),
            fault: fault.to_string(),
        }),
    }
}

/// Says which acknowledged changes are not in a file, if any, and begins to note anew.
fn report_missing(real: &Path, connection: &Connection) -> Result<(), Box<dyn Error>> {
    let missing = missing(real, connection)?;
    if missing.is_empty() {
        return Ok(());
    }
    let aside = mark::put_aside(real)?;
    for what in &missing {
        tracing::error!("acknowledged, but no longer in the file: {what}");
    }
    tracing::error!(
        count = missing.len(),
        noted_in = %aside.display(),
        "the end of the file was lost since the last run: its log was removed, cut off or damaged, or an older copy \
         was put in its place"
    );
    Ok(())
}

/// Says so if it is not known what was acknowledged last: then nothing can be told of what was lost.
fn report_unnoted(real: &Path, connection: &Connection) -> Result<(), Box<dyn Error>> {
    let has_games = "SELECT EXISTS (SELECT 1 FROM games)";
    if connection.query_row(has_games, (), |row| row.get(0))? && !mark::is_readable(real)? {
        tracing::warn!(
            noted_in = %beside(real, mark::SUFFIX).display(),
            "what was acknowledged before this start is not noted beside the file: nothing can be told of what was lost"
        );
    }
    Ok(())
}

/// Where a file is or will be, by the one name that all its names lead to: two servers must not
/// each hold a lock of their own.
fn place(path: &Path) -> io::Result<PathBuf> {
    if let Ok(real) = path.canonicalize() {
        return Ok(real);
    }
    // What it leads to may be on a disk that is not there yet. A file in the place of the link would hide it.
    if path.is_symlink() {
        return Err(io::Error::other("it is a link that leads to no file"));
    }
    let folder = system::folder(path);
    let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?;
    fs::create_dir_all(folder)?;
    Ok(folder.canonicalize()?.join(name))
}

/// The bytes in a file. A file that is not there has none.
fn length(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |found| found.len())
}

/// Whether there are changes beside a file that are not in it yet.
fn has_log(path: &Path) -> bool {
    length(&beside(path, "-wal")) > 0
}

/// The file whose name is that of another with something behind it.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Makes a file that is whole from the moment it is there, whenever the program is killed.
fn create(path: &Path) -> Result<(), Box<dyn Error>> {
    let side = beside(path, ".new");
    remove(&side)?;
    File::create(&side)?;
    // Closing it leaves one file.
    writer(&side)?.close().map_err(|(_, fault)| fault)?;
    system::sync(&side)?;
    fs::rename(&side, path)?;
    system::sync_folder(path)?;
    Ok(())
}

/// Removes a file with all that may be beside it, if it is there.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    for suffix in ["-wal", "-shm", "-journal", ""] {
        match fs::remove_file(beside(path, suffix)) {
            Err(fault) if fault.kind() != io::ErrorKind::NotFound => return Err(fault),
            _ => {}
        }
    }
    Ok(())
}

/// The file beside the database that the one server holds locked. The lock goes with the process,
/// however it ends.
fn lock(path: &Path) -> Result<File, TryLockError> {
    let file = system::lock_file()
        .open(beside(path, ".lock"))
        .map_err(TryLockError::Error)?;
    file.try_lock()?;
    Ok(file)
}

/// Files up to this size are checked before they are opened, which takes a second or two: 256 MB. Larger ones are checked
/// in the background, so that the time to start does not grow with the file.
const CHECKED_FIRST: u64 = 256 * 1024 * 1024;

/// Looks at a file through a connection that cannot write: at all of it, unless it is larger than `most` bytes.
fn inspect(path: &Path, real: &Path, most: u64) -> Result<(), OpenError> {
    let connection = ours(path, real)?;
    if length(real) > most {
        return Ok(());
    }
    let found = connection.query_row("PRAGMA quick_check(1)", (), |row| row.get(0));
    let found: String = found.map_err(|fault| unreadable(path, &fault))?;
    if found == "ok" {
        Ok(())
    } else {
        Err(OpenError::Damaged {
            path: path.to_owned(),
            fault: found.replace('\n', " "),
        })
    }
}

/// A connection that cannot write, to a file of this program.
pub(super) fn ours(path: &Path, real: &Path) -> Result<Connection, OpenError> {
    let unreadable = |fault| unreadable(path, &fault);
    // As long as a server has the file open, there is a log beside it.
    let connection = if beside(real, "-wal").exists() {
        reader(real)
    } else {
        onlooker(real)
    };
    let connection = connection.map_err(unreadable)?;
    let (application, version) = schema::marks(&connection).map_err(unreadable)?;
    if application != schema::APPLICATION {
        return Err(OpenError::Foreign(path.to_owned()));
    }
    if version > schema::VERSION {
        let path = path.to_owned();
        return Err(OpenError::Newer {
            path,
            found: version,
        });
    }
    let difference = schema::difference(&connection, version).map_err(unreadable)?;
    match difference {
        None => Ok(connection),
        Some(fault) => Err(OpenError::Altered {
            path: path.to_owned(),
            fault,
        }),
    }
}

/// A connection that cannot write, to a file of this program and version that a server may be writing to.
pub(super) fn in_use(path: &Path, real: &Path) -> Result<Connection, OpenError> {
    let connection = ours(path, real)?;
    let (_, version) = schema::marks(&connection).map_err(|fault| unreadable(path, &fault))?;
    if version == schema::VERSION {
        return Ok(connection);
    }
    Err(OpenError::Unusable {
        path: path.to_owned(),
        fault: format!(
            "it has version {version}, and becomes version {} when a server opens it",
            schema::VERSION
        ),
    })
}

fn unreadable(path: &Path, fault: &rusqlite::Error) -> OpenError {
    let (path, text) = (path.to_owned(), fault.to_string());
    match fault.sqlite_error_code() {
        Some(rusqlite::ErrorCode::CannotOpen) => OpenError::Unusable { path, fault: text },
        _ => OpenError::Damaged { path, fault: text },
    }
}

/// A connection that reads only.
pub(super) fn reader(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    distrust(&connection)?;
    connection.busy_timeout(PATIENCE)?;
    Ok(connection)
}

/// Disables triggers, views and unsafe functions in the schema of a file, and direct writes to the schema.
fn distrust(connection: &Connection) -> rusqlite::Result<()> {
    for (option, is_on) in [
        (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
        (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
    ] {
        connection.set_db_config(option, is_on)?;
    }
    Ok(())
}

/// A connection to a file without a log, which no other process writes meanwhile. Unlike a reader it makes
/// no file beside it.
fn onlooker(path: &Path) -> rusqlite::Result<Connection> {
    let Some(name) = path.to_str() else {
        // Such a name fits in no address; an empty log beside the file does no harm.
        return reader(path);
    };
    let name = name.replace('%', "%25");
    let name = name.replace('?', "%3f").replace('#', "%23");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_URI;
    let connection = Connection::open_with_flags(format!("file:{name}?immutable=1"), flags)?;
    distrust(&connection)?;
    Ok(connection)
}

/// How long to wait for another process, such as a backup, that holds the file.
const PATIENCE: Duration = Duration::from_secs(5);

/// A connection that writes to a file that is there: what it has committed has reached the disk.
pub(super) fn writing(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    distrust(&connection)?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(connection)
}

/// The connection through which games are written, to a file of this program's version.
fn writer(path: &Path) -> rusqlite::Result<Connection> {
    let mut connection = writing(path)?;
    schema::migrate(&mut connection)?;
    Ok(connection)
}

impl From<OpenError> for io::Error {
    fn from(fault: OpenError) -> Self {
        io::Error::other(fault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_file_is_not_read_whole_before_it_is_opened() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.db");
        create(&path).expect("a new file");
        let mut bytes = fs::read(&path).expect("a file");
        let last = bytes.len() - 4096;
        bytes[last..].fill(0xff);
        fs::write(&path, &bytes).expect("room on the disk");
        let inspect = |most| inspect(&path, &path, most);
        assert!(matches!(inspect(u64::MAX), Err(OpenError::Damaged { .. })));
        assert!(inspect(4096).is_ok());
    }
}
