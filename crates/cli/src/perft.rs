//! `quintet perft`: counting sequences of moves.

use std::io::Write;

use anyhow::Result;
use quintet_ask::Perft;

use crate::answer::{Answer, print_json};
use crate::args::PerftArgs;

/// Prints the count behind each first move as soon as it is known, then the sum alone.
pub(crate) fn run(args: &PerftArgs, out: &mut dyn Write) -> Result<Answer> {
    let position = args.board.position()?;
    let perft = Perft::of(&*position, args.depth, |mv| {
        if args.json {
            return Ok(());
        }
        writeln!(out, "{}: {}", mv.mv, mv.count)
    })?;
    if args.json {
        print_json(&perft, out)?;
    } else {
        writeln!(out, "{}", perft.count)?;
    }
    Ok(Answer::Yes)
}
