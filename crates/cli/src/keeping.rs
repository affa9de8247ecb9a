//! `quintet backup`, `quintet restore`, `quintet check` and `quintet delete`: the file in which games between people
//! are kept.

use std::io::Write;

use anyhow::{Result, bail};
use quintet_live::GameId;
use quintet_live::store::{self, Change, Report, Sqlite, Store, StoreFault};

use crate::answer::{Answer, note};
use crate::args::{BackupArgs, CheckArgs, DeleteArgs, RestoreArgs};
use crate::paper::shown_path;
use crate::serve::file;

pub(crate) fn backup(args: &BackupArgs, out: &mut dyn Write) -> Result<Answer> {
    let file = file(args.db.as_ref())?;
    let report = store::backup(&file, &args.file)?;
    let (from, to) = (shown_path(&file), shown_path(&args.file));
    let games = counted(report.games, "game is", "games are");
    writeln!(out, "{games} copied from {from} to {to}, and checked.")?;
    Ok(complain(&report))
}

pub(crate) fn restore(args: &RestoreArgs, out: &mut dyn Write) -> Result<Answer> {
    let file = file(args.db.as_ref())?;
    let (report, aside) = store::restore(&args.file, &file)?;
    let (from, to) = (shown_path(&args.file), shown_path(&file));
    let games = counted(report.games, "game is", "games are");
    writeln!(out, "{games} restored from {from} to {to}, and checked.")?;
    if let Some(aside) = aside {
        writeln!(out, "What was there is now {}.", shown_path(&aside))?;
    }
    Ok(complain(&report))
}

pub(crate) fn check(args: &CheckArgs, out: &mut dyn Write) -> Result<Answer> {
    let file = match &args.file {
        Some(file) => file.clone(),
        None => file(None)?,
    };
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

pub(crate) fn delete(args: &DeleteArgs, out: &mut dyn Write) -> Result<Answer> {
    let file = file(args.db.as_ref())?;
    let Ok(id) = args.game.parse::<GameId>() else {
        bail!(
            "'{}' is not the address of a game",
            quintet_games::shown(&args.game)
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
