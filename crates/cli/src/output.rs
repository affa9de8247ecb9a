//! Output of commands, and their exit codes.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use serde::Serialize;

/// The status of a command that could be carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    /// Done.
    Success,
    /// A game was left unfinished, a value is unsolved, a verification failed.
    Failure,
}

/// 0 for success, 1 for failure, 2 for an error, which is printed on standard error.
pub(crate) fn exit_code(status: Result<Status>) -> ExitCode {
    match status {
        Ok(Status::Success) => ExitCode::SUCCESS,
        Ok(Status::Failure) => ExitCode::from(1),
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
