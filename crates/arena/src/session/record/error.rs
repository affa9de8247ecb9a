//! Errors in records, and reading them from a stream.

use std::io::{self, Read};

use quintet_games::Catalogue;

use super::Record;

/// The first error in the text of a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}{}: {what}", .ply.map_or_else(String::new, |ply| format!(", ply {ply}")))]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// The ply, counted from 1, for an error in a move.
    pub ply: Option<usize>,
    /// A description of the error.
    pub what: String,
}

impl RecordError {
    pub(super) fn new(line: usize, what: impl Into<String>) -> Self {
        RecordError {
            line,
            ply: None,
            what: what.into(),
        }
    }
}

/// An error in reading records from a stream.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The stream cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The stream is longer than [`Record::LONGEST_FILE`].
    #[error("it is longer than {} MiB, the maximum", Record::LONGEST_FILE >> 20)]
    TooLong,
    /// The content is not UTF-8.
    #[error("it is not UTF-8 text")]
    NotText,
    /// The text is not a sequence of records.
    #[error(transparent)]
    Record(#[from] RecordError),
}

impl Record {
    /// Maximum length of a file in bytes, enough for ten thousand games.
    pub const LONGEST_FILE: u64 = 4 << 20;

    /// Reads the records of games in `catalogue` from a stream, which may be infinite. There must be at least one.
    pub fn read_stream(stream: impl Read, catalogue: Catalogue) -> Result<Vec<Record>, ReadError> {
        let mut bytes = Vec::new();
        let mut start = stream.take(Record::LONGEST_FILE + 1);
        start.read_to_end(&mut bytes)?;
        if bytes.len() as u64 > Record::LONGEST_FILE {
            return Err(ReadError::TooLong);
        }
        let text = String::from_utf8(bytes).map_err(|_| ReadError::NotText)?;
        Ok(Record::read_all(&text, catalogue)?)
    }
}
