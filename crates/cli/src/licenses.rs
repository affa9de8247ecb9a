//! `quintet licenses`.

use std::io::Write;

use anyhow::Result;

use crate::output::Status;

/// The text that `build.rs` selects.
const NOTICES: &str = include_str!(env!("QUINTET_NOTICES"));

pub(crate) fn print(out: &mut dyn Write) -> Result<Status> {
    out.write_all(NOTICES.as_bytes())?;
    Ok(Status::Success)
}
