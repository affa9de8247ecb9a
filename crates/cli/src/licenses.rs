//! `quintet licenses`.

use std::io::Write;

use anyhow::Result;

use crate::output::Status;

/// The text chosen by `build.rs`.
const NOTICES: &str = include_str!(env!("QUINTET_NOTICES"));

pub(crate) fn print(out: &mut dyn Write) -> Result<Status> {
    out.write_all(NOTICES.as_bytes())?;
    Ok(Status::Success)
}
