//! The file of `--record` during play. It is a complete record after every move, so killing the program loses nothing.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use quintet_arena::{Record, replace_file};

/// A file whose last record is rewritten after each move.
pub(super) struct Journal {
    path: PathBuf,
    /// Opened by the first write.
    file: Option<File>,
    /// Offset of the current game in bytes.
    start: u64,
    /// Length of the current game in bytes.
    length: usize,
}

impl Journal {
    /// Creates a journal; `None` for a device, which cannot be rewritten.
    pub(super) fn at(path: &Path) -> Option<Self> {
        let is_file = fs::metadata(path).map_or(true, |found| found.is_file());
        is_file.then(|| Journal {
            path: path.to_owned(),
            file: None,
            start: 0,
            length: 0,
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the current game after the finished ones.
    pub(super) fn write(&mut self, finished: &[Record], current: &Record) -> io::Result<()> {
        let Some(file) = &mut self.file else {
            return self.begin(finished, current);
        };
        let text = record_text(!finished.is_empty(), current);
        // A single write, which overwrites the rest of a longer text with line breaks: the file is valid whenever the
        // program is killed.
        let mut bytes = text.into_bytes();
        let length = bytes.len();
        bytes.resize(length.max(self.length), b'\n');
        file.seek(SeekFrom::Start(self.start))?;
        file.write_all(&bytes)?;
        file.set_len(self.start + length as u64)?;
        self.length = length;
        Ok(())
    }

    /// The first write replaces the whole file.
    fn begin(&mut self, finished: &[Record], current: &Record) -> io::Result<()> {
        let texts = finished.iter().enumerate();
        let before: String = texts
            .map(|(n, record)| record_text(n > 0, record))
            .collect();
        let text = record_text(!finished.is_empty(), current);
        replace_file(&self.path, &[before.as_bytes(), text.as_bytes()])?;
        self.file = Some(OpenOptions::new().write(true).open(&self.path)?);
        (self.start, self.length) = (before.len() as u64, text.len());
        Ok(())
    }

    /// Finishes the current game; the next one is appended.
    pub(super) fn close(&mut self) {
        self.start += self.length as u64;
        self.length = 0;
    }
}

/// Returns the text of a record, after a blank line unless it is the first.
fn record_text(another: bool, record: &Record) -> String {
    let between = if another { "\n" } else { "" };
    format!("{between}{record}")
}
