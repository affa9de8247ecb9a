//! `quintet rules`: the rules of a game.

use std::io::Write;

use anyhow::Result;

use crate::answer::Answer;
use crate::args::RulesArgs;

pub(crate) fn run(args: &RulesArgs, out: &mut dyn Write) -> Result<Answer> {
    write!(out, "{}", args.game.rules)?;
    Ok(Answer::Yes)
}
