//! The file of a table, or of a part of one.
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

use crate::replace_file::{is_unfinished, replace_file_by};

const MAGIC: [u8; 8] = *b"quintet3";
const NAME: usize = 32;

/// How a file or the bytes of a table begin.
pub(super) fn begin(magic: [u8; 8], name: &str, version: u32) -> Vec<u8> {
    let mut header = magic.to_vec();
    header.extend_from_slice(name.as_bytes());
    header.resize(magic.len() + NAME, 0);
    header.extend_from_slice(&u64::from(version).to_le_bytes());
    header
}

/// Where a table is kept, and how its file begins.
#[derive(Clone)]
pub(super) struct TableFile {
    path: PathBuf,
    header: Vec<u8>,
    /// Writes the table if it has to be replaced.
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

    /// What is kept, if the file begins as it should, and the size of the file.
    pub(super) fn open(&self) -> io::Result<(Arc<dyn BlockSource>, u64)> {
        let foreign = || io::Error::from(io::ErrorKind::InvalidData);
        // Opening a pipe would wait for a writer.
        if !fs::metadata(&self.path)?.is_file() {
            return Err(foreign());
        }
        let mut file = File::open(&self.path)?;
        let mut found = vec![0; self.header.len()];
        file.read_exact(&mut found)?;
        if found != self.header {
            return Err(foreign());
        }
        let size = file.metadata()?.len();
        let opened = OpenFile {
            of: self.clone(),
            file,
        };
        Ok((Arc::new(opened), size))
    }

    /// Puts a table in the place of what is there. The size of the file.
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

/// A kept table that is being read.
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

    /// If that fails, the next process that finds the damage tries again.
    fn repair(&self, table: &[u8]) {
        if let Some(write) = &self.of.write {
            let _ = self.of.write(|out| write(table, out));
        }
    }

    /// If that fails, the next process that finds the damage tries again. What another process has put in its place stays.
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

/// Reads without moving the position of the file, so that threads need not wait for each other.
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

/// A browser has no files.
#[cfg(not(any(unix, windows)))]
fn read_exact_at(_: &File, _: &mut [u8], _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Removes what was left behind by processes that were ended while they wrote: what is being
/// written now is younger than a day.
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
            // Another process that removes it first has done the same.
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use tempfile::tempdir;

    use super::*;

    #[test]
    fn a_part_that_is_thrown_away_is_gone_and_can_be_written_again() {
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
    fn what_was_mended_meanwhile_is_not_thrown_away() {
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
