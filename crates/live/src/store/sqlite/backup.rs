//! Copies of a file that may be in use, each checked before it is called done.

use std::error::Error;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use quintet_games::Catalogue;
use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use super::mark::Mark;
use super::open::{self, OpenError, beside};
use super::{Report, check, mark, system};

/// Copies a store to a new file, while a server may be writing to it: what the copy holds. The copy is complete and
/// checked, or there is none. Games that are damaged are copied as they are.
pub fn backup(from: &Path, to: &Path, catalogue: Catalogue) -> Result<Report, OpenError> {
    let exists = || unusable(to, &"there is a file already");
    if fs::exists(to).map_err(|fault| unusable(to, &fault))? {
        return Err(exists());
    }
    let source = open::in_use(from, &open::regular(from)?)?;
    let part = Part::new(to).map_err(|fault| unusable(to, &fault))?;
    let report = part.fill(&source, catalogue);
    let report = report.map_err(|fault| unusable(to, &fault))?;
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
pub fn restore(
    from: &Path,
    to: &Path,
    catalogue: Catalogue,
) -> Result<(Report, Option<PathBuf>), OpenError> {
    let fault = |fault: &dyn ToString| unusable(to, fault);
    let (real, locks) = open::hold(to)?;
    let source = open::regular(from)?;
    if source == real {
        return Err(fault(&"it is the backup itself"));
    }
    let source = open::in_use(from, &source)?;
    let part = Part::new(&real).map_err(|found| fault(&found))?;
    let report = part.fill(&source, catalogue);
    let report = report.map_err(|found| fault(&found))?;
    let replaced = replace(&part.path, &real);
    let aside = replaced.map_err(|found| fault(&found))?;
    drop(locks);
    Ok((report, aside))
}

fn unusable(path: &Path, fault: &dyn ToString) -> OpenError {
    OpenError::Unusable {
        path: path.to_owned(),
        fault: fault.to_string(),
    }
}

/// Puts a file in the place of another, with whose log and mark it has nothing to do: the name under which the other one
/// is kept, if there was one.
///
/// This may be interrupted after any step. A note says so from the first step to the last: until the same is done again,
/// the file is not opened.
fn replace(by: &Path, real: &Path) -> io::Result<Option<PathBuf>> {
    let note = beside(real, NOTE);
    let begun = fs::read_to_string(&note).ok();
    let aside = match begun.and_then(|number| number.parse().ok()) {
        Some(number) => old(real, number),
        None => begin(real, &note)?,
    };
    let mut has_any = false;
    for suffix in PARTS {
        let [from, to] = [real, &aside].map(|path| beside(path, suffix));
        let is_moved = fs::exists(&to)?;
        has_any |= is_moved;
        if !fs::exists(&from)? {
            continue;
        }
        if !is_moved {
            fs::rename(&from, &to)?;
            has_any = true;
        } else if !["", mark::SUFFIX].contains(&suffix) {
            let there = to.display();
            return Err(io::Error::other(format!("{there} is there already")));
        }
        // Else what is here was put here before the interruption.
    }
    fs::rename(by, real)?;
    // So that the next start does not miss it.
    Mark::open(real)?.sync()?;
    fs::remove_file(&note)?;
    system::sync_folder(real)?;
    Ok(has_any.then_some(aside))
}

/// Notes that a file is about to be replaced: the name that it will be kept under.
fn begin(real: &Path, note: &Path) -> io::Result<PathBuf> {
    let is_free = |number: &u32| {
        let name = old(real, *number);
        let mut parts = PARTS.iter().map(|suffix| fs::exists(beside(&name, suffix)));
        parts.all(|exists| exists.is_ok_and(|exists| !exists))
    };
    let number = (1..10_000).find(is_free);
    let number = number.ok_or_else(|| io::Error::other("there are too many old files"))?;
    fs::write(note, number.to_string())?;
    system::sync(note)?;
    system::sync_folder(note)?;
    Ok(old(real, number))
}

/// The name under which a file is kept that was replaced.
fn old(real: &Path, number: u32) -> PathBuf {
    beside(real, &format!(".old-{number}"))
}

/// What the names of a file and of what belongs to it have behind its own.
const PARTS: [&str; 4] = ["", "-wal", mark::SUFFIX, "-shm"];

/// What the name of the note has behind that of the file.
const NOTE: &str = "-restoring";

/// Whether a file was being replaced when that was interrupted.
pub(super) fn is_interrupted(real: &Path) -> bool {
    beside(real, NOTE).exists()
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
    fn fill(&self, source: &Connection, catalogue: Catalogue) -> Result<Report, Box<dyn Error>> {
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
        let report = check::check(&self.path, catalogue)?;
        match report.faults.first() {
            Some(fault) => Err(fault.clone().into()),
            None => Ok(report),
        }
    }
}

/// What the name of a copy has behind the one that it will have, before its number.
const PART: &str = ".part-";

/// What the name of its lock has behind its own. That of a server is another one.
const LOCK: &str = ".copying";

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
    fn what_is_replaced_keeps_its_log_and_its_mark_wherever_it_was_interrupted() {
        let parts = ["", "-wal", "-mark"];
        // Some were put aside before, with a log or without.
        for older in [&[][..], &["g.old-1", "g.old-1-mark"], &["g.old-1-wal"]] {
            let number = older.len().min(1) + 1;
            let aside = |part: &str| format!("g.old-{number}{part}");
            // 0: not begun. 1: noted. Then the parts one by one, and at last the copy is in its place.
            for step in 0..=parts.len() + 2 {
                let folder = folder(older);
                let put = |name: &str, text: &str| {
                    fs::write(folder.path().join(name), text).expect("room on the disk");
                };
                for (n, part) in parts.iter().enumerate() {
                    let own = format!("g{part}");
                    let name = if n + 2 <= step {
                        aside(part)
                    } else {
                        own.clone()
                    };
                    put(&name, &own);
                }
                let [real, by] = ["g", "copy"].map(|name| folder.path().join(name));
                if step > 0 {
                    put("g-restoring", &number.to_string());
                    assert!(is_interrupted(&real));
                }
                if step == parts.len() + 2 {
                    put("g", "an earlier copy");
                    put("g-mark", "and its mark");
                }
                put("copy", "copy");
                let kept = replace(&by, &real).expect("files can be renamed");
                assert_eq!(
                    kept,
                    Some(folder.path().join(aside(""))),
                    "{older:?} {step}"
                );
                assert!(!is_interrupted(&real));
                fs::remove_file(beside(&real, "-mark")).expect("a new mark");
                let mut all = vec![("g".to_owned(), "copy".to_owned())];
                all.extend(
                    older
                        .iter()
                        .map(|name| (name.to_string(), name.to_string())),
                );
                all.extend(parts.map(|part| (aside(part), format!("g{part}"))));
                all.sort_unstable();
                assert_eq!(found(&folder), all, "{older:?} {step}");
            }
        }
    }

    #[test]
    fn a_log_is_never_replaced_by_another() {
        let folder = folder(&["g-wal", "g.old-1", "g.old-1-wal", "copy"]);
        let [real, by] = ["g", "copy"].map(|name| folder.path().join(name));
        let kept = replace(&by, &real).expect("files can be renamed");
        assert_eq!(kept, Some(folder.path().join("g.old-2")));
        let text = |name: &str| fs::read_to_string(folder.path().join(name));
        assert_eq!(text("g.old-1-wal").expect("kept"), "g.old-1-wal");
        assert_eq!(text("g.old-2-wal").expect("kept"), "g-wal");
    }

    #[test]
    fn what_killed_copies_have_left_is_removed_and_nothing_else() {
        let left = [
            "a.db.part-0",
            "a.db.part-0-journal",
            "a.db.part-0.copying",
            "b.part-12.copying",
        ];
        let others = [
            "a.db",
            "a.db.lock",
            "a.db.part-x",
            "c.part-1",
            "c.part-1.lock",
        ];
        let folder = folder(&[&left[..], &others].concat());
        let living = Part::lock(folder.path().join("d.part-3")).expect("it is free");
        let new = Part::new(&folder.path().join("new.db")).expect("a folder");
        let names = || found(&folder).into_iter().map(|(name, _)| name);
        let mut expected = others.map(str::to_owned).to_vec();
        expected.extend(["d.part-3.copying", "new.db.part-0.copying"].map(str::to_owned));
        assert_eq!(names().collect::<Vec<_>>(), expected);
        drop((living, new));
        assert_eq!(names().collect::<Vec<_>>(), others);
    }
}
