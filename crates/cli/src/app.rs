//! The full-screen app: `quintet` without a command, and `quintet replay` on a terminal.

use std::{fs, io};

use anyhow::{Result, bail};
use etcetera::BaseStrategy;
use quintet_arena::{Library, Record, Who};
use quintet_games::AnyPosition;
use quintet_tui::{Look, Options, Settings, StateFolder, Theme};

use crate::args::{Quintet, command};
use crate::output::{Status, is_colored, note};
use crate::{external, paper};

pub(crate) fn run(args: Quintet, library: &Library) -> Result<Status> {
    let start = args.start.position()?;
    if !open(args.ascii, args.players, start, Vec::new(), library)? {
        note(&command(library.catalogue()).render_help().to_string());
        bail!(
            "the full-screen app needs a terminal; use a command instead, such as quintet play GAME"
        );
    }
    Ok(Status::Success)
}

/// Runs the app on records. Returns false if the terminal is unsuitable.
pub(crate) fn show(ascii: bool, records: Vec<Record>, library: &Library) -> Result<bool> {
    open(ascii, Vec::new(), None, records, library)
}

/// Runs the app, from a position or on records if there are any. Returns false if the terminal is unsuitable.
fn open(
    ascii: bool,
    players: Vec<Who>,
    start: Option<Box<dyn AnyPosition>>,
    records: Vec<Record>,
    library: &Library,
) -> Result<bool> {
    if is_dumb() {
        return Ok(false);
    }
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let (settings, notice) = settings();
    let theme = settings.theme.unwrap_or_else(|| theme_for(&variable));
    quintet_tui::run(Options {
        look: Look {
            theme,
            ascii: ascii || settings.ascii.unwrap_or_else(|| !is_utf8(&variable)),
        },
        settings,
        notice,
        library: library.clone(),
        folder: StateFolder::at(state_folder()),
        date: paper::today(),
        seat: external::app_seat(&players)?,
        players,
        start,
        records,
    })
}

/// Reads the settings file. Also returns a message about its errors, if any.
fn settings() -> (Settings, String) {
    let folders = etcetera::choose_base_strategy().ok();
    let Some(file) = folders.map(|folders| folders.config_dir().join("quintet/app.toml")) else {
        return Default::default();
    };
    match fs::read_to_string(&file) {
        Ok(text) => {
            let (settings, errors) = Settings::read(&text);
            let message = match errors.as_slice() {
                [] => String::new(),
                errors => format!("{}:\n{}", file.display(), errors.join("\n")),
            };
            (settings, message)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Default::default(),
        Err(error) => {
            let message = format!("Cannot read {}: {error}.", file.display());
            (Settings::default(), message)
        }
    }
}

/// Chooses the theme by `--color`, `NO_COLOR` and the terminal.
fn theme_for(variable: &impl Fn(&str) -> Option<String>) -> Theme {
    let term = variable("TERM").unwrap_or_default();
    let has_256 = term.contains("256color") || variable("COLORTERM").is_some();
    // The last number is the background: 7 and 15 are white.
    let background = variable("COLORFGBG");
    let background = background
        .as_deref()
        .and_then(|colors| colors.rsplit(';').next());
    match background {
        _ if !is_colored() => Theme::None,
        _ if !(has_256 || cfg!(windows)) => Theme::Sixteen,
        Some("7" | "15") => Theme::Light,
        _ => Theme::Dark,
    }
}

/// True if the locale has all characters.
fn is_utf8(variable: &impl Fn(&str) -> Option<String>) -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .find_map(variable);
    let locale = locale.unwrap_or_default().to_ascii_lowercase();
    cfg!(windows) || locale.contains("utf-8") || locale.contains("utf8")
}

/// True if the terminal cannot position the cursor.
fn is_dumb() -> bool {
    std::env::var("TERM").as_deref() == Ok("dumb")
}

/// Returns the folder for choices, games and progress.
pub(crate) fn state_folder() -> Option<std::path::PathBuf> {
    let folders = etcetera::choose_base_strategy().ok()?;
    let state = folders.state_dir().unwrap_or_else(|| folders.data_dir());
    Some(state.join("quintet"))
}
