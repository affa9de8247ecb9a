//! Copies of a file that may be in use, each checked before it is called done.

use std::error::Error;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use super::open::{self, OpenFault, beside};
use super::{Report, check, mark, system};

/// Copies a store to a new file, while a server may be writing to it: what the copy holds. The copy is complete and
/// checked, or there is none. Games that are damaged are copied as they are.
pub fn backup(from: &Path, to: &Path) -> Result<Report, OpenFault> {
    let exists = || unusable(to, &"there is a file already");
    if fs::exists(to).map_err(|fault| unusable(to, &fault))? {
        return Err(exists());
    }
    let real = from
        .canonicalize()
        .map_err(|fault| unusable(from, &fault))?;
    let source = open::in_use(from, &real)?;
    let part = Part::new(to).map_err(|fault| unusable(to, &fault))?;
    let report = part.fill(&source).map_err(|fault| unusable(to, &fault))?;
    // Fails if another backup was faster; a file is never replaced.
    fs::hard_link(&part.path, to).map_err(|fault| match fault.kind() {
        io::ErrorKind::AlreadyExists => exists(),
        _ => unusable(to, &fault),
    })?;
    system::sync_folder(to).map_err(|fault| unusable(to, &fault))?;
    Ok(report)
}

/// Puts a backup in the place of a store that no server uses: what it holds. What was there is kept under the name
/// that is returned, with all that was beside it.
pub fn restore(from: &Path, to: &Path) -> Result<(Report, Option<PathBuf>), OpenFault> {
    let fault = |fault: &dyn ToString| unusable(to, fault);
    let (real, locks) = open::hold(to)?;
    let source = from
        .canonicalize()
        .map_err(|fault| unusable(from, &fault))?;
    if source == real {
        return Err(fault(&"it is the backup itself"));
    }
    let source = open::in_use(from, &source)?;
    let part = Part::new(&real).map_err(|found| fault(&found))?;
    let report = part.fill(&source).map_err(|found| fault(&found))?;
    let aside = put_aside(&real).map_err(|found| fault(&found))?;
    fs::rename(&part.path, &real).map_err(|found| fault(&found))?;
    system::sync_folder(&real).map_err(|found| fault(&found))?;
    drop(locks);
    Ok((report, aside))
}

fn unusable(path: &Path, fault: &dyn ToString) -> OpenFault {
    OpenFault::Unusable {
        path: path.to_owned(),
        fault: fault.to_string(),
    }
}

/// Moves a file out of the way, with the log and the mark that belong to it: its new name, if it was there. The log
/// goes first: without it the file is an older state of itself, and beside another file it would destroy that.
fn put_aside(real: &Path) -> io::Result<Option<PathBuf>> {
    if !fs::exists(real)? {
        return Ok(None);
    }
    let free = |number: &u32| {
        let aside = beside(real, &format!(".old-{number}"));
        fs::exists(&aside)
            .is_ok_and(|exists| !exists)
            .then_some(aside)
    };
    let aside = (1..10_000).find_map(|number| free(&number));
    let aside = aside.ok_or_else(|| io::Error::other("there are too many old files"))?;
    for suffix in ["-wal", mark::SUFFIX, "-shm", ""] {
        match fs::rename(beside(real, suffix), beside(&aside, suffix)) {
            Err(fault) if fault.kind() != io::ErrorKind::NotFound => return Err(fault),
            _ => {}
        }
    }
    Ok(Some(aside))
}

/// A copy that is not finished. It is removed when it is dropped; one whose process was killed is removed by the next
/// copy to the same name.
struct Part {
    path: PathBuf,
    /// Locked as long as the process lives.
    lock: PathBuf,
    _locked: File,
}

impl Part {
    fn new(to: &Path) -> io::Result<Self> {
        for number in 0..1000 {
            let path = beside(to, &format!(".part-{number}"));
            let lock = beside(&path, ".lock");
            let file = File::options()
                .create(true)
                .write(true)
                .truncate(false)
                .open(&lock)?;
            // Another copy to the same name is under way.
            if file.try_lock().is_err() {
                continue;
            }
            open::remove(&path)?;
            return Ok(Part {
                path,
                lock,
                _locked: file,
            });
        }
        Err(io::Error::other("too many copies are being made"))
    }

    /// Copies, and checks the copy.
    fn fill(&self, source: &Connection) -> Result<Report, Box<dyn Error>> {
        let mut target = Connection::open(&self.path)?;
        // All pages at once, as they are now: a reader does not hold up a writer, whereas a copy in
        // steps would begin anew with every change in between.
        let copied = Backup::new(source, &mut target)?.step(-1)?;
        if copied != StepResult::Done {
            return Err("the file is busy".into());
        }
        // Closing it leaves one file.
        target.close().map_err(|(_, fault)| fault)?;
        system::sync(&self.path)?;
        let report = check::check(&self.path)?;
        match report.faults.first() {
            Some(fault) => Err(fault.clone().into()),
            None => Ok(report),
        }
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        // What is left is removed by the next copy.
        let _ = open::remove(&self.path);
        let _ = fs::remove_file(&self.lock);
    }
}
