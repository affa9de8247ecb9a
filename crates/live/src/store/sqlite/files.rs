//! Operations on files that differ between systems.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Device and inode of a file; `None` on Windows, where open files can be neither moved nor deleted.
type FileId = Option<(u64, u64)>;

/// Returns the id and the length of the file at a path.
///
/// The times of the file are not read: after reading them, Linux stores the time of the next write with a finer
/// granularity, and the next sync then writes the inode as well.
#[cfg(target_os = "linux")]
fn stat(path: &Path) -> io::Result<(FileId, u64)> {
    use rustix::fs::{AtFlags, CWD, StatxFlags, makedev, statx};
    let wanted = StatxFlags::INO | StatxFlags::SIZE;
    let found = statx(CWD, path, AtFlags::empty(), wanted)?;
    let device = makedev(found.stx_dev_major, found.stx_dev_minor);
    Ok((Some((device, found.stx_ino)), found.stx_size))
}

#[cfg(not(target_os = "linux"))]
fn stat(path: &Path) -> io::Result<(FileId, u64)> {
    let found = fs::metadata(path)?;
    Ok((id_of(&found), found.len()))
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "there is no id on Windows")]
fn id_of(metadata: &fs::Metadata) -> FileId {
    use std::os::unix::fs::MetadataExt;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(windows)]
fn id_of(_: &fs::Metadata) -> FileId {
    None
}

/// Returns true if an open file is the one at a path. Always true on Windows.
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    let [open, named] = [file.metadata(), fs::metadata(path)].map(Result::ok);
    open.is_some() && open.as_ref().map(id_of) == named.as_ref().map(id_of)
}

/// The database and its write-ahead log as they were when they were opened.
pub(super) struct OpenFiles {
    database: (PathBuf, Option<FileId>),
    wal: (PathBuf, OnceLock<FileId>),
    /// The greatest length of the write-ahead log that was seen. While it is in use it never shrinks: `SQLite` overwrites it
    /// from the start.
    wal_length: AtomicU64,
}

impl OpenFiles {
    /// Records the database at a path, and its write-ahead log if there is one.
    pub(super) fn at(path: &Path) -> Self {
        let files = OpenFiles {
            database: (path.to_owned(), stat(path).ok().map(|(id, _)| id)),
            wal: (with_suffix(path, "-wal"), OnceLock::new()),
            wal_length: AtomicU64::new(0),
        };
        files.record_wal();
        files
    }

    /// Records the write-ahead log, unless one was recorded before.
    pub(super) fn record_wal(&self) {
        if let Ok((id, _)) = stat(&self.wal.0) {
            self.wal.1.get_or_init(|| id);
        }
    }

    /// Fails if one of the files was deleted, moved or replaced, or the write-ahead log was truncated.
    pub(super) fn check(&self) -> Result<(), String> {
        // Loaded before the files are examined: another thread may see a longer log in between.
        let previous = self.wal_length.load(Ordering::Acquire);
        same(&self.database.0, self.database.1)?;
        let length = same(&self.wal.0, self.wal.1.get().copied())?;
        if length < previous {
            return Err(changed(&self.wal.0, "truncated"));
        }
        self.wal_length.fetch_max(length, Ordering::AcqRel);
        Ok(())
    }
}

/// Returns the length of a file that has this id; 0 without an id.
fn same(path: &Path, id: Option<FileId>) -> Result<u64, String> {
    match (id, stat(path)) {
        (None, _) => Ok(0),
        (Some(id), Ok((found, length))) if found == id => Ok(length),
        _ => Err(changed(path, "deleted, moved or replaced")),
    }
}

fn changed(path: &Path, how: &str) -> String {
    format!("{} was {how} while it was in use", path.display())
}

/// True where a locked file can still be read and written through other handles. On Windows a lock blocks every other
/// handle, including those of the same process.
pub(super) const CAN_LOCK_DATABASE: bool = cfg!(unix);

/// Returns options that open or create a file whose only purpose is its lock.
pub(super) fn lock_options() -> OpenOptions {
    let mut options = File::options();
    options.create(true).write(true).truncate(false);
    #[cfg(windows)]
    {
        use std::os::windows::fs::OpenOptionsExt;
        // FILE_SHARE_READ and FILE_SHARE_WRITE without FILE_SHARE_DELETE: if the lock file could be deleted, a second
        // server could create and lock another one.
        options.share_mode(0x1 | 0x2);
    }
    options
}

/// Syncs a file that is already closed to the disk.
pub(super) fn sync(path: &Path) -> io::Result<()> {
    // Windows syncs only files that are open for writing.
    let file = File::options().read(true).write(true).open(path)?;
    file.sync_all()
}

/// Returns the folder of a file.
pub(super) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Syncs the folder of a file, and with it the name of the file.
pub(super) fn sync_folder(path: &Path) -> io::Result<()> {
    // Windows cannot open a folder as a file. NTFS journals names in order.
    if cfg!(unix) {
        File::open(folder(path))?.sync_all()?;
    }
    Ok(())
}

/// Returns a path with a suffix appended to its name.
pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Returns the length of a file; 0 for a missing file.
pub(super) fn length(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |found| found.len())
}

/// Removes a database and the files of `SQLite` next to it, if they exist.
pub(super) fn remove_database(path: &Path) -> io::Result<()> {
    for suffix in ["-wal", "-shm", "-journal", ""] {
        match fs::remove_file(with_suffix(path, suffix)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}
