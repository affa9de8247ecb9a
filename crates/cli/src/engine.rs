//! `quintet engine`: moves for another program.

use std::io::{self, Write};

use anyhow::Result;
use quintet_arena::Library;

use crate::answer::Answer;
use crate::library;

pub(crate) fn run(out: &mut (dyn Write + Send)) -> Result<Answer> {
    let library = Library::new(library::tables());
    quintet_agents::serve(io::stdin().lock(), out, &library)?;
    Ok(Answer::Yes)
}
