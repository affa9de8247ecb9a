//! Writing a file so that what was there stays until the new content is complete on disk.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// Puts `parts`, one after the other, in the file at `path`. If anything fails, an older file is as
/// it was.
///
/// The content is written to a new file beside it, forced to disk and renamed. A link is followed,
/// so that its target is replaced and the link stays. What is not a file (a device, a pipe) is
/// written to directly.
pub fn replace_file(path: &Path, parts: &[&[u8]]) -> io::Result<()> {
    replace_file_by(path, |out| {
        parts.iter().try_for_each(|part| out.write_all(part))
    })
}

/// As [`replace_file`], with what `write` writes.
pub(crate) fn replace_file_by(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let target = Target::of(path)?;
    let Target::File(path) = target else {
        let mut file = OpenOptions::new().write(true).open(path)?;
        return write(&mut file);
    };
    let side = side_file(&path)?;
    let mut file = side.as_file();
    if let Ok(old) = fs::metadata(&path) {
        file.set_permissions(old.permissions())?;
    }
    write(&mut file)?;
    file.sync_all()?;
    side.persist(&path)?;
    // The new name is safe once the folder is on disk too. Not every system can do that.
    if let Ok(folder) = File::open(folder_of(&path)) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Whether [`replace_file`] can be expected to work here, without changing anything: to know it
/// before a game is better than after.
pub fn check_writable(path: &Path) -> io::Result<()> {
    match Target::of(path)? {
        Target::File(path) => side_file(&path).map(drop),
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

/// How the names of files that are being written begin and end.
const PREFIX: &str = ".quintet-";
const SUFFIX: &str = ".tmp";

/// Whether a file of this name was being written by [`replace_file`].
pub(crate) fn is_unfinished(name: &str) -> bool {
    name.starts_with(PREFIX) && name.ends_with(SUFFIX)
}

/// A new file in the folder of the one that it will replace; gone again unless it is renamed.
fn side_file(beside: &Path) -> io::Result<NamedTempFile> {
    if beside.file_name().is_none() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "it has no file name",
        ));
    }
    Builder::new()
        .prefix(PREFIX)
        .suffix(SUFFIX)
        // Not `tempfile_in`: nobody else could read its file, and its errors name it.
        .make_in(folder_of(beside), |path| File::create_new(path))
}

fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    folder.unwrap_or(Path::new("."))
}
