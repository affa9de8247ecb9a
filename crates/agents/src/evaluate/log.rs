//! Every answer, written down as it comes.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use quintet_arena::report::Attempt;
use quintet_arena::{Exchange, Tokens};
use serde::{Deserialize, Serialize};

/// The first line: what is asked, and of whom.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Header {
    pub(super) version: u32,
    pub(super) player: String,
    pub(super) positions: usize,
    pub(super) pairs: usize,
    pub(super) opponents: Vec<String>,
    pub(super) seed: u64,
    pub(super) retries: u32,
    pub(super) loses: bool,
    pub(super) games: Vec<String>,
    /// The hash of the prompt for a language model.
    pub(super) prompt: Option<String>,
}

/// Every other line: an answer, and its judgement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) game: String,
    /// What the question was, such as `position 7` or `against perfect, pair 2, Player 1, ply 5`.
    pub(super) task: String,
    pub(super) position: String,
    /// The move as the rule book spells it; `null` if there was none that is legal.
    pub(super) answer: Option<String>,
    /// Whether the first answer was a legal move.
    pub(super) legal_at_once: bool,
    /// What was wrong, if no answer was a legal move.
    pub(super) fault: Option<String>,
    pub(super) milliseconds: u64,
    /// Whether the value was kept; `null` if it could not be lost.
    pub(super) kept: Option<bool>,
    /// All that was said to a player from outside and by it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) exchanges: Vec<Exchange>,
}

impl Entry {
    /// What is judged.
    pub(super) fn answer(&self) -> Attempt {
        Attempt {
            mv: self.answer.clone(),
            is_legal_at_once: self.legal_at_once,
            fault: self.fault.clone(),
            milliseconds: self.milliseconds,
            tokens: Tokens::sum(self.exchanges.iter().filter_map(|one| one.tokens)),
        }
    }
}

/// Why a run has not come to its end.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Halt {
    /// The log cannot be opened or read.
    #[error("the log cannot be used: {0}")]
    Read(String),
    /// The log cannot be written to.
    #[error("the log cannot be written: {0}")]
    Written(String),
    /// The log is that of something else.
    #[error("the log is that of another run: found {found}; wanted {wanted}")]
    Other {
        /// What its first line says.
        found: String,
        /// What it should say.
        wanted: String,
    },
    /// A line of the log is not one.
    #[error("line {0} of the log is no answer")]
    Line(usize),
    /// The player cannot be asked any more.
    #[error("stopped: the player {0}")]
    Stopped(String),
}

impl From<io::Error> for Halt {
    fn from(error: io::Error) -> Self {
        Halt::Read(error.to_string())
    }
}

/// An open log.
pub(super) struct Log(Mutex<File>);

/// The answers of a log by game and task.
pub(super) type Known = HashMap<(String, String), Entry>;

impl Log {
    /// Opens a log, or begins one, and gives what it holds. A last line that was not written to its end is cut off.
    pub(super) fn open(path: &Path, header: &Header) -> Result<(Self, Known), Halt> {
        let mut file = File::options()
            .create(true)
            .read(true)
            .write(true)
            .truncate(false)
            .open(path)?;
        let mut known = Known::new();
        let mut whole = 0;
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
                    return Err(Halt::Other {
                        found: found.trim().chars().take(400).collect(),
                        wanted: text(header),
                    });
                }
            } else {
                let entry: Entry = serde_json::from_slice(&line).map_err(|_| Halt::Line(number))?;
                known.insert((entry.game.clone(), entry.task.clone()), entry);
            }
            whole += read as u64;
        }
        file.set_len(whole)?;
        file.seek(SeekFrom::End(0))?;
        if whole == 0 {
            writeln!(file, "{}", text(header))?;
        }
        Ok((Log(Mutex::new(file)), known))
    }

    /// Adds an answer.
    pub(super) fn add(&self, entry: &Entry) -> Result<(), Halt> {
        let line = text(entry) + "\n";
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let written = file.write_all(line.as_bytes());
        written.map_err(|error| Halt::Written(error.to_string()))
    }
}

fn text(line: &impl Serialize) -> String {
    serde_json::to_string(line).expect("a line can be written")
}
