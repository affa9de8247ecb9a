//! `quintet backup`, `restore`, `check`, `migrate` and `delete`: maintenance of the database of a server.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anyhow::{Result, bail};
use quintet_games::{Catalogue, count};
use quintet_live::GameId;
use quintet_live::store::{self, Change, CopyReport, Report, StoreError};
use tokio::runtime::Runtime;

use crate::db::Db;
use crate::output::{Status, note};
use crate::paper::shown_path;

pub(crate) fn backup(
    copy: &Path,
    db: Option<Db>,
    catalogue: Catalogue,
    out: &mut dyn Write,
) -> Result<Status> {
    let file = Db::or_default(db)?.file("pg_dump")?;
    let report = store::backup(&file, copy, catalogue)?;
    let (from, to) = (shown_path(&file), shown_path(copy));
    let games = count(report.games, "game");
    writeln!(out, "{games} copied from {from} to {to} and checked.")?;
    Ok(print_problems(&report))
}

pub(crate) fn restore(
    copy: &Path,
    db: Option<Db>,
    catalogue: Catalogue,
    out: &mut dyn Write,
) -> Result<Status> {
    let file = Db::or_default(db)?.file("pg_restore")?;
    let (report, aside) = store::restore(copy, &file, catalogue)?;
    let (from, to) = (shown_path(copy), shown_path(&file));
    let games = count(report.games, "game");
    writeln!(out, "{games} restored from {from} to {to} and checked.")?;
    if let Some(aside) = aside {
        writeln!(out, "The previous file is now {}.", shown_path(&aside))?;
    }
    Ok(print_problems(&report))
}

pub(crate) fn check(db: Option<Db>, catalogue: Catalogue, out: &mut dyn Write) -> Result<Status> {
    let db = Db::or_default(db)?;
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
    if report.is_clean() {
        writeln!(out, "No problems found.")?;
    }
    Ok(print_problems(&report))
}

pub(crate) fn migrate(
    from: &Db,
    to: &Db,
    catalogue: Catalogue,
    out: &mut dyn Write,
) -> Result<Status> {
    if from == to {
        bail!("source and target are the same: {}", from.shown());
    }
    let is_terminal = io::stderr().is_terminal();
    let mut report = |copied: &CopyReport| {
        if is_terminal {
            let games = count(copied.games, "game");
            note(&format!("quintet: {games} copied"));
        }
    };
    let copied = Runtime::new()?.block_on(async {
        from.must_exist()?;
        let [source, target] = [
            from.open_alone(catalogue).await?,
            to.open_alone(catalogue).await?,
        ];
        let copied = store::copy(&*source, &*target, &mut report).await;
        source.close().await;
        target.close().await;
        anyhow::Ok(copied?)
    })?;
    let games = count(copied.games, "game");
    let actions = count(copied.actions, "action");
    let existing = copied.existing;
    writeln!(
        out,
        "{games} with {actions} copied from {} to {} and verified; {existing} already existed.",
        from.shown(),
        to.shown(),
    )?;
    for game in &copied.damaged {
        note(&format!("quintet: not copied: {game}"));
    }
    Ok(if copied.damaged.is_empty() {
        Status::Success
    } else {
        Status::Failure
    })
}

pub(crate) fn delete(
    game: &str,
    db: Option<Db>,
    catalogue: Catalogue,
    out: &mut dyn Write,
) -> Result<Status> {
    let db = Db::or_default(db)?;
    let Ok(id) = game.parse::<GameId>() else {
        bail!("'{}' is not a game id", quintet_games::escape(game));
    };
    let deleted = Runtime::new()?.block_on(async {
        db.must_exist()?;
        let store = db.open(catalogue).await?;
        let deleted = store.write(Change::Delete(id)).await;
        store.close().await;
        anyhow::Ok(deleted)
    })?;
    match deleted {
        Ok(()) => writeln!(out, "Game {id} deleted.")?,
        Err(StoreError::Missing) => bail!("no game {id} in {}", db.shown()),
        Err(error) => return Err(error.into()),
    }
    Ok(Status::Success)
}

/// Prints the problems that a check has found.
fn print_problems(report: &Report) -> Status {
    for problem in &report.errors {
        note(&format!("quintet: the file is corrupt: {problem}"));
    }
    for game in &report.damaged {
        note(&format!("quintet: {game}"));
    }
    for action in &report.missing {
        note(&format!("quintet: acknowledged but missing: {action}"));
    }
    if report.is_clean() {
        Status::Success
    } else {
        Status::Failure
    }
}
