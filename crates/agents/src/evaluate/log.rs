//! Every answer, written down as it comes.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use quintet_arena::{Decision, Exercise};
use serde::{Deserialize, Serialize};

use super::Answer;

/// The first line: what is asked, and of whom.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Header {
    pub(super) version: u32,
    pub(super) player: String,
    pub(super) positions: usize,
    pub(super) seed: u64,
    pub(super) games: Vec<String>,
}

/// Every other line: an answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) game: String,
    /// Of the exercise, from 0.
    pub(super) number: usize,
    pub(super) position: String,
    /// The move; `null` if there was none that is legal.
    answer: Option<String>,
    /// What was wrong then.
    fault: Option<String>,
    milliseconds: u64,
    /// Whether the value was kept.
    kept: bool,
}

/// Why a log cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LogFault {
    /// It cannot be opened or read.
    #[error("the log cannot be used: {0}")]
    Read(String),
    /// It cannot be written to.
    #[error("the log cannot be written: {0}")]
    Written(String),
    /// It is that of something else.
    #[error("the log is that of another run: found {found}; wanted {wanted}")]
    Other {
        /// What its first line says.
        found: String,
        /// What it should say.
        wanted: String,
    },
    /// A line is not one of a log.
    #[error("line {0} of the log is no answer")]
    Line(usize),
}

impl From<io::Error> for LogFault {
    fn from(error: io::Error) -> Self {
        LogFault::Read(error.to_string())
    }
}

/// An open log.
pub(super) struct Log(Mutex<File>);

impl Log {
    /// Opens a log, or begins one, and gives what it holds. A last line that was not written to its end is cut off.
    pub(super) fn open(path: &Path, header: &Header) -> Result<(Self, Vec<Entry>), LogFault> {
        let mut file = File::options()
            .create(true)
            .read(true)
            .write(true)
            .truncate(false)
            .open(path)?;
        let mut entries = Vec::new();
        let mut whole = 0;
        let mut lines = BufReader::new(&file);
        let mut line = String::new();
        for number in 1.. {
            line.clear();
            let read = lines.read_line(&mut line)?;
            if !line.ends_with('\n') {
                break;
            }
            if number == 1 {
                let found: Option<Header> = serde_json::from_str(&line).ok();
                if found.as_ref() != Some(header) {
                    return Err(LogFault::Other {
                        found: line.trim().chars().take(300).collect(),
                        wanted: text(header),
                    });
                }
            } else {
                let entry = serde_json::from_str(&line);
                entries.push(entry.map_err(|_| LogFault::Line(number))?);
            }
            whole += read as u64;
        }
        file.set_len(whole)?;
        file.seek(SeekFrom::End(0))?;
        if whole == 0 {
            writeln!(file, "{}", text(header))?;
        }
        Ok((Log(Mutex::new(file)), entries))
    }

    /// Adds an answer.
    pub(super) fn add(&self, entry: &Entry) -> io::Result<()> {
        let line = text(entry) + "\n";
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(line.as_bytes())
    }
}

fn text(line: &impl Serialize) -> String {
    serde_json::to_string(line).expect("a line can be written")
}

impl Entry {
    pub(super) fn of(game: &str, number: usize, exercise: &Exercise, answer: &Answer) -> Self {
        let decision = Decision::of(&exercise.analysis, answer.mv.as_deref());
        Entry {
            game: game.to_owned(),
            number,
            position: exercise.session.position().text(),
            answer: answer.mv.clone(),
            fault: answer.fault.clone(),
            milliseconds: answer.milliseconds,
            kept: decision.verdict.is_some_and(|verdict| verdict.is_kept),
        }
    }

    pub(super) fn answer(self) -> Answer {
        Answer {
            mv: self.answer,
            fault: self.fault,
            milliseconds: self.milliseconds,
        }
    }
}
