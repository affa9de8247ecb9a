//! What came of running the command, to be compared. Shared by the tests of the command.

use std::io::Write;
use std::process::Child;
use std::thread;

/// What came of a run.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    code: Option<i32>,
}

impl Ran {
    /// Waits for the end of a run.
    pub(crate) fn of(child: Child) -> Self {
        let output = child.wait_with_output().expect("the program ends");
        let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
        Ran {
            stdout: text(output.stdout),
            stderr: text(output.stderr),
            code: output.status.code(),
        }
    }

    /// Writes the input and waits for the end of a run.
    pub(crate) fn after(mut child: Child, input: Vec<u8>) -> Self {
        let mut stdin = child.stdin.take().expect("a pipe");
        // Beside the reading, so that neither side waits for the other. A command that does not
        // read is no fault.
        let writer = thread::spawn(move || {
            let _ = stdin.write_all(&input);
        });
        let ran = Ran::of(child);
        writer.join().expect("the input is written");
        ran
    }

    #[track_caller]
    pub(crate) fn code(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "the exit code of {self:#?}");
        self
    }

    #[track_caller]
    pub(crate) fn stdout(self, expected: &str) -> Self {
        assert_eq!(self.stdout, expected, "standard output");
        self
    }

    #[track_caller]
    pub(crate) fn stderr(self, expected: &str) -> Self {
        assert_eq!(self.stderr, expected, "standard error");
        self
    }

    /// Some lines are on standard output, one directly after the other.
    #[track_caller]
    pub(crate) fn says(self, lines: &str) -> Self {
        assert!(
            self.stdout.contains(lines),
            "{lines:?} is missing on standard output:\n{}",
            self.stdout
        );
        self
    }

    #[track_caller]
    pub(crate) fn does_not_say(self, text: &str) -> Self {
        assert!(
            !self.stdout.contains(text),
            "{text:?} is on standard output:\n{}",
            self.stdout
        );
        self
    }

    /// Something is on standard error.
    #[track_caller]
    pub(crate) fn complains(self, text: &str) -> Self {
        assert!(
            self.stderr.contains(text),
            "{text:?} is missing on standard error:\n{}",
            self.stderr
        );
        self
    }
}
