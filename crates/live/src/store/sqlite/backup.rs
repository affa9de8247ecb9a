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
    let source = open::in_use(from, &open::regular(from)?)?;
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
    let source = open::regular(from)?;
    if source == real {
        return Err(fault(&"it is the backup itself"));
    }
    let source = open::in_use(from, &source)?;
    let part = Part::new(&real).map_err(|found| fault(&found))?;
    let report = part.fill(&source).map_err(|found| fault(&found))?;
    let replaced = replace(&part.path, &real);
    let aside = replaced.map_err(|found| fault(&found))?;
    drop(locks);
    Ok((report, aside))
}

fn unusable(path: &Path, fault: &dyn ToString) -> OpenFault {
    OpenFault::Unusable {
        path: path.to_owned(),
        fault: fault.to_string(),
    }
}

/// Puts a file in the place of another, with whose log and mark it has nothing to do: the name under which the other one
/// is kept, if there was one.
///
/// This may be interrupted after any step. A log without its file is refused by the next start, which says so, and a mark
/// without its file has the next start tell that all is missing. So the file goes first, and the mark last.
fn replace(by: &Path, real: &Path) -> io::Result<Option<PathBuf>> {
    const BESIDE: [&str; 3] = ["-wal", "-shm", mark::SUFFIX];
    let has = |suffix: &str| fs::exists(beside(real, suffix));
    let has_file = has("")?;
    let mut has_any = has_file;
    for suffix in BESIDE {
        has_any |= has(suffix)?;
    }
    let last = last_aside(real)?;
    // What was left by an interrupted one belongs to the file that it has moved.
    let number = if has_file { last + 1 } else { last.max(1) };
    let aside = beside(real, &format!("{OLD}{number}"));
    let go = |suffix: &str| match fs::rename(beside(real, suffix), beside(&aside, suffix)) {
        Err(fault) if fault.kind() != io::ErrorKind::NotFound => Err(fault),
        _ => Ok(()),
    };
    for suffix in ["", "-wal", "-shm"] {
        go(suffix)?;
    }
    fs::rename(by, real)?;
    go(mark::SUFFIX)?;
    system::sync_folder(real)?;
    Ok(has_any.then_some(aside))
}

/// What stands between the name of a file and the number under which it is kept.
const OLD: &str = ".old-";

/// The highest number under which something was put aside; 0 if nothing was.
fn last_aside(real: &Path) -> io::Result<u32> {
    let name = beside(real, OLD);
    let begin = name.file_name().unwrap_or_default().to_string_lossy();
    let numbers = names(real)?.into_iter().filter_map(|name| {
        let number = name.strip_prefix(&*begin)?.split('-').next()?;
        number.parse().ok()
    });
    Ok(numbers.max().unwrap_or(0))
}

/// The names in the folder of a file.
fn names(path: &Path) -> io::Result<Vec<String>> {
    let folder = system::folder(path);
    let names = fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name()));
    let names = names.collect::<io::Result<Vec<_>>>()?;
    Ok(names
        .into_iter()
        .filter_map(|name| name.into_string().ok())
        .collect())
}

/// A copy that is not finished. It is removed when it is dropped; one whose process was killed is removed by the next
/// copy to the same folder.
struct Part {
    path: PathBuf,
    /// Locked as long as the process lives.
    lock: PathBuf,
    _locked: File,
}

impl Part {
    fn new(to: &Path) -> io::Result<Self> {
        let folder = system::folder(to);
        for name in names(to)? {
            // Those whose process lives are locked. The others are removed when this is dropped.
            if let Some(left) = name.strip_suffix(LOCK).filter(|name| is_part(name)) {
                drop(Part::lock(folder.join(left)));
            }
        }
        let part = (0..1000).find_map(|number| Part::lock(beside(to, &format!("{PART}{number}"))));
        part.unwrap_or_else(|| Err(io::Error::other("too many copies are being made")))
    }

