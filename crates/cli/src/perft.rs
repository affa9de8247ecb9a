//! `quintet perft`: the number of move sequences.

use std::io::Write;

use anyhow::Result;
use quintet_api::Perft;

use crate::args::PerftArgs;
use crate::library;
use crate::output::{Status, print_json};

/// Prints the count after each first move as soon as it is computed, then the sum.
pub(crate) fn run(args: &PerftArgs, out: &mut dyn Write) -> Result<Status> {
    let position = args.board.position()?;
    let perft = library::watched("counting", |progress| {
        progress.expect(position.moves().len() as u64);
        Perft::of(&*position, args.depth, |mv| {
            progress.advance(1);
            if args.json {
                return Ok(());
            }
            let _line = library::clear_line();
            writeln!(out, "{}: {}", mv.mv, mv.count)
        })
    })?;
    if args.json {
        print_json(&perft, out)?;
    } else {
        writeln!(out, "{}", perft.count)?;
    }
    Ok(Status::Success)
}
