//! Writing a file so that what was there stays until the new content is complete on disk.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Puts `parts`, one after the other, in the file at `path`. If anything fails, an older file is as
/// it was.
///
/// The content is written to a new file beside it, forced to disk and renamed. A link is followed,
/// so that its target is replaced and the link stays. What is not a file (a device, a pipe) is
/// written to directly.
pub fn replace_file(path: &Path, parts: &[&[u8]]) -> io::Result<()> {
    let target = Target::of(path)?;
    let Target::File(path) = target else {
        let mut file = OpenOptions::new().write(true).open(path)?;
        return parts.iter().try_for_each(|part| file.write_all(part));
    };
    let side = Side::create(&path)?;
    side.fill(&path, parts)?;
    side.rename_to(&path)
}

/// Whether [`replace_file`] can be expected to work here, without changing anything: to know it
/// before a game is better than after.
pub fn check_writable(path: &Path) -> io::Result<()> {
    match Target::of(path)? {
        Target::File(path) => Side::create(&path).map(drop),
        Target::Other => Ok(()),
    }
}

/// What a path leads to.
enum Target {
    /// A file, or nothing yet.
    File(PathBuf),
    /// A device, a pipe or the like.
    Other,
}

impl Target {
    fn of(path: &Path) -> io::Result<Self> {
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => Err(io::Error::new(
                io::ErrorKind::IsADirectory,
                "it is a folder",
            )),
            Ok(found) if found.is_file() => Ok(Target::File(fs::canonicalize(path)?)),
            Ok(_) => Ok(Target::Other),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::of_nothing_yet(path),
            Err(error) => Err(error),
        }
    }

    /// What a path leads to at which nothing is, though a link may be.
    fn of_nothing_yet(path: &Path) -> io::Result<Self> {
        if path.as_os_str().as_encoded_bytes().ends_with(b"/") {
            return Err(io::Error::new(
                io::ErrorKind::NotADirectory,
                "there is no such folder",
            ));
        }
        match fs::read_link(path) {
            // Not endless: a circle of links is another error than not being found.
            Ok(target) => Self::of(&path.with_file_name(target)),
            Err(_) => Ok(Target::File(path.to_owned())),
        }
    }
}

/// A new file beside the one that it will replace; gone again unless it is renamed.
struct Side {
    path: PathBuf,
    file: File,
}

impl Side {
    fn create(beside: &Path) -> io::Result<Self> {
        static COUNTER: AtomicU32 = AtomicU32::new(0);
        if beside.file_name().is_none() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "it has no file name",
            ));
        }
        loop {
            let count = COUNTER.fetch_add(1, Ordering::Relaxed);
            // Short, so that it fits wherever the name of the file itself does.
            let name = format!(".quintet-{}-{count}.tmp", std::process::id());
            let path = beside.with_file_name(name);
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => return Ok(Side { path, file }),
                // Left behind by a process that was killed and had the same number.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn fill(&self, replacing: &Path, parts: &[&[u8]]) -> io::Result<()> {
        if let Ok(old) = fs::metadata(replacing) {
            self.file.set_permissions(old.permissions())?;
        }
        for part in parts {
            (&self.file).write_all(part)?;
        }
        self.file.sync_all()
    }

    fn rename_to(self, path: &Path) -> io::Result<()> {
        fs::rename(&self.path, path)?;
        // The new name is safe once the folder is on disk too. Not every system can do that.
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

impl Drop for Side {
    fn drop(&mut self) {
        // After a rename nothing has this name any more.
        let _ = fs::remove_file(&self.path);
    }
}
