//! Running the command, and the files that it reads and writes.

use std::fs;
use std::io::Read;
use std::path::Path;

use quintet_testkit::Run;
use tempfile::{TempDir, tempdir};

pub(crate) use quintet_testkit::Ran;

/// The program under test.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_quintet");

/// The command with these arguments, which are separated by spaces.
pub(crate) fn quintet(arguments: &str) -> Run {
    Run::new(PROGRAM, arguments)
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
