//! `quintet replay`: a recorded game move by move, in the full-screen app or, without a terminal, as text.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Error, Result};
use quintet_arena::{Library, ReadError, Record};
use quintet_games::{Catalogue, escape_up_to};

use crate::app;
use crate::output::Status;
use crate::paper::shown_path;

pub(crate) fn run(
    ascii: bool,
    file: &Path,
    library: &Library,
    out: &mut dyn Write,
) -> Result<Status> {
    let records = read(file, library.catalogue())?;
    if app::show(ascii, records.clone(), library)? {
        return Ok(Status::Success);
    }
    for (n, record) in records.iter().enumerate() {
        if n > 0 {
            writeln!(out)?;
        }
        let frames: Vec<_> = (0..=record.plies().len())
            .map(|ply| frame(record, ply))
            .collect();
        writeln!(out, "{}\n\n{}", record.title(), frames.join("\n\n"))?;
    }
    Ok(Status::Success)
}

/// Reads the records in a file.
pub(crate) fn read(file: &Path, catalogue: Catalogue) -> Result<Vec<Record>> {
    let shown = shown_path(file);
    let read = if file == Path::new("-") {
        Record::read_stream(io::stdin().lock(), catalogue)
    } else {
        File::open(file)
            .map_err(ReadError::Io)
            .and_then(|file| Record::read_stream(file, catalogue))
    };
    read.map_err(|error| match &error {
        ReadError::Io(_) => Error::new(error).context(format!("cannot read {shown}")),
        ReadError::TooLong | ReadError::NotText => {
            Error::new(error).context(format!("{shown} is not a record"))
        }
        ReadError::Record(_) => Error::new(error).context(shown),
    })
}

/// Returns the text for the position after `plies`: the move, the board, comments, and finally the result.
fn frame(record: &Record, plies: usize) -> String {
    let (session, mut lines) = (record.session(), Vec::new());
    if let Some(last) = plies.checked_sub(1) {
        let name = record.variant().name(session.mover_of(last));
        lines.push(format!("{plies}. {name}: {}", record.plies()[last].mv));
    }
    lines.push(session.position_at(plies).drawing());
    for comment in record.comments.get(&plies).into_iter().flatten() {
        let shown: Vec<_> = comment
            .trim()
            .lines()
            .map(|line| escape_up_to(1000, line.trim()))
            .collect();
        lines.push(format!("{{{}}}", shown.join("\n")));
    }
    if plies == record.plies().len() {
        lines.push(record.ending());
    }
    lines.join("\n")
}
