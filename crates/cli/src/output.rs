//! Output and exit codes of commands.

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, Stdout, Write};
use std::process::ExitCode;

use anstream::AutoStream;
use anyhow::Result;
use clap::{ColorChoice, ValueEnum};
use quintet_arena::Layout;
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
            let style = clap::builder::Styles::styled();
            let style = style.get_error();
            let _ = writeln!(anstream::stderr(), "{style}{PREFIX}{style:#} {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Standard output, whose errors name it. Colors are removed unless it is a terminal or `--color` says otherwise. It is not
/// locked: after a panic, any thread of the full-screen app must be able to restore the terminal.
pub(crate) struct StandardOutput(AutoStream<Stdout>);

impl Default for StandardOutput {
    fn default() -> Self {
        StandardOutput(anstream::stdout())
    }
}

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(named)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(named)
    }
}

/// Sets the use of colors by the option `--color` among the arguments. Errors in the arguments follow it as well, so it is
/// found before they are parsed.
pub(crate) fn set_color(args: &[OsString]) {
    let mut args = args.iter().filter_map(|arg| arg.to_str());
    let mut choice = None;
    while let Some(arg) = args.next() {
        match arg.strip_prefix("--color") {
            Some("") => choice = args.next(),
            Some(value) => choice = value.strip_prefix('=').or(choice),
            None if arg == "--" => break,
            None => {}
        }
    }
    let choice = choice.and_then(|choice| ColorChoice::from_str(choice, false).ok());
    let choice = match choice {
        Some(ColorChoice::Always) => anstream::ColorChoice::Always,
        Some(ColorChoice::Never) => anstream::ColorChoice::Never,
        Some(ColorChoice::Auto) | None => return,
    };
    choice.write_global();
}

/// True if standard output is in color.
pub(crate) fn is_colored() -> bool {
    AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
}

/// Maximum length of a line. Longer ones are hard to read.
const MAX_WIDTH: u16 = 100;

/// Returns the layout for standard output: in color, which is removed where it is unwanted, and wrapped on a terminal.
pub(crate) fn layout() -> Layout {
    let size = terminal_size::terminal_size_of(io::stdout());
    Layout {
        is_colored: true,
        width: size.map(|(columns, _)| columns.0.min(MAX_WIDTH).into()),
    }
}

/// Formats a response in a layout.
pub(crate) fn laid_out(text: &impl Display, layout: Layout) -> String {
    match layout.width {
        Some(width) => format!("{text:#width$}"),
        None => format!("{text:#}"),
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
    let text = message.render().ansi().to_string();
    let code = ExitCode::from(u8::try_from(message.exit_code()).unwrap_or(2));
    if message.use_stderr() {
        // All errors have the same prefix.
        let text = text.replacen("error:", PREFIX, 1);
        let _ = write!(anstream::stderr(), "{text}");
        return code;
    }
    match write!(StandardOutput::default(), "{text}") {
        Err(error) => exit_code(Err(error.into())),
        Ok(()) => code,
    }
}

/// Prefix of errors.
const PREFIX: &str = "quintet:";

/// Prints a response as one JSON document or as text.
pub(crate) fn print(
    response: &(impl Serialize + Display),
    json: bool,
    out: &mut dyn Write,
) -> Result<()> {
    if json {
        print_json(response, out)
    } else {
        Ok(out.write_all(laid_out(response, layout()).as_bytes())?)
    }
}

/// Prints sentences, wrapped on a terminal.
pub(crate) fn say(out: &mut dyn Write, text: &str) -> Result<()> {
    for line in text.split('\n') {
        writeln!(out, "{}", layout().wrap(line))?;
    }
    Ok(())
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
