//! `quintet engine`: moves for another program.

use std::io::{self, Write};

use anyhow::Result;
use quintet_arena::Library;

use crate::answer::Answer;

pub(crate) fn run(library: &Library, out: &mut (dyn Write + Send)) -> Result<Answer> {
    quintet_agents::serve(io::stdin().lock(), out, library)?;
    Ok(Answer::Yes)
}
