//! What the store needs of the system it runs on: which file a name leads to, locks, and names that are on disk.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// The device and the number of a file on it.
pub(super) type Numbers = (u64, u64);

/// What tells the file at a path from every other; `None` on a system whose open files cannot be moved or deleted.
#[cfg(unix)]
pub(super) fn numbers(path: &Path) -> io::Result<Option<Numbers>> {
    use std::os::unix::fs::MetadataExt;
    #[cfg(target_os = "linux")]
    if let Some(numbers) = only_numbers(path) {
        return Ok(Some(numbers));
    }
    let found = std::fs::metadata(path)?;
    Ok(Some((found.dev(), found.ino())))
}

/// The same without a look at the times of the file; `None` if the system cannot do that, or there is no file. Whoever
/// looks at them has Linux note the time of the next write more exactly, and the next sync writes the inode, too: one
/// more wait for the disk.
#[cfg(target_os = "linux")]
fn only_numbers(path: &Path) -> Option<Numbers> {
    use rustix::fs::{AtFlags, CWD, StatxFlags, makedev, statx};
    let found = statx(CWD, path, AtFlags::empty(), StatxFlags::INO).ok()?;
    let device = makedev(found.stx_dev_major, found.stx_dev_minor);
    Some((device, found.stx_ino))
}

/// `SQLite` opens its files so that they can be neither moved nor deleted meanwhile.
#[cfg(windows)]
pub(super) fn numbers(path: &Path) -> io::Result<Option<Numbers>> {
    std::fs::metadata(path).map(|_| None)
}

/// Whether a file can be locked while it is read and written through other handles. A lock of Windows keeps every other
/// handle from reading, those of its own process too.
pub(super) const CAN_LOCK_ITSELF: bool = cfg!(unix);

/// How a file is opened that exists only to be locked; it is made if it is not there.
pub(super) fn lock_file() -> OpenOptions {
    let mut options = File::options();
    options.create(true).write(true).truncate(false);
    #[cfg(windows)]
    {
        use std::os::windows::fs::OpenOptionsExt;
        // FILE_SHARE_READ and FILE_SHARE_WRITE, without FILE_SHARE_DELETE: a lock file that somebody removes would let
        // a second server make, and lock, another one.
        options.share_mode(0x1 | 0x2);
    }
    options
}

/// Waits until the disk has a file that is closed already.
pub(super) fn sync(path: &Path) -> io::Result<()> {
    // Windows syncs only what could have been written.
    File::options()
        .read(true)
        .write(true)
        .open(path)?
        .sync_all()
}

/// Waits until the disk knows the name of a file.
pub(super) fn sync_folder(path: &Path) -> io::Result<()> {
    // Windows opens no folder as a file. NTFS writes names to its journal, in their order.
    if cfg!(unix) {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::os::unix::fs::MetadataExt;

    use super::*;

    #[test]
    fn numbers_are_those_that_the_standard_library_finds() -> io::Result<()> {
        let file = tempfile::NamedTempFile::new()?;
        let found = std::fs::metadata(file.path())?;
        let expected = (found.dev(), found.ino());
        assert_eq!(only_numbers(file.path()), Some(expected));
        assert_eq!(numbers(file.path())?, Some(expected));
        assert_eq!(only_numbers(&file.path().join("nothing")), None);
        Ok(())
    }
}
