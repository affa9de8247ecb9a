//! A builder for runs of a command, with assertions on the output and the exit code.

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;

use serde_json::Value;

/// Builder of a run.
#[derive(Clone, Debug)]
pub struct Run {
    program: OsString,
    arguments: Vec<OsString>,
    input: Vec<u8>,
    folder: Option<OsString>,
    variables: Vec<(&'static str, OsString)>,
}

impl Run {
    /// Returns a run of a program with arguments that are separated by spaces.
    pub fn new(program: impl Into<OsString>, arguments: &str) -> Self {
        Run {
            program: program.into(),
            arguments: arguments.split_whitespace().map(OsString::from).collect(),
            input: Vec::new(),
            folder: None,
            variables: Vec::new(),
        }
    }

    /// Adds an argument, which may contain spaces.
    #[must_use]
    pub fn argument(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// Sets the standard input.
    #[must_use]
    pub fn input(mut self, input: impl AsRef<[u8]>) -> Self {
        self.input = input.as_ref().into();
        self
    }

    /// Sets the working directory.
    #[must_use]
    pub fn within(mut self, folder: impl AsRef<Path>) -> Self {
        self.folder = Some(folder.as_ref().into());
        self
    }

    /// Sets an environment variable.
    #[must_use]
    pub fn variable(mut self, name: &'static str, value: impl Into<OsString>) -> Self {
        self.variables.push((name, value.into()));
        self
    }

    /// Returns the command, without redirected streams.
    pub fn command(&self) -> Command {
        self.command_by(Command::new(&self.program))
    }

    /// Applies the arguments, environment and folder to another command.
    pub fn command_by(&self, mut command: Command) -> Command {
        command.args(&self.arguments).env_remove("COLUMNS");
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        command
    }

    /// Starts the command with piped streams.
    pub fn start(&self) -> Child {
        start(self.command())
    }

    /// Starts another command with the same arguments and piped streams.
    pub fn start_by(&self, command: Command) -> Child {
        start(self.command_by(command))
    }

    /// Runs the command and waits for its end.
    pub fn run(self) -> Ran {
        Ran::after(self.start(), self.input)
    }
}

fn start(mut command: Command) -> Child {
    let piped = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    piped.spawn().expect("the program starts")
}

/// The result of a run.
#[derive(Debug)]
pub struct Ran {
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    code: Option<i32>,
}

#[expect(
    clippy::return_self_not_must_use,
    reason = "the last comparison of a chain needs no result"
)]
impl Ran {
    /// Waits for the end of a process.
    pub fn of(child: Child) -> Self {
        let output = child.wait_with_output().expect("the program ends");
        let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
        Ran {
            stdout: text(output.stdout),
            stderr: text(output.stderr),
            code: output.status.code(),
        }
    }

    /// Writes the input and waits for the end of a process.
    pub fn after(mut child: Child, input: Vec<u8>) -> Self {
        let mut stdin = child.stdin.take().expect("a pipe");
        // In a thread, to avoid a deadlock of reading and writing. A command need not read its input.
        let writer = thread::spawn(move || {
            let _ = stdin.write_all(&input);
        });
        let ran = Ran::of(child);
        writer.join().expect("the input is written");
        ran
    }

    /// Asserts the exit code.
    #[track_caller]
    pub fn code(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "the exit code of {self:#?}");
        self
    }

    /// Asserts the complete standard output.
    #[track_caller]
    pub fn stdout(self, expected: &str) -> Self {
        assert_eq!(self.stdout, expected, "standard output");
        self
    }

    /// Asserts the complete standard error.
    #[track_caller]
    pub fn stderr(self, expected: &str) -> Self {
        assert_eq!(self.stderr, expected, "standard error");
        self
    }

    /// Asserts that standard output contains consecutive lines.
    #[track_caller]
    pub fn says(self, lines: &str) -> Self {
        let stdout = &self.stdout;
        assert!(stdout.contains(lines), "{lines:?} is missing in\n{stdout}");
        self
    }

    /// Asserts that standard output does not contain a string.
    #[track_caller]
    pub fn does_not_say(self, text: &str) -> Self {
        let stdout = &self.stdout;
        assert!(!stdout.contains(text), "{text:?} is in\n{stdout}");
        self
    }

    /// Asserts that standard error contains a string.
    #[track_caller]
    pub fn complains(self, text: &str) -> Self {
        let stderr = &self.stderr;
        assert!(stderr.contains(text), "{text:?} is missing in\n{stderr}");
        self
    }

    /// Asserts a usage error: exit code 2, no standard output, and this string on standard error.
    #[track_caller]
    pub fn refuses(self, text: &str) {
        self.code(2).stdout("").complains(text);
    }

    /// Returns the last line of standard output.
    pub fn last_line(&self) -> &str {
        self.stdout.lines().last().unwrap_or_default()
    }

    /// Parses the JSON document on standard output, which must be a single line.
    #[track_caller]
    pub fn json(&self) -> Value {
        assert_eq!(self.stdout.lines().count(), 1, "one line:\n{}", self.stdout);
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("{error} in {}", self.stdout))
    }
}
