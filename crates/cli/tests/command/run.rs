//! Running the command, and the files that it reads and writes.

use std::fmt::Display;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command};
use std::sync::{Arc, LazyLock};

use quintet_arena::Tables;
use quintet_games::{AnyOracle, Catalogue, Variant};
use quintet_solver::Progress;
use quintet_testkit::Run;
use tempfile::{TempDir, tempdir};

pub(crate) use quintet_testkit::Ran;

/// The program under test.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_quintet");

/// The cache folder of all runs that are not about the cache, never the user's own. It starts empty.
static CACHE: LazyLock<PathBuf> = LazyLock::new(|| {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("command");
    // It exists if the tests have run before.
    let _ = fs::remove_dir_all(&cache);
    fs::create_dir_all(&cache).expect("the folder for tests can be used");
    cache
});

/// The command with these arguments, which are separated by spaces; double quotes keep those of an argument.
pub(crate) fn quintet(arguments: &str) -> Run {
    quintet_in(&CACHE, arguments)
}

/// The same with a cache folder of its own.
pub(crate) fn quintet_in(cache: &Path, arguments: &str) -> Run {
    let run = Run::new(PROGRAM, "")
        .variable("XDG_CACHE_HOME", cache)
        .variable("XDG_STATE_HOME", cache)
        .variable("HOME", cache);
    let parts = arguments.split('"').enumerate();
    parts.fold(run, |run, (n, part)| match n % 2 {
        0 => part.split_whitespace().fold(run, Run::argument),
        _ => run.argument(part),
    })
}

/// A program of the folder `examples`.
pub(crate) fn example(name: &str) -> String {
    format!("{}/../../examples/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// A game at the rule book's size.
pub(crate) fn standard(id: &str) -> &'static dyn Variant {
    Catalogue::STANDARD
        .find(id)
        .expect("a game of the catalogue")
        .standard()
}

/// The oracle of a game, as a reference for the output of the command.
pub(crate) fn oracle(id: &str) -> Arc<dyn AnyOracle> {
    let tables = Tables::in_folder(CACHE.join("quintet"));
    let known = tables.oracle(standard(id), &Progress::default());
    known.expect("never cancelled").oracle
}

/// Starts the program so that its files hold at most a number of blocks: writing more fails, as on a full disk.
pub(crate) fn limited(blocks: u32) -> Command {
    let script = format!(r#"trap "" XFSZ; ulimit -f {blocks}; exec "$0" "$@""#);
    let mut shell = Command::new("sh");
    shell.args(["-c", &script, PROGRAM]);
    shell
}

/// Sends a signal to a process that a test has started.
pub(crate) fn send(signal: &str, process: impl Display) {
    let status = Command::new("kill")
        .args([signal, process.to_string().trim()])
        .status();
    assert!(status.expect("kill runs").success(), "{signal}");
}

/// A running program to which a test talks.
pub(crate) struct Talk {
    pub(crate) child: Child,
    pub(crate) input: ChildStdin,
    pub(crate) output: BufReader<ChildStdout>,
}

impl Talk {
    pub(crate) fn begin(arguments: &str) -> Self {
        Talk::with(quintet(arguments).start())
    }

    pub(crate) fn with(mut child: Child) -> Self {
        Talk {
            input: child.stdin.take().expect("a pipe"),
            output: BufReader::new(child.stdout.take().expect("a pipe")),
            child,
        }
    }

    pub(crate) fn say(&mut self, line: impl AsRef<[u8]>) {
        self.input.write_all(line.as_ref()).expect("it listens");
        self.input.write_all(b"\n").expect("it listens");
    }

    /// The next line.
    #[track_caller]
    pub(crate) fn hear(&mut self) -> String {
        let mut line = String::new();
        let read = self.output.read_line(&mut line);
        assert!(read.expect("text") > 0, "the program has ended");
        line.truncate(line.trim_end().len());
        line
    }

    /// Says something, and returns the rest of the first line that begins with a word.
    pub(crate) fn ask(&mut self, line: &str, word: &str) -> String {
        self.say(line);
        loop {
            let heard = self.hear();
            if let Some(rest) = heard.strip_prefix(word) {
                return rest.trim().to_owned();
            }
        }
    }

    /// Reads until this text has arrived.
    #[track_caller]
    pub(crate) fn read_until(&mut self, text: &str) {
        read_until(&mut self.output, text);
    }

    /// Closes the input and waits for the process to exit. Returns the rest of standard output.
    pub(crate) fn end(self) -> Ran {
        drop(self.input);
        rest(self.child, self.output)
    }

    /// Ends the program by a signal, with its input open.
    pub(crate) fn stop(self, signal: &str) -> Ran {
        send(signal, self.child.id());
        let ran = rest(self.child, self.output);
        drop(self.input);
        ran
    }
}

fn rest(child: Child, mut output: BufReader<ChildStdout>) -> Ran {
    let mut text = String::new();
    output.read_to_string(&mut text).expect("text");
    let mut ran = Ran::of(child);
    ran.stdout = text;
    ran
}

/// Reads until this text has arrived.
#[track_caller]
pub(crate) fn read_until(stream: &mut impl Read, text: &str) {
    let mut read = Vec::new();
    let mut byte = [0];
    while !read.ends_with(text.as_bytes()) {
        let count = stream.read(&mut byte).expect("the stream can be read");
        let so_far = String::from_utf8_lossy(&read);
        assert!(count > 0, "the stream ended before {text:?}:\n{so_far}");
        read.push(byte[0]);
    }
}

/// An empty folder that is removed when the test ends.
pub(crate) fn folder() -> TempDir {
    tempdir().expect("a temporary folder")
}

/// The text of a file.
#[track_caller]
pub(crate) fn text_of(path: impl AsRef<Path>) -> String {
    let path = path.as_ref();
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The names of everything in a folder, sorted.
pub(crate) fn names_in(folder: impl AsRef<Path>) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder can be listed");
    let mut names: Vec<_> = entries
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.into_string().expect("a name in UTF-8"))
        .collect();
    names.sort();
    names
}
