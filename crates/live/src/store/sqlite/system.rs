//! What the store needs of the system it runs on: which file a name leads to, locks, and names that are on disk.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// The device and the number of a file on it, which tell it from every other; `None` on a system whose open files cannot
/// be moved or deleted.
pub(super) type Numbers = Option<(u64, u64)>;

/// The file at a path: which one it is, and its bytes.
#[cfg(unix)]
pub(super) fn look(path: &Path) -> io::Result<(Numbers, u64)> {
    use std::os::unix::fs::MetadataExt;
    #[cfg(target_os = "linux")]
    if let Some(found) = look_without_times(path) {
        return Ok(found);
    }
    let found = std::fs::metadata(path)?;
    Ok((Some((found.dev(), found.ino())), found.len()))
}

/// The same without a look at the times of the file; `None` if the system cannot do that, or there is no file. Whoever
/// looks at them has Linux note the time of the next write more exactly, and the next sync writes the inode, too: one
/// more wait for the disk.
#[cfg(target_os = "linux")]
fn look_without_times(path: &Path) -> Option<(Numbers, u64)> {
    use rustix::fs::{AtFlags, CWD, StatxFlags, makedev, statx};
    let wanted = StatxFlags::INO | StatxFlags::SIZE;
    let found = statx(CWD, path, AtFlags::empty(), wanted).ok()?;
    let device = makedev(found.stx_dev_major, found.stx_dev_minor);
    Some((Some((device, found.stx_ino)), found.stx_size))
}

/// `SQLite` opens its files so that they can be neither moved nor deleted meanwhile.
#[cfg(windows)]
pub(super) fn look(path: &Path) -> io::Result<(Numbers, u64)> {
    Ok((None, std::fs::metadata(path)?.len()))
}

/// Whether an open file is the one at a path.
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let numbers = |found: std::fs::Metadata| (found.dev(), found.ino());
        let [open, there] =
            [file.metadata(), std::fs::metadata(path)].map(|found| found.map(numbers).ok());
        open.is_some() && open == there
    }
    #[cfg(windows)]
    {
        // There is no stable way to ask. A lock that was removed in the moment between is not noticed here.
        let _ = (file, path);
        true
    }
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

/// The folder of a file.
pub(super) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Waits until the disk knows the name of a file.
pub(super) fn sync_folder(path: &Path) -> io::Result<()> {
    // Windows opens no folder as a file. NTFS writes names to its journal, in their order.
    if cfg!(unix) {
        File::open(folder(path))?.sync_all()?;
    }
    Ok(())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::os::unix::fs::MetadataExt;

    use super::*;

    #[test]
    fn a_look_finds_what_the_standard_library_finds() -> io::Result<()> {
        let file = tempfile::NamedTempFile::new()?;
        std::fs::write(file.path(), "some bytes")?;
        let found = std::fs::metadata(file.path())?;
        let expected = (Some((found.dev(), found.ino())), 10);
        assert_eq!(look_without_times(file.path()), Some(expected));
        assert_eq!(look(file.path())?, expected);
        assert_eq!(look_without_times(&file.path().join("nothing")), None);
        Ok(())
    }
}
