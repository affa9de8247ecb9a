//! The full-screen app: `quintet` alone, and `quintet replay` at a terminal.

use anyhow::{Result, bail};
use clap::CommandFactory;
use etcetera::BaseStrategy;
use quintet_arena::Record;
use quintet_tui::{Folder, Look, Options};

use crate::answer::{Answer, note};
use crate::args::Quintet;
use crate::{library, paper};

pub(crate) fn run(ascii: bool) -> Result<Answer> {
    if !show(ascii, Vec::new())? {
        note(&Quintet::command().render_help().to_string());
        bail!(
            "the full-screen app needs a terminal; use one of the commands instead, such as quintet play GAME"
        );
    }
    Ok(Answer::Yes)
}

/// Shows the app, with records to be looked at if there are any. Returns at once, with `false`, if there is no terminal.
pub(crate) fn show(ascii: bool, records: Vec<Record>) -> Result<bool> {
    quintet_tui::run(Options {
        look: Look {
            colour: wants_colour(),
            ascii,
        },
        tables: library::tables(),
        folder: Folder(state_folder()),
        date: paper::today(),
        records,
    })
}

/// Colour is off if `NO_COLOR` is set to anything, or the terminal is a dumb one.
fn wants_colour() -> bool {
    let is_set = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    !is_set && std::env::var("TERM").as_deref() != Ok("dumb")
}

/// Where the last choices and the unfinished game are kept.
fn state_folder() -> Option<std::path::PathBuf> {
    let folders = etcetera::choose_base_strategy().ok()?;
    let state = folders.state_dir().unwrap_or_else(|| folders.data_dir());
    Some(state.join("quintet"))
}
