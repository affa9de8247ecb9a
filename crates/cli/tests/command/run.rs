//! One builder for every run of the command: arguments and input in, output and exit code to be
//! compared.

use std::ffi::OsString;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::{TempDir, tempdir};

pub(crate) use crate::ran::Ran;

/// The program under test.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_quintet");

/// A run that is being prepared.
pub(crate) struct Quintet {
    arguments: Vec<OsString>,
    input: Vec<u8>,
    folder: Option<PathBuf>,
}

/// The command with these arguments, which are separated by spaces.
pub(crate) fn quintet(arguments: &str) -> Quintet {
    Quintet {
        arguments: arguments.split_whitespace().map(OsString::from).collect(),
        input: Vec::new(),
        folder: None,
    }
}

impl Quintet {
    /// One more argument, which may have spaces.
    pub(crate) fn argument(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// What stands on standard input.
    pub(crate) fn input(mut self, input: impl AsRef<[u8]>) -> Self {
        self.input = input.as_ref().into();
        self
    }

    /// The folder in which the command runs.
    pub(crate) fn within(mut self, folder: &TempDir) -> Self {
        self.folder = Some(folder.path().to_owned());
        self
    }

    /// The command, still without its streams.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(PROGRAM);
        command.args(&self.arguments).env_remove("COLUMNS");
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        command
    }

    /// Starts the command with pipes at all its ends and does not wait.
    pub(crate) fn start(&self) -> Child {
        self.command()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts")
    }

    /// Runs the command to its end.
    pub(crate) fn run(self) -> Ran {
        Ran::after(self.start(), self.input)
    }
}

impl Ran {
    /// The last line of standard output.
    pub(crate) fn last_line(&self) -> &str {
        self.stdout.lines().last().unwrap_or_default()
    }
}

/// Reads until `text` has come, and gives all that came.
pub(crate) fn read_until(stream: &mut impl Read, text: &str) -> String {
    let mut read = Vec::new();
    let mut byte = [0];
    while !read.ends_with(text.as_bytes()) {
        let count = stream.read(&mut byte).expect("the stream can be read");
        let so_far = String::from_utf8_lossy(&read);
        assert!(count > 0, "the stream ended before {text:?}:\n{so_far}");
        read.push(byte[0]);
    }
    String::from_utf8(read).expect("output is UTF-8")
}

/// An empty folder that goes when the test ends.
pub(crate) fn folder() -> TempDir {
    tempdir().expect("a temporary folder")
}

/// The text of a file.
#[track_caller]
pub(crate) fn text_of(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The text of a record, the same on whatever day the test runs.
#[track_caller]
pub(crate) fn record_in(path: &Path) -> String {
    let is_date = |line: &&str| line.starts_with("[Date \"20");
    let text = text_of(path);
    assert!(
        text.lines().any(|line| is_date(&line)),
        "no date in\n{text}"
    );
    let lines: Vec<_> = text.lines().filter(|line| !is_date(line)).collect();
    lines.join("\n") + "\n"
}

/// The names of everything in a folder, sorted.
pub(crate) fn names_in(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder can be listed");
    let mut names: Vec<_> = entries
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.into_string().expect("a name in UTF-8"))
        .collect();
    names.sort();
    names
}
