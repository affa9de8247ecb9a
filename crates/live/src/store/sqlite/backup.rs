//! A copy of a file that may be in use, checked before it is called done.

use std::error::Error;
use std::fs;
use std::path::Path;

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use super::open::{self, OpenFault};
use super::schema;

/// Copies a store to a new file, while a server may be writing to it: how many games the copy
/// holds. The copy is complete and checked, or there is none.
pub fn backup(from: &Path, to: &Path) -> Result<u64, OpenFault> {
    let unusable = |path: &Path, fault: &dyn ToString| OpenFault::Unusable {
        path: path.to_owned(),
        fault: fault.to_string(),
    };
    if fs::exists(to).map_err(|fault| unusable(to, &fault))? {
        return Err(unusable(to, &"there is a file already"));
    }
    let source = open::reader(from).map_err(|fault| unusable(from, &fault))?;
    let (application, _) = schema::marks(&source).map_err(|fault| unusable(from, &fault))?;
    if application != schema::APPLICATION {
        return Err(OpenFault::Foreign(from.to_owned()));
    }
    // Two backups at a time do not get into each other's way.
    let side = open::beside(to, &format!(".part-{}", std::process::id()));
    let finished = open::remove(&side)
        .map_err(Into::into)
        .and_then(|()| copy(&source, &side))
        .and_then(|games| {
            fs::File::open(&side)?.sync_all()?;
            fs::rename(&side, to)?;
            Ok(games)
        });
    if finished.is_err() {
        // What is left of the attempt is of no use.
        let _ = open::remove(&side);
    }
    finished.map_err(|fault| unusable(to, &fault))
}

/// Copies and checks: how many games there are.
fn copy(source: &Connection, to: &Path) -> Result<u64, Box<dyn Error>> {
    let mut target = Connection::open(to)?;
    // All pages at once, as they are now: a reader does not hold up a writer, whereas a copy in
    // steps would begin anew with every change in between.
    let copied = Backup::new(source, &mut target)?.step(-1)?;
    if copied != StepResult::Done {
        return Err("the file is busy".into());
    }
    let found: String = target.query_row("PRAGMA integrity_check(1)", (), |row| row.get(0))?;
    if found != "ok" {
        return Err(found.into());
    }
    let games = target.query_row("SELECT count(*) FROM games", (), |row| row.get(0))?;
    // Closing it leaves one file.
    target.close().map_err(|(_, fault)| fault)?;
    Ok(games)
}
