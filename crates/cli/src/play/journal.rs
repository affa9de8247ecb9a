//! The file of `--record` while games are played. It is a complete record after every move, so that a killed program
//! loses nothing.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use quintet_arena::{Record, replace_file};

/// A file whose last record is written anew after each move.
pub(super) struct Journal {
    path: PathBuf,
    /// Open once something has been written.
    file: Option<File>,
    /// Where the current game begins, in bytes.
    start: u64,
    /// How long its text is.
    length: usize,
}

impl Journal {
    /// The journal at a path; `None` if that leads to a device or a pipe, where nothing can be written anew.
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

    /// Writes the current game, which stands behind those that are finished.
    pub(super) fn write(&mut self, finished: &[Record], current: &Record) -> io::Result<()> {
        let Some(file) = &mut self.file else {
            return self.begin(finished, current);
        };
        let text = text_behind(!finished.is_empty(), current);
        // One call, in which line breaks cover the rest of a longer text: whenever the program is killed, the file can
        // be read.
        let mut bytes = text.into_bytes();
        let length = bytes.len();
        bytes.resize(length.max(self.length), b'\n');
        file.seek(SeekFrom::Start(self.start))?;
        file.write_all(&bytes)?;
        file.set_len(self.start + length as u64)?;
        self.length = length;
        Ok(())
    }

    /// The first writing replaces what is there as a whole.
    fn begin(&mut self, finished: &[Record], current: &Record) -> io::Result<()> {
        let texts = finished.iter().enumerate();
        let before: String = texts
            .map(|(n, record)| text_behind(n > 0, record))
            .collect();
        let text = text_behind(!finished.is_empty(), current);
        replace_file(&self.path, &[before.as_bytes(), text.as_bytes()])?;
        self.file = Some(OpenOptions::new().write(true).open(&self.path)?);
        (self.start, self.length) = (before.len() as u64, text.len());
        Ok(())
    }

    /// The current game is finished: the next one stands behind it.
    pub(super) fn close(&mut self) {
        self.start += self.length as u64;
        self.length = 0;
    }
}

/// The text of a record. A blank line stands between it and one before.
fn text_behind(another: bool, record: &Record) -> String {
    let between = if another { "\n" } else { "" };
    format!("{between}{record}")
}
