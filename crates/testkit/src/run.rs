//! One builder for every run of a command: arguments and input in, output and exit code to be compared.

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;

use serde_json::Value;

/// A run that is being prepared.
#[derive(Clone, Debug)]
pub struct Run {
    program: OsString,
    arguments: Vec<OsString>,
    input: Vec<u8>,
    folder: Option<OsString>,
    variables: Vec<(&'static str, OsString)>,
}

impl Run {
    /// A program with these arguments, which are separated by spaces.
    pub fn new(program: impl Into<OsString>, arguments: &str) -> Self {
        Run {
            program: program.into(),
            arguments: arguments.split_whitespace().map(OsString::from).collect(),
            input: Vec::new(),
            folder: None,
            variables: Vec::new(),
        }
    }

    /// One more argument, which may have spaces.
    #[must_use]
    pub fn argument(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// What stands on standard input.
    #[must_use]
    pub fn input(mut self, input: impl AsRef<[u8]>) -> Self {
        self.input = input.as_ref().into();
        self
    }

    /// The folder in which it runs.
    #[must_use]
    pub fn within(mut self, folder: impl AsRef<Path>) -> Self {
        self.folder = Some(folder.as_ref().into());
        self
    }

    /// A variable of its environment.
    #[must_use]
    pub fn variable(mut self, name: &'static str, value: impl Into<OsString>) -> Self {
        self.variables.push((name, value.into()));
        self
    }

    /// The command, still without its streams.
    pub fn command(&self) -> Command {
        self.command_by(Command::new(&self.program))
    }

    /// Another command, which gets the arguments.
    pub fn command_by(&self, mut command: Command) -> Command {
        command.args(&self.arguments).env_remove("COLUMNS");
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        command
    }

    /// Starts the command with pipes at all its ends and does not wait.
    pub fn start(&self) -> Child {
        start(self.command())
    }

    /// Starts it by another command, which gets the arguments.
    pub fn start_by(&self, command: Command) -> Child {
        start(self.command_by(command))
    }

    /// Runs the command to its end.
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

/// What came of a run.
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
    /// Waits for the end of a run.
    pub fn of(child: Child) -> Self {
        let output = child.wait_with_output().expect("the program ends");
        let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
        Ran {
            stdout: text(output.stdout),
            stderr: text(output.stderr),
            code: output.status.code(),
        }
    }

    /// Writes the input and waits for the end of a run.
    pub fn after(mut child: Child, input: Vec<u8>) -> Self {
        let mut stdin = child.stdin.take().expect("a pipe");
        // Beside the reading, so that neither side waits for the other. A command that does not
        // read its input is not an error.
        let writer = thread::spawn(move || {
            let _ = stdin.write_all(&input);
        });
        let ran = Ran::of(child);
        writer.join().expect("the input is written");
        ran
    }

    /// It ended with this exit code.
    #[track_caller]
    pub fn code(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "the exit code of {self:#?}");
        self
    }

    /// This, and nothing else, is on standard output.
    #[track_caller]
    pub fn stdout(self, expected: &str) -> Self {
        assert_eq!(self.stdout, expected, "standard output");
        self
    }

    /// This, and nothing else, is on standard error.
    #[track_caller]
    pub fn stderr(self, expected: &str) -> Self {
        assert_eq!(self.stderr, expected, "standard error");
        self
    }

    /// Some lines are on standard output, one directly after the other.
    #[track_caller]
    pub fn says(self, lines: &str) -> Self {
        let stdout = &self.stdout;
        assert!(stdout.contains(lines), "{lines:?} is missing in\n{stdout}");
        self
    }

    /// Standard output begins so.
    #[track_caller]
    pub fn begins_with(self, text: &str) -> Self {
        let stdout = &self.stdout;
        assert!(
            stdout.starts_with(text),
            "{text:?} does not begin\n{stdout}"
        );
        self
    }

    /// A text is not on standard output.
    #[track_caller]
    pub fn does_not_say(self, text: &str) -> Self {
        let stdout = &self.stdout;
        assert!(!stdout.contains(text), "{text:?} is in\n{stdout}");
        self
    }

    /// A text is on standard error.
    #[track_caller]
    pub fn complains(self, text: &str) -> Self {
        let stderr = &self.stderr;
        assert!(stderr.contains(text), "{text:?} is missing in\n{stderr}");
        self
    }

    /// The request was bad: nothing on standard output, and this on standard error.
    #[track_caller]
    pub fn refuses(self, text: &str) {
        self.code(2).stdout("").complains(text);
    }

    /// The last line of standard output.
    pub fn last_line(&self) -> &str {
        self.stdout.lines().last().unwrap_or_default()
    }

    /// The one JSON document on standard output, which is a single line.
    #[track_caller]
    pub fn json(&self) -> Value {
        assert_eq!(self.stdout.lines().count(), 1, "one line:\n{}", self.stdout);
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("{error} in {}", self.stdout))
    }
}
