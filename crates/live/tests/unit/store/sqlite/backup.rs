use std::collections::BTreeMap;

use super::*;

/// Creates files in a new folder, each with its name as its contents.
fn folder(names: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for name in names {
        fs::write(folder.path().join(name), name).expect("room on the disk");
    }
    folder
}

/// Returns the contents of all files in a folder by their names.
fn contents(folder: &tempfile::TempDir) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder.path()).expect("a folder");
    let read = |entry: io::Result<fs::DirEntry>| {
        let entry = entry.expect("an entry");
        let name = entry.file_name().into_string().expect("UTF-8");
        let bytes = fs::read(entry.path()).expect("a file");
        (name, String::from_utf8_lossy(&bytes).into_owned())
    };
    entries.map(read).collect()
}

#[test]
fn a_restore_resumes_after_any_interruption_and_loses_no_old_file() {
    let parts = ["", "-wal", ack_log::SUFFIX];
    // Results of earlier restores, with a write-ahead log or without.
    for older in [&[][..], &["g.old-1", "g.old-1-acks"], &["g.old-1-wal"]] {
        let number = older.len().min(1) + 1;
        let aside = |part: &str| format!("g.old-{number}{part}");
        // 0: not begun. 1: the note is written. Then the parts one by one, and finally the copy.
        for step in 0..=parts.len() + 2 {
            let folder = folder(older);
            let put = |name: &str, text: &str| {
                fs::write(folder.path().join(name), text).expect("room on the disk");
            };
            for (n, part) in parts.iter().enumerate() {
                let own = format!("g{part}");
                let is_moved = n + 2 <= step;
                put(&if is_moved { aside(part) } else { own.clone() }, &own);
            }
            let [real, copy] = ["g", "copy"].map(|name| folder.path().join(name));
            if step > 0 {
                put("g-restoring", &number.to_string());
                assert!(is_restore_interrupted(&real));
            }
            if step == parts.len() + 2 {
                put("g", "an earlier copy");
                put("g-acks", "and its log");
            }
            put("copy", "copy");
            let old = replace(&copy, &real).expect("files can be renamed");
            let expected = folder.path().join(aside(""));
            assert_eq!(old, Some(expected), "{older:?} {step}");
            assert!(!is_restore_interrupted(&real));
            fs::remove_file(with_suffix(&real, ack_log::SUFFIX)).expect("a new log");
            let older = older
                .iter()
                .map(|name| (name.to_string(), name.to_string()));
            let mut all: BTreeMap<_, _> = older.collect();
            all.insert("g".to_owned(), "copy".to_owned());
            all.extend(parts.map(|part| (aside(part), format!("g{part}"))));
            assert_eq!(contents(&folder), all, "{step}");
        }
    }
}

#[test]
fn an_old_log_is_never_overwritten() {
    let folder = folder(&["g-wal", "g.old-1", "g.old-1-wal", "copy"]);
    let [real, copy] = ["g", "copy"].map(|name| folder.path().join(name));
    let old = replace(&copy, &real).expect("files can be renamed");
    assert_eq!(old, Some(folder.path().join("g.old-2")));
    let contents = contents(&folder);
    assert_eq!(contents["g.old-1-wal"], "g.old-1-wal");
    assert_eq!(contents["g.old-2-wal"], "g-wal");
}

#[test]
fn a_copy_to_the_same_target_waits_for_the_first_to_end() {
    let folder = folder(&["c.db", "c.db.part", "c.db.part-wal", "c.db.part.lock"]);
    let target = folder.path().join("c.db");
    let first = Part::new(&target).expect("a part that a killed process left behind");
    let names = || contents(&folder).into_keys().collect::<Vec<_>>();
    assert_eq!(names(), ["c.db", "c.db.part.lock"]);
    assert!(Part::new(&target).is_err());
    drop(first);
    assert_eq!(names(), ["c.db"]);
}

#[test]
fn a_restore_of_a_missing_backup_leaves_no_file() {
    let folder = folder(&[]);
    let [from, to] = ["copy", "g"].map(|name| folder.path().join(name));
    assert!(restore(&from, &to, Catalogue::STANDARD).is_err());
    assert_eq!(contents(&folder), BTreeMap::new());
}
