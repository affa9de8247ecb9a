//! `quintet perft`: counting sequences of moves.

use std::io::Write;

use anyhow::Result;

use crate::answer::Answer;
use crate::args::PerftArgs;

/// Prints the count behind each first move as soon as it is known, then the sum alone.
pub(crate) fn run(args: &PerftArgs, out: &mut dyn Write) -> Result<Answer> {
    let position = args.board.position()?;
    let Some(deeper) = args.depth.checked_sub(1) else {
        writeln!(out, "{}", position.perft(0))?;
        return Ok(Answer::Yes);
    };
    let mut sum = 0;
    for mv in position.moves() {
        let next = position.play(&mv.text)?.position;
        let count = next.perft(deeper);
        writeln!(out, "{}: {count}", mv.text)?;
        sum += count;
    }
    writeln!(out, "{sum}")?;
    Ok(Answer::Yes)
}
