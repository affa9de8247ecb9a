//! Files of tables and of their parts.
//!
//! ```text
//!     file     magic (8 bytes) | name (32) | version (8) | the compressed table: see quintet_solver::blocks
//! ```

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use quintet_solver::WriteTable;
use quintet_solver::blocks::BlockSource;

use crate::files::{is_unfinished, replace_file_by};

const MAGIC: [u8; 8] = *b"quintet3";
const NAME: usize = 32;

/// Returns the header of a file or of the bytes of a table.
pub(super) fn begin(magic: [u8; 8], name: &str, version: u32) -> Vec<u8> {
    let mut header = magic.to_vec();
    header.extend_from_slice(name.as_bytes());
    header.resize(magic.len() + NAME, 0);
    header.extend_from_slice(&u64::from(version).to_le_bytes());
    header
}

/// The path and header of a table file.
#[derive(Clone)]
pub(super) struct TableFile {
    path: PathBuf,
    header: Vec<u8>,
    /// Writes the table when it must be replaced.
    write: Option<WriteTable>,
}

impl TableFile {
    pub(super) fn new(path: PathBuf, name: &str, version: u32, write: Option<WriteTable>) -> Self {
        TableFile {
            path,
            header: begin(MAGIC, name, version),
            write,
        }
    }

    /// Opens the file if its header is valid. Returns its content and size.
    pub(super) fn open(&self) -> io::Result<(Arc<dyn BlockSource>, u64)> {
        let invalid = || io::Error::from(io::ErrorKind::InvalidData);
        // Opening a pipe would block.
        if !fs::metadata(&self.path)?.is_file() {
            return Err(invalid());
        }
        let mut file = File::open(&self.path)?;
        let mut found = vec![0; self.header.len()];
        file.read_exact(&mut found)?;
        if found != self.header {
            return Err(invalid());
        }
        let size = file.metadata()?.len();
        let opened = OpenFile {
            of: self.clone(),
            file,
        };
        Ok((Arc::new(opened), size))
    }

    /// Replaces the file. Returns its size.
    pub(super) fn write(
        &self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<u64> {
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
            remove_old_side_files(folder);
        }
        replace_file_by(&self.path, |out| {
            let mut out = BufWriter::new(out);
            out.write_all(&self.header)?;
            write(&mut out)?;
            out.flush()
        })?;
        Ok(fs::metadata(&self.path)?.len())
    }
}

/// An open table file.
struct OpenFile {
    of: TableFile,
    file: File,
}

impl BlockSource for OpenFile {
    fn size(&self) -> io::Result<u64> {
        let size = self.file.metadata()?.len();
        size.checked_sub(self.of.header.len() as u64)
            .ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }

    fn read_at(&self, place: u64, buffer: &mut [u8]) -> io::Result<()> {
        read_exact_at(&self.file, buffer, self.of.header.len() as u64 + place)
    }

    /// Ignores errors: the next process that detects the corruption tries again.
    fn repair(&self, table: &[u8]) {
        if let Some(write) = &self.of.write {
            let _ = self.of.write(|out| write(table, out));
        }
    }

    /// Ignores errors: the next process that detects the corruption tries again. Preserves a file that another process has
    /// written since.
    fn discard(&self) {
        let is_same = self.file.metadata().and_then(|opened| {
            let found = fs::metadata(&self.of.path)?;
            Ok(opened.len() == found.len() && opened.modified()? == found.modified()?)
        });
        if is_same.unwrap_or(false) {
            let _ = fs::remove_file(&self.of.path);
        }
    }
}

/// Reads at an offset without moving the file position, so that threads do not wait for each other.
#[cfg(unix)]
fn read_exact_at(file: &File, buffer: &mut [u8], place: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, place)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut buffer: &mut [u8], mut place: u64) -> io::Result<()> {
    while !buffer.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, buffer, place) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => {
                buffer = &mut buffer[read..];
                place += read as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// There are no files in a browser.
#[cfg(not(any(unix, windows)))]
fn read_exact_at(_: &File, _: &mut [u8], _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Removes temporary files of crashed processes. Files younger than a day may still be in use.
fn remove_old_side_files(folder: &Path) {
    let is_old = |entry: &fs::DirEntry| {
        let age = entry
            .metadata()
            .and_then(|found| found.modified())
            .map(|time| time.elapsed());
        matches!(age, Ok(Ok(age)) if age.as_secs() > 24 * 60 * 60)
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if is_unfinished(&name) && is_old(&entry) {
            // Another process may have removed it first.
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use tempfile::tempdir;

    use super::*;

    #[test]
    fn a_discarded_part_is_removed_and_can_be_written_again() {
        let folder = tempdir().expect("a temporary folder");
        let path = folder.path().join("game-6x6.0.table");
        let file = TableFile::new(path.clone(), "game-6x6.0", 1, None);
        for _ in 0..2 {
            file.write(|out| out.write_all(b"a part")).expect("written");
            let (source, _) = file.open().expect("written");
            source.discard();
            assert!(!path.exists());
            assert!(file.open().is_err());
            source.discard();
        }
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }

    #[test]
    fn a_file_that_was_replaced_since_is_not_discarded() {
        let folder = tempdir().expect("a temporary folder");
        let path = folder.path().join("game-6x6.0.table");
        let file = TableFile::new(path.clone(), "game-6x6.0", 1, None);
        file.write(|out| out.write_all(b"damaged"))
            .expect("written");
        let (damaged, _) = file.open().expect("written");
        for mended in [&b"mended"[..], b"Mended!"] {
            file.write(|out| out.write_all(mended)).expect("written");
            damaged.discard();
            assert!(path.exists());
        }
    }
}