    /// The copy at a path, which must not be there yet; none if another process makes it.
    fn lock(path: PathBuf) -> Option<io::Result<Self>> {
        let lock = beside(&path, LOCK);
        let opened = File::options()
            .create(true)
            .write(true)
            .truncate(false)
            .open(&lock);
        let file = match opened {
            Ok(file) => file,
            Err(fault) => return Some(Err(fault)),
        };
        file.try_lock().ok()?;
        // Another process may have removed it before it was locked, and a third one made it anew.
        if !system::is_at(&file, &lock) {
            return None;
        }
        let removed = open::remove(&path);
        Some(removed.map(|()| Part {
            path,
            lock,
            _locked: file,
        }))
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

/// What the name of a copy has behind the one that it will have, before its number.
const PART: &str = ".part-";

/// What the name of its lock has behind its own.
const LOCK: &str = ".lock";

/// Whether a name is that of a copy that is not finished.
fn is_part(name: &str) -> bool {
    let number = name.rsplit_once(PART).map(|(_, number)| number);
    number.is_some_and(|number| number.parse::<u32>().is_ok())
}

impl Drop for Part {
    fn drop(&mut self) {
        // What is left is removed by the next copy.
        let _ = open::remove(&self.path);
        let _ = fs::remove_file(&self.lock);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Files in a folder by their names, each with its name as its contents.
    fn folder(names: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for name in names {
            fs::write(folder.path().join(name), name).expect("room on the disk");
        }
        folder
    }

    /// What is in a folder then: names and contents.
    fn found(folder: &tempfile::TempDir) -> Vec<(String, String)> {
        let mut names = names(&folder.path().join("any")).expect("a folder");
        names.sort_unstable();
        let contents = |name: &String| fs::read_to_string(folder.path().join(name));
        let found = |name: String| (name.clone(), contents(&name).expect("a text"));
        names.into_iter().map(found).collect()
    }

    #[test]
    fn what_is_replaced_keeps_its_log_and_its_mark_however_often_it_was_interrupted() {
        let parts = ["", "-wal", "-mark"];
        // Some were put aside before: without a log, or with one.
        for older in [
            &[][..],
            &["g.old-1", "g.old-1-mark"],
            &["g.old-3", "g.old-3-wal"],
        ] {
            let number = older.first().map_or(1, |name| {
                1 + name[name.len() - 1..].parse::<u32>().expect("a digit")
            });
            for moved in 0..parts.len() {
                let folder = folder(older);
                for (step, part) in parts.iter().enumerate() {
                    let name = if step < moved {
                        format!("g.old-{number}{part}")
                    } else {
                        format!("g{part}")
                    };
                    fs::write(folder.path().join(name), format!("g{part}")).expect("room");
                }
                let [real, by] = ["g", "copy"].map(|name| folder.path().join(name));
                fs::write(&by, "copy").expect("room on the disk");
                let aside = replace(&by, &real).expect("files can be renamed");
                let expected = folder.path().join(format!("g.old-{number}"));
                assert_eq!(aside.as_ref(), Some(&expected), "{older:?} {moved}");
                let mut all = vec![("g".to_owned(), "copy".to_owned())];
                all.extend(
                    older
                        .iter()
                        .map(|name| [name.to_string(), name.to_string()].into()),
                );
                all.extend(parts.map(|part| (format!("g.old-{number}{part}"), format!("g{part}"))));
                all.sort_unstable();
                assert_eq!(found(&folder), all, "{older:?} {moved}");
            }
        }
    }

    #[test]
    fn what_killed_copies_have_left_is_removed_and_nothing_else() {
        let left = [
            "a.db.part-0",
            "a.db.part-0-journal",
            "a.db.part-0.lock",
            "b.part-12.lock",
        ];
        let others = ["a.db", "a.db.lock", "a.db.part-x", "c.part-1"];
        let folder = folder(&[&left[..], &others].concat());
        let living = Part::lock(folder.path().join("d.part-3")).expect("it is free");
        let new = Part::new(&folder.path().join("new.db")).expect("a folder");
        let names = || found(&folder).into_iter().map(|(name, _)| name);
        let mut expected = others.map(str::to_owned).to_vec();
        expected.extend(["d.part-3.lock", "new.db.part-0.lock"].map(str::to_owned));
        assert_eq!(names().collect::<Vec<_>>(), expected);
        drop((living, new));
        assert_eq!(names().collect::<Vec<_>>(), others);
    }
}
