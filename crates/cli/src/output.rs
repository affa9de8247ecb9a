//! Output and exit codes of commands.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use serde::Serialize;

/// The outcome of a command that ran to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    /// Done.
    Success,
    /// An unfinished game, an unsolved value or a failed verification.
    Failure,
    /// Ended by Ctrl-C.
    Interrupted,
}

/// The exit code of a program that was ended by Ctrl-C: 128 and the number of the signal.
pub(crate) const INTERRUPTED: u8 = 130;

/// Returns the exit code, and prints an error on standard error.
pub(crate) fn exit_code(status: Result<Status>) -> ExitCode {
    match status {
        Ok(Status::Success) => ExitCode::SUCCESS,
        Ok(Status::Failure) => ExitCode::from(1),
        Ok(Status::Interrupted) => ExitCode::from(INTERRUPTED),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            note(&format!("quintet: {error:#}"));
            ExitCode::from(2)
        }
    }
}

/// Standard output, whose errors name it. It is not locked: after a panic, any thread of the full-screen app must be able to
/// restore the terminal.
pub(crate) struct StandardOutput;

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        io::stdout().write(bytes).map_err(named)
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush().map_err(named)
    }
}

fn named(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::BrokenPipe | io::ErrorKind::Interrupted => error,
        kind => io::Error::new(kind, format!("standard output cannot be written: {error}")),
    }
}

/// Prints help, the version or an error in the arguments. Returns the exit code.
pub(crate) fn print_usage(message: &clap::Error) -> ExitCode {
    match message.print() {
        Err(error) if !message.use_stderr() => exit_code(Err(named(error).into())),
        _ => ExitCode::from(u8::try_from(message.exit_code()).unwrap_or(2)),
    }
}

/// Prints a response as one JSON document or as text.
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
    // An I/O error, so that a closed pipe is recognized.
    serde_json::to_writer(&mut *out, document).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(())
}

/// Prints a line on standard error. A closed pipe is not an error.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// True if the reader of the output has exited, which is not an error: `quintet rules gridlock | head`.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
