//! The log of a run, from which it can be resumed.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use quintet_arena::{Exchange, Fault, Tokens};
use quintet_evaluation::{Attempt, Run};
use serde::{Deserialize, Serialize};

/// The first line: the parameters of the run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Header {
    pub(super) log: u32,
    #[serde(flatten)]
    pub(super) run: Run,
    pub(super) games: Vec<String>,
}

/// All other lines: an answer and its score.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) game: String,
    /// The question, such as `position 7` or `against perfect, pair 2, Player 1, ply 5`.
    pub(super) task: String,
    pub(super) position: String,
    /// The move as the rule book spells it; `null` if none was legal.
    pub(super) answer: Option<String>,
    /// Error of the first answer.
    pub(super) first_fault: Option<Fault>,
    /// The error, if no answer was a legal move.
    pub(super) fault: Option<String>,
    pub(super) milliseconds: u64,
    /// True if the move preserved the value; `null` if all moves do.
    pub(super) kept: Option<bool>,
    /// Questions to an external player and its answers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) exchanges: Vec<Exchange>,
}

impl Entry {
    /// Returns the part of the entry that is scored.
    pub(super) fn answer(&self) -> Attempt {
        Attempt {
            mv: self.answer.clone(),
            first_fault: self.first_fault,
            error: self.fault.clone(),
            milliseconds: self.milliseconds,
            tokens: Tokens::sum(self.exchanges.iter().filter_map(|one| one.tokens)),
        }
    }

    /// True if the program or its endpoint failed, so that the question was not answered.
    pub(super) fn has_failed(&self) -> bool {
        self.answer.is_none() && self.first_fault == Some(Fault::Failed)
    }
}

/// Reason why a run stopped early.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EvaluationError {
    /// The log cannot be opened or read.
    #[error("cannot read the log: {0}")]
    Read(String),
    /// The log cannot be written.
    #[error("cannot write the log: {0}")]
    Written(String),
    /// The log belongs to a run with other parameters.
    #[error("the log belongs to another run: found {found}; expected {expected}")]
    Other {
        /// The first line of the log.
        found: String,
        /// The first line of this run.
        expected: String,
    },
    /// A line of the log is invalid.
    #[error("line {0} of the log is invalid")]
    Line(usize),
    /// The player is unavailable.
    #[error("stopped: the player {0}")]
    Stopped(String),
    /// Too many requests failed for a result.
    #[error(
        "stopped: {failed} requests failed, so the run has no result; in the last one, the player {latest}"
    )]
    Failing {
        /// The number of failed requests.
        failed: usize,
        /// The latest failure.
        latest: String,
    },
    /// The player supports none of the games.
    #[error("the player supports none of the games")]
    NoGames,
}

impl From<io::Error> for EvaluationError {
    fn from(error: io::Error) -> Self {
        EvaluationError::Read(error.to_string())
    }
}

/// An open log.
pub(super) struct Log(Mutex<File>);

/// The answers in a log, by game and task.
pub(super) type LoggedAnswers = HashMap<(String, String), Entry>;

impl Log {
    /// Opens or creates a log and returns its answers. An incomplete last line is removed.
    pub(super) fn open(
        path: &Path,
        header: &Header,
    ) -> Result<(Self, LoggedAnswers), EvaluationError> {
        let mut file = File::options()
            .create(true)
            .read(true)
            .write(true)
            .truncate(false)
            .open(path)?;
        let mut logged = LoggedAnswers::new();
        let mut complete = 0;
        let mut lines = BufReader::new(&file);
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            let read = lines.read_until(b'\n', &mut line)?;
            if line.last() != Some(&b'\n') {
                break;
            }
            if number == 1 {
                let found: Option<Header> = serde_json::from_slice(&line).ok();
                if found.as_ref() != Some(header) {
                    let found = String::from_utf8_lossy(&line);
                    return Err(EvaluationError::Other {
                        found: found.trim().chars().take(400).collect(),
                        expected: text(header),
                    });
                }
            } else {
                let entry: Entry =
                    serde_json::from_slice(&line).map_err(|_| EvaluationError::Line(number))?;
                let key = (entry.game.clone(), entry.task.clone());
                // A question without an answer is asked again.
                if !entry.has_failed() {
                    logged.insert(key, entry);
                }
            }
            complete += read as u64;
        }
        file.set_len(complete)?;
        file.seek(SeekFrom::End(0))?;
        if complete == 0 {
            writeln!(file, "{}", text(header))?;
        }
        Ok((Log(Mutex::new(file)), logged))
    }

    /// Appends an answer.
    pub(super) fn add(&self, entry: &Entry) -> Result<(), EvaluationError> {
        let line = text(entry) + "\n";
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let written = file.write_all(line.as_bytes());
        written.map_err(|error| EvaluationError::Written(error.to_string()))
    }
}

fn text(line: &impl Serialize) -> String {
    serde_json::to_string(line).expect("a line can be serialized")
}
