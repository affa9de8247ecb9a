//! What a command comes to, and the exit code that says so.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;

/// The answer of a command that could be carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// Done.
    Yes,
    /// The answer is no: a game was left unfinished, a value is unsolved, a verification failed.
    No,
}

/// 0 for yes, 1 for no, 2 for what could not be carried out, which is said on standard error.
pub(crate) fn exit_code(answer: Result<Answer>) -> ExitCode {
    match answer {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            note(&format!("quintet: {error:#}"));
            ExitCode::from(2)
        }
    }
}

/// Says something on standard error. That nobody reads it is no fault.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Whether the reader of our output has gone, which is no fault: `quintet rules gridlock | head`.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
