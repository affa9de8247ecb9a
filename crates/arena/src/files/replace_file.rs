//! Atomic replacement of files.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// Replaces the content of the file at `path` with the concatenated `parts`. If anything fails, an existing file is unchanged.
///
/// The content is written to a temporary file in the same folder, synced and renamed. A symbolic link is followed: its target
/// is replaced and the link remains. A device or a pipe is written to directly.
pub fn replace_file(path: &Path, parts: &[&[u8]]) -> io::Result<()> {
    replace_file_by(path, |out| {
        parts.iter().try_for_each(|part| out.write_all(part))
    })
}

/// Like [`replace_file`], with the content written by `write`.
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
    // Makes the rename durable. Not every system supports this.
    if let Ok(folder) = File::open(folder_of(&path)) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Checks that [`replace_file`] is likely to succeed, without changing anything, so that a game does not end with an error.
pub fn check_writable(path: &Path) -> io::Result<()> {
    match Target::of(path)? {
        Target::File(path) => side_file(&path).map(drop),
        Target::Other => Ok(()),
    }
}

/// The target of a path.
enum Target {
    /// An existing or new file.
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
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::of_missing(path),
            Err(error) => Err(error),
        }
    }

    /// Resolves a path where nothing exists, except possibly a dangling link.
    fn of_missing(path: &Path) -> io::Result<Self> {
        if path.as_os_str().as_encoded_bytes().ends_with(b"/") {
            return Err(io::Error::new(
                io::ErrorKind::NotADirectory,
                "no such folder",
            ));
        }
        match fs::read_link(path) {
            // This terminates: for a cycle of links, `metadata` returns another error.
            Ok(target) => Self::of(&path.with_file_name(target)),
            Err(_) => Ok(Target::File(path.to_owned())),
        }
    }
}

/// Prefix and suffix of temporary files.
const PREFIX: &str = ".quintet-";
const SUFFIX: &str = ".tmp";

/// True for the name of a temporary file of [`replace_file`].
pub(crate) fn is_unfinished(name: &str) -> bool {
    name.starts_with(PREFIX) && name.ends_with(SUFFIX)
}

/// Creates a temporary file in the same folder. It is removed on drop unless it is renamed.
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
        // Not `tempfile_in`, which makes the file private and adds its path to errors.
        .make_in(folder_of(beside), |path| File::create_new(path))
}

fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    folder.unwrap_or(Path::new("."))
}
