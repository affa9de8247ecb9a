//! `quintet licenses`.

use std::io::Write;

use anyhow::Result;

use crate::answer::Answer;

/// The notices of all packages in the program, written by `scripts/supply.py`.
const NOTICES: &str = include_str!("notices.txt");

pub(crate) fn print(out: &mut dyn Write) -> Result<Answer> {
    out.write_all(NOTICES.as_bytes())?;
    Ok(Answer::Yes)
}
