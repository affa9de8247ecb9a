//! `quintet backup`, `quintet restore`, `quintet check` and `quintet delete`: the file in which games between people
//! are kept.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use quintet_live::GameId;
use quintet_live::store::{self, Change, Report, Sqlite, Store, StoreFault};

use crate::answer::{Answer, note};
use crate::args::Kept;
use crate::paper::shown_path;
use crate::serve::file_or_usual;

pub(crate) fn backup(copy: &Path, kept: Kept, out: &mut dyn Write) -> Result<Answer> {
    let file = file_or_usual(kept.db)?;
    let report = store::backup(&file, copy)?;
    let (from, to) = (shown_path(&file), shown_path(copy));
    let games = counted(report.games, "game is", "games are");
    writeln!(out, "{games} copied from {from} to {to}, and checked.")?;
    Ok(complain(&report))
}

pub(crate) fn restore(copy: &Path, kept: Kept, out: &mut dyn Write) -> Result<Answer> {
    let file = file_or_usual(kept.db)?;
    let (report, aside) = store::restore(copy, &file)?;
    let (from, to) = (shown_path(copy), shown_path(&file));
    let games = counted(report.games, "game is", "games are");
    writeln!(out, "{games} restored from {from} to {to}, and checked.")?;
    if let Some(aside) = aside {
        writeln!(out, "What was there is now {}.", shown_path(&aside))?;
    }
    Ok(complain(&report))
}

pub(crate) fn check(file: Option<PathBuf>, out: &mut dyn Write) -> Result<Answer> {
    let file = file_or_usual(file)?;
    let report = store::check(&file)?;
    let games = counted(report.games, "game", "games");
    let actions = counted(report.actions, "action", "actions");
    writeln!(
        out,
        "{}: {games} with {actions} checked.",
        shown_path(&file)
    )?;
    if report.is_whole() {
        writeln!(out, "Everything is what was written.")?;
    }
    Ok(complain(&report))
}

pub(crate) fn delete(game: &str, kept: Kept, out: &mut dyn Write) -> Result<Answer> {
    let file = file_or_usual(kept.db)?;
    let Ok(id) = game.parse::<GameId>() else {
        bail!(
            "'{}' is not the address of a game",
            quintet_games::shown(game)
        );
    };
    if !file.exists() {
        bail!("{} is not there", shown_path(&file));
    }
    let store = Sqlite::open(&file)?;
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    match runtime.block_on(store.write(Change::Delete(id))) {
        Ok(()) => writeln!(out, "Game {id} is deleted.")?,
        Err(StoreFault::Missing) => bail!("there is no game {id} in {}", shown_path(&file)),
        Err(fault) => return Err(fault.into()),
    }
    Ok(Answer::Yes)
}

/// Says what is wrong, if anything is.
fn complain(report: &Report) -> Answer {
    for fault in &report.faults {
        note(&format!("quintet: the file is damaged: {fault}"));
    }
    for fault in &report.damaged {
        note(&format!("quintet: {fault}"));
    }
    for what in &report.missing {
        note(&format!("quintet: acknowledged, but not there: {what}"));
    }
    if report.is_whole() {
        Answer::Yes
    } else {
        Answer::No
    }
}

fn counted(count: u64, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}
