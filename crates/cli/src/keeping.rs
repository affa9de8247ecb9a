//! `quintet backup`, `quintet restore`, `quintet check`, `quintet migrate` and `quintet delete`: the file or the database
//! in which games between people are kept.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anyhow::{Result, bail};
use quintet_games::{Catalogue, count};
use quintet_live::GameId;
use quintet_live::store::{self, Change, CopyReport, Report, StoreError};
use tokio::runtime::Runtime;

use crate::args::Kept;
use crate::db::Db;
use crate::output::{Status, note};
use crate::paper::shown_path;

pub(crate) fn backup(
    copy: &Path,
    kept: Kept,
    catalogue: Catalogue,
    out: &mut dyn Write,
) -> Result<Status> {
    let file = Db::or_usual(kept.db)?.file("pg_dump")?;
    let report = store::backup(&file, copy, catalogue)?;
    let (from, to) = (shown_path(&file), shown_path(copy));
    let games = games_are(report.games);
    writeln!(out, "{games} copied from {from} to {to}, and checked.")?;
    Ok(complain(&report))
}

pub(crate) fn restore(
    copy: &Path,
    kept: Kept,
    catalogue: Catalogue,
    out: &mut dyn Write,
) -> Result<Status> {
    let file = Db::or_usual(kept.db)?.file("pg_restore")?;
    let (report, aside) = store::restore(copy, &file, catalogue)?;
    let (from, to) = (shown_path(copy), shown_path(&file));
    let games = games_are(report.games);
    writeln!(out, "{games} restored from {from} to {to}, and checked.")?;
    if let Some(aside) = aside {
        writeln!(out, "What was there is now {}.", shown_path(&aside))?;
    }
    Ok(complain(&report))
}

pub(crate) fn check(db: Option<Db>, catalogue: Catalogue, out: &mut dyn Write) -> Result<Status> {
    let db = Db::or_usual(db)?;
    let report = match &db {
        Db::File(file) => store::check(file, catalogue)?,
        Db::Shared(_) => Runtime::new()?.block_on(async {
            let store = db.open(catalogue).await?;
            let report = store::check_all(&*store, catalogue).await;
            store.close().await;
            anyhow::Ok(report?)
        })?,
    };
    let games = count(report.games, "game");
    let actions = count(report.actions, "action");
    writeln!(out, "{}: {games} with {actions} checked.", db.shown())?;
    if report.is_whole() {
        writeln!(out, "Everything is what was written.")?;
    }
    Ok(complain(&report))
}

pub(crate) fn migrate(
    from: &Db,
    to: &Db,
    catalogue: Catalogue,
    out: &mut dyn Write,
) -> Result<Status> {
    if from == to {
        bail!("both are {}", from.shown());
    }
    let is_watched = io::stderr().is_terminal();
    let mut tell = |copied: &CopyReport| {
        if is_watched {
            let games = count(copied.games, "game");
            note(&format!("quintet: {games} so far"));
        }
    };
    let copied = Runtime::new()?.block_on(async {
        from.must_exist()?;
        let [source, target] = [
            from.open_alone(catalogue).await?,
            to.open_alone(catalogue).await?,
        ];
        let copied = store::copy(&*source, &*target, &mut tell).await;
        source.close().await;
        target.close().await;
        anyhow::Ok(copied?)
    })?;
    let games = count(copied.games, "game");
    let actions = count(copied.actions, "action");
    let existing = copied.existing;
    writeln!(
        out,
        "{games} with {actions} moved from {} to {}, read there again and checked; {existing} were there already.",
        from.shown(),
        to.shown(),
    )?;
    for fault in &copied.damaged {
        note(&format!("quintet: not moved: {fault}"));
    }
    Ok(if copied.damaged.is_empty() {
        Status::Success
    } else {
        Status::Failure
    })
}

pub(crate) fn delete(
    game: &str,
    kept: Kept,
    catalogue: Catalogue,
    out: &mut dyn Write,
) -> Result<Status> {
    let db = Db::or_usual(kept.db)?;
    let Ok(id) = game.parse::<GameId>() else {
        bail!(
            "'{}' is not the address of a game",
            quintet_games::escape(game)
        );
    };
    let deleted = Runtime::new()?.block_on(async {
        db.must_exist()?;
        let store = db.open(catalogue).await?;
        let deleted = store.write(Change::Delete(id)).await;
        store.close().await;
        anyhow::Ok(deleted)
    })?;
    match deleted {
        Ok(()) => writeln!(out, "Game {id} is deleted.")?,
        Err(StoreError::Missing) => bail!("there is no game {id} in {}", db.shown()),
        Err(fault) => return Err(fault.into()),
    }
    Ok(Status::Success)
}

/// Says what is wrong, if anything is.
fn complain(report: &Report) -> Status {
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
        Status::Success
    } else {
        Status::Failure
    }
}

/// `1 game is`, `2 games are`.
fn games_are(games: u64) -> String {
    let verb = if games == 1 { "is" } else { "are" };
    format!("{} {verb}", count(games, "game"))
}
