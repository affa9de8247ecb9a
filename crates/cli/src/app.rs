//! The full-screen app: `quintet` without a command, and `quintet replay` on a terminal.

use anyhow::{Result, bail};
use etcetera::BaseStrategy;
use quintet_arena::{Library, Record, Who};
use quintet_tui::{Folder, Look, Options};

use crate::args::command;
use crate::output::{Status, note};
use crate::{external, paper};

pub(crate) fn run(ascii: bool, players: Vec<Who>, library: &Library) -> Result<Status> {
    if !show(ascii, players, Vec::new(), library)? {
        note(&command(library.catalogue()).render_help().to_string());
        bail!(
            "the full-screen app needs a terminal; use a command instead, such as quintet play GAME"
        );
    }
    Ok(Status::Success)
}

/// Runs the app, on a replay of `records` if there are any. Returns false if the terminal is unsuitable.
pub(crate) fn show(
    ascii: bool,
    players: Vec<Who>,
    records: Vec<Record>,
    library: &Library,
) -> Result<bool> {
    if is_dumb() {
        return Ok(false);
    }
    quintet_tui::run(Options {
        look: Look {
            colour: wants_colour(),
            ascii,
        },
        library: library.clone(),
        folder: Folder::at(state_folder()),
        date: paper::today(),
        seat: external::app_seat(&players)?,
        players,
        records,
    })
}

/// False if `NO_COLOR` is set.
fn wants_colour() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// True if the terminal cannot position the cursor.
fn is_dumb() -> bool {
    std::env::var("TERM").as_deref() == Ok("dumb")
}

/// Returns the folder for the settings and the unfinished game.
fn state_folder() -> Option<std::path::PathBuf> {
    let folders = etcetera::choose_base_strategy().ok()?;
    let state = folders.state_dir().unwrap_or_else(|| folders.data_dir());
    Some(state.join("quintet"))
}
