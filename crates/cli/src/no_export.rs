//! `quintet export` in a build without the feature `export`.

use std::io::Write;

use anyhow::{Result, bail};
use quintet_arena::Library;

use crate::args::ExportArgs;
use crate::output::Status;

pub(crate) fn run(_: &ExportArgs, _: &Library, _: &mut dyn Write) -> Result<Status> {
    bail!(
        "this build cannot write Parquet files; build with `--features export`, or use a release archive"
    )
}
