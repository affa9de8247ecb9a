//! Input of a person: a terminal with line editing, or another stream.

use std::io::{self, BufRead, IsTerminal, Read, Write};

use anyhow::Result;
use quintet_games::escape_up_to;
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};

/// Maximum length of an entry. The rest of a longer line is discarded.
const MAX_ENTRY: u64 = 4096;

/// The response to a prompt.
pub(crate) enum Entry {
    /// A line without its terminator.
    Line(String),
    /// End of input.
    End,
    /// Ctrl-C.
    Interrupt,
}

/// Source of entries.
pub(crate) enum Input {
    /// A terminal, with editing and history.
    Terminal(Box<Editor<(), MemHistory>>),
    /// Any other stream. Entries are echoed after the prompt, so that the output looks like that of a terminal.
    Stream(io::StdinLock<'static>),
}

impl Input {
    /// Returns the standard input. Editing needs a terminal for input and output.
    pub(crate) fn of_this_terminal() -> Result<Self> {
        if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
            return Ok(Input::Stream(io::stdin().lock()));
        }
        let config = Config::builder()
            .auto_add_history(true)
            // Pasted lines are separate entries, and a signal leaves no mode to reset.
            .bracketed_paste(false)
            .build();
        let history = MemHistory::with_config(&config);
        let editor = Editor::with_history(config, history)?;
        Ok(Input::Terminal(Box::new(editor)))
    }

    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self, Input::Terminal(_))
    }

    /// Prints a prompt and reads the response.
    pub(crate) fn ask(&mut self, prompt: &str, out: &mut dyn Write) -> Result<Entry> {
        match self {
            Input::Terminal(editor) => loop {
                out.flush()?;
                return match editor.readline(&format!("{prompt} ")) {
                    Ok(line) => Ok(Entry::Line(line)),
                    Err(ReadlineError::Eof) => Ok(Entry::End),
                    Err(ReadlineError::Interrupted) => Ok(Entry::Interrupt),
                    // The window size has changed.
                    Err(ReadlineError::Signal(_)) => continue,
                    Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                        // Invalid UTF-8 is rejected like any other entry.
                        Ok(Entry::Line(char::REPLACEMENT_CHARACTER.to_string()))
                    }
                    Err(error) => Err(error.into()),
                };
            },
            Input::Stream(stream) => {
                write!(out, "{prompt} ")?;
                out.flush()?;
                let entry = read_line(stream)?;
                match &entry {
                    Some(line) => writeln!(out, "{}", escape_up_to(100, line))?,
                    None => writeln!(out)?,
                }
                Ok(entry.map_or(Entry::End, Entry::Line))
            }
        }
    }
}

/// Reads a line, truncated to the maximum length. Returns `None` at the end.
fn read_line(stream: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    stream.take(MAX_ENTRY).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.last() != Some(&b'\n') {
        stream.skip_until(b'\n')?;
    }
    let line = String::from_utf8_lossy(&line);
    Ok(Some(line.trim_end_matches(['\n', '\r']).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut bytes: &[u8]) -> Vec<String> {
        std::iter::from_fn(|| read_line(&mut bytes).expect("reading from memory")).collect()
    }

    #[test]
    fn lines_are_read_with_any_ending_and_without_one() {
        assert_eq!(lines(b"2 2\n\n3 3\r\nend"), ["2 2", "", "3 3", "end"]);
        assert!(lines(b"").is_empty());
    }

    #[test]
    fn the_rest_of_a_long_line_is_skipped() {
        let mut bytes = vec![b'9'; 10_000_000];
        bytes.extend_from_slice(b"\n2 2\n");
        let lines = lines(&bytes);
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0].len() as u64, MAX_ENTRY);
        assert_eq!(lines[1], "2 2");
    }

    #[test]
    fn invalid_utf_8_becomes_an_entry() {
        assert_eq!(lines(b"\xff\xfe\n\0\n"), ["\u{fffd}\u{fffd}", "\0"]);
    }
}
