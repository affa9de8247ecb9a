//! What a command comes to, and the exit code that says so.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use serde::Serialize;

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

/// Prints a response: one JSON document, or its text.
pub(crate) fn print(
    response: &(impl Serialize + Display),
    json: bool,
    out: &mut dyn Write,
) -> Result<()> {
    if json {
        print_json(response, out)
    } else {
        Ok(write!(out, "{response}")?)
    }
}

/// Prints one JSON document.
pub(crate) fn print_json(document: &impl Serialize, out: &mut dyn Write) -> Result<()> {
    // As an error of the stream, so that a closed pipe is known as one.
    serde_json::to_writer(&mut *out, document).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(())
}

/// Says something on standard error. A closed pipe is not an error.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Whether the reader of our output has gone, which is not an error: `quintet rules gridlock | head`.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
