//! `quintet export` in a build without the feature `export`.

use std::io::Write;

use anyhow::{Result, bail};
use quintet_arena::Library;

use crate::answer::Answer;
use crate::args::ExportArgs;

pub(crate) fn run(_: &ExportArgs, _: &Library, _: &mut dyn Write) -> Result<Answer> {
    bail!(
        "this build cannot write Parquet files: build it with `--features export`, or use a release archive"
    )
}
