//! Running the command with a cache folder that is never the user's own.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, LazyLock};

use quintet_arena::Tables;
use quintet_games::{AnyOracle, Variant, catalogue, find};
use quintet_solver::Progress;
use serde_json::Value as Json;

pub(crate) use crate::ran::Ran;

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_quintet");

/// The cache folder of all runs that are not about the cache. It begins empty, and each table is
/// made once.
static CACHE: LazyLock<PathBuf> = LazyLock::new(|| {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("truth");
    // It is there if the tests have run before.
    let _ = fs::remove_dir_all(&cache);
    fs::create_dir_all(&cache).expect("the folder for tests can be used");
    for listing in catalogue() {
        let run = quintet_in(&cache, &format!("analyze {}", listing.id)).run();
        run.code(0).stderr("");
    }
    cache
});

/// A run that is being prepared.
pub(crate) struct Quintet {
    arguments: Vec<OsString>,
    input: Vec<u8>,
    cache: PathBuf,
}

/// The command with these arguments, which are separated by spaces.
pub(crate) fn quintet(arguments: &str) -> Quintet {
    quintet_in(&CACHE, arguments)
}

/// The same with a cache folder of its own.
pub(crate) fn quintet_in(cache: &Path, arguments: &str) -> Quintet {
    Quintet {
        arguments: arguments.split_whitespace().map(OsString::from).collect(),
        input: Vec::new(),
        cache: cache.to_owned(),
    }
}

impl Quintet {
    /// One more argument, which may have spaces.
    pub(crate) fn argument(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// What stands on standard input.
    pub(crate) fn input(mut self, input: &str) -> Self {
        self.input = input.into();
        self
    }

    /// Starts the command with pipes at all its ends and does not wait.
    pub(crate) fn start(&self) -> Child {
        self.start_by(Command::new(PROGRAM))
    }

    /// Starts it by another command, which gets the arguments.
    pub(crate) fn start_by(&self, mut command: Command) -> Child {
        command
            .args(&self.arguments)
            .env("XDG_CACHE_HOME", &self.cache)
            .env("HOME", &self.cache)
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
    /// The request was bad: nothing on standard output, and this on standard error.
    #[track_caller]
    pub(crate) fn refuses(self, text: &str) {
        self.code(2).stdout("").complains(text);
    }

    /// Standard output begins so.
    #[track_caller]
    pub(crate) fn begins_with(self, text: &str) -> Self {
        assert!(
            self.stdout.starts_with(text),
            "{text:?} is missing at the beginning of standard output:\n{}",
            self.stdout
        );
        self
    }

    /// The one JSON document on standard output, which is a single line.
    #[track_caller]
    pub(crate) fn json(&self) -> Json {
        assert_eq!(self.stdout.lines().count(), 1, "one line:\n{}", self.stdout);
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("{error} in {}", self.stdout))
    }
}

/// The names of all fields of a document, as they come.
pub(crate) fn names_of_fields(text: &str) -> Vec<&str> {
    let parts: Vec<_> = text.split('"').collect();
    let names = parts.windows(2).skip(1).step_by(2);
    names
        .filter(|pair| pair[1].starts_with(':'))
        .map(|pair| pair[0])
        .collect()
}

/// A game at the rule book's size.
pub(crate) fn standard(id: &str) -> &'static dyn Variant {
    find(id).expect("a game of the catalogue").standard()
}

/// What is known about it, to be compared with what the command says.
pub(crate) fn oracle(id: &str) -> Arc<dyn AnyOracle> {
    let tables = Tables::in_folder(CACHE.join("quintet"));
    tables
        .oracle(standard(id), &Progress::default())
        .expect("never cancelled")
        .oracle
}
