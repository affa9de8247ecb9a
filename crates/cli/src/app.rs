//! The full-screen app: `quintet` alone, and `quintet replay` at a terminal.

use anyhow::{Result, bail};
use etcetera::BaseStrategy;
use quintet_arena::{Library, Record, Who};
use quintet_tui::{Folder, Look, Options};

use crate::args::command;
use crate::output::{Status, note};
use crate::{outsiders, paper};

pub(crate) fn run(ascii: bool, players: Vec<Who>, library: &Library) -> Result<Status> {
    if !show(ascii, players, Vec::new(), library)? {
        note(&command(library.catalogue()).render_help().to_string());
        bail!(
            "the full-screen app needs a terminal on which the cursor can be placed; use one of the commands instead, such as quintet play GAME"
        );
    }
    Ok(Status::Success)
}

/// Shows the app, with records to be looked at if there are any. Returns at once, with `false`, if there is no
/// terminal that can show it.
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
        seat: outsiders::at_boards(&players)?,
        players,
        records,
    })
}

/// Colour is off if `NO_COLOR` is set to anything.
fn wants_colour() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Whether the terminal says of itself that it cannot place the cursor.
fn is_dumb() -> bool {
    std::env::var("TERM").as_deref() == Ok("dumb")
}

/// Where the last choices and the unfinished game are kept.
fn state_folder() -> Option<std::path::PathBuf> {
    let folders = etcetera::choose_base_strategy().ok()?;
    let state = folders.state_dir().unwrap_or_else(|| folders.data_dir());
    Some(state.join("quintet"))
}
