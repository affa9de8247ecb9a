//! What is wrong with a record.

use std::fmt;

/// The first fault of a record: where it is and what it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordFault {
    /// The line, counted from 1.
    pub line: usize,
    /// The ply, counted from 1, if the fault is in a move.
    pub ply: Option<usize>,
    /// What was found and what was wanted.
    pub what: String,
}

impl fmt::Display for RecordFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if let Some(ply) = self.ply {
            write!(f, ", ply {ply}")?;
        }
        write!(f, ": {}", self.what)
    }
}

impl std::error::Error for RecordFault {}

impl RecordFault {
    pub(super) fn new(line: usize, what: impl Into<String>) -> Self {
        RecordFault {
            line,
            ply: None,
            what: what.into(),
        }
    }
}
