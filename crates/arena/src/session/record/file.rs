//! Records read from a stream, of which no more is read than records of a sensible length need.

use std::fmt;
use std::io::{self, Read};

use quintet_games::Catalogue;

use super::{Record, RecordFault};

/// Why a stream has no records.
#[derive(Debug)]
pub enum ReadFault {
    /// It cannot be read.
    Io(io::Error),
    /// It has more bytes than [`Record::LONGEST_FILE`].
    TooLong,
    /// It is no text in UTF-8.
    NotText,
    /// It is a text, but not of records.
    Record(RecordFault),
}

impl fmt::Display for ReadFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadFault::Io(error) => error.fmt(f),
            ReadFault::TooLong => write!(
                f,
                "it is longer than {} MiB, which is the most that is read",
                Record::LONGEST_FILE >> 20
            ),
            ReadFault::NotText => f.write_str("it is no text in UTF-8"),
            ReadFault::Record(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for ReadFault {}

impl Record {
    /// The longest file that is read, in bytes: more than ten thousand games.
    pub const LONGEST_FILE: u64 = 4 << 20;

    /// Reads the records of games in `catalogue` from a stream, which may be endless. There must be at least one.
    pub fn read_stream(stream: impl Read, catalogue: Catalogue) -> Result<Vec<Record>, ReadFault> {
        let mut bytes = Vec::new();
        let mut start = stream.take(Record::LONGEST_FILE + 1);
        start.read_to_end(&mut bytes).map_err(ReadFault::Io)?;
        if bytes.len() as u64 > Record::LONGEST_FILE {
            return Err(ReadFault::TooLong);
        }
        let text = String::from_utf8(bytes).map_err(|_| ReadFault::NotText)?;
        Record::read_all(&text, catalogue).map_err(ReadFault::Record)
    }
}
