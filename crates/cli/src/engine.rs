//! `quintet engine`: a UGI engine.

use std::io::{self, Write};

use anyhow::Result;
use quintet_arena::Library;

use crate::output::Status;

pub(crate) fn run(library: &Library, out: &mut (dyn Write + Send)) -> Result<Status> {
    quintet_agents::serve(io::stdin().lock(), out, library)?;
    Ok(Status::Success)
}
