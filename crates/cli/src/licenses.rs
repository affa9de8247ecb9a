//! `quintet licenses`.

use std::io::Write;

use anyhow::Result;

use crate::answer::Answer;

/// The text chosen by `build.rs`.
const NOTICES: &str = include_str!(env!("QUINTET_NOTICES"));

pub(crate) fn print(out: &mut dyn Write) -> Result<Answer> {
    out.write_all(NOTICES.as_bytes())?;
    Ok(Answer::Yes)
}
