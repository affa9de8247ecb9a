//! Replacing a file: the old content or the new one, whole, and nothing else in the folder.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use quintet_arena::{check_writable, replace_file};
use tempfile::{TempDir, tempdir};

fn folder() -> TempDir {
    tempdir().expect("a temporary folder")
}

fn write(path: &Path, content: &str) {
    fs::write(path, content).expect("a file in a temporary folder can be written");
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The one call of the function under test.
fn put(path: &Path, content: &[u8]) -> io::Result<()> {
    replace_file(path, &[content])
}

fn replace(path: &Path, content: &str) {
    put(path, content.as_bytes()).expect("the file can be replaced");
}

/// The names of everything in a folder, sorted.
fn names(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder can be listed");
    let mut names: Vec<_> = entries
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.into_string().expect("a name in UTF-8"))
        .collect();
    names.sort();
    names
}

#[test]
fn a_new_file_has_the_content() {
    let folder = folder();
    replace(&folder.path().join("game.txt"), "new");
    assert_eq!(read(&folder.path().join("game.txt")), "new");
    assert_eq!(names(&folder), ["game.txt"]);
}

#[test]
fn an_old_file_is_replaced_by_longer_shorter_and_empty_content() {
    let folder = folder();
    let path = folder.path().join("game.txt");
    for content in ["old", "a longer content", "short", ""] {
        replace(&path, content);
        assert_eq!(read(&path), content);
    }
    assert_eq!(names(&folder), ["game.txt"]);
}

#[test]
fn a_name_with_spaces_and_other_letters_is_a_name() {
    let folder = folder();
    replace(&folder.path().join("Märchen für zwei 游戏"), "new");
    assert_eq!(names(&folder), ["Märchen für zwei 游戏"]);
}

#[test]
fn a_folder_is_refused_and_stays() {
    let folder = folder();
    let path = folder.path().join("folder");
    fs::create_dir(&path).expect("a folder");
    write(&path.join("inside"), "safe");
    for refused in [put(&path, b"new"), check_writable(&path)] {
        assert_eq!(
            refused.expect_err("a folder").kind(),
            ErrorKind::IsADirectory
        );
    }
    assert_eq!(read(&path.join("inside")), "safe");
    assert_eq!(names(&folder), ["folder"]);
}

#[test]
fn a_missing_folder_is_refused_and_not_made() {
    let folder = folder();
    let path = folder.path().join("missing").join("game.txt");
    for refused in [put(&path, b"new"), check_writable(&path)] {
        assert_eq!(refused.expect_err("no folder").kind(), ErrorKind::NotFound);
    }
    assert!(names(&folder).is_empty());
}

#[test]
fn a_file_in_the_place_of_a_folder_is_refused_and_stays() {
    let folder = folder();
    write(&folder.path().join("file"), "safe");
    let path = folder.path().join("file").join("game.txt");
    assert!(check_writable(&path).is_err());
    assert!(put(&path, b"new").is_err());
    assert_eq!(read(&folder.path().join("file")), "safe");
    assert_eq!(names(&folder), ["file"]);
}

#[test]
fn a_name_that_no_file_can_have_is_refused_and_leaves_nothing_behind() {
    let folder = folder();
    // Too long for any system; a folder that is not there; none at all.
    for name in ["x".repeat(5000), "new/".to_owned(), "a\0b".to_owned()] {
        assert!(put(&folder.path().join(&name), b"new").is_err(), "{name:?}");
        assert!(names(&folder).is_empty(), "{name:?}");
    }
    assert!(put(Path::new(""), b"new").is_err());
    assert!(check_writable(Path::new("")).is_err());
}

#[test]
fn a_name_that_ends_like_a_folder_is_refused_when_checked() {
    let folder = folder();
    assert!(check_writable(&folder.path().join("new/")).is_err());
    assert!(names(&folder).is_empty());
}

#[test]
fn the_longest_name_that_a_file_can_have_is_a_name() {
    let folder = folder();
    let name = "x".repeat(255);
    replace(&folder.path().join(&name), "new");
    assert_eq!(names(&folder), [name]);
}

#[test]
fn checking_leaves_nothing_behind_and_the_old_file_as_it_was() {
    let folder = folder();
    let path = folder.path().join("game.txt");
    check_writable(&path).expect("a new file could be written");
    assert!(names(&folder).is_empty());
    write(&path, "old");
    let before = fs::metadata(&path)
        .and_then(|found| found.modified())
        .expect("a time");
    check_writable(&path).expect("the file could be replaced");
    let after = fs::metadata(&path)
        .and_then(|found| found.modified())
        .expect("a time");
    assert_eq!((read(&path), before), ("old".to_owned(), after));
    assert_eq!(names(&folder), ["game.txt"]);
}

#[test]
fn replacing_and_reading_at_once_finds_one_whole_content() {
    const LENGTH: usize = 10_000;
    let folder = folder();
    let path = folder.path().join("game.txt");
    put(&path, &[b'a'; LENGTH]).expect("a new file");
    let is_whole =
        |content: &[u8]| content.len() == LENGTH && content.iter().all(|byte| *byte == content[0]);
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        let writers: Vec<_> = (b'a'..b'i')
            .map(|letter| {
                let path = &path;
                scope.spawn(move || {
                    for _ in 0..25 {
                        put(path, &[letter; LENGTH]).expect("the file can be replaced");
                    }
                })
            })
            .collect();
        let reader = scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                assert!(is_whole(
                    &fs::read(&path).expect("the file is always there")
                ));
            }
        });
        for writer in writers {
            writer.join().expect("every writer succeeds");
        }
        is_done.store(true, Ordering::Relaxed);
        reader.join().expect("every reader finds one content");
    });
    assert!(is_whole(&fs::read(&path).expect("the file is there")));
    assert_eq!(names(&folder), ["game.txt"]);
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};

    use super::*;

    #[test]
    fn a_new_file_has_the_permissions_of_any_new_file() {
        let folder = folder();
        let [ours, other] = ["game.txt", "other.txt"].map(|name| folder.path().join(name));
        replace(&ours, "new");
        write(&other, "new");
        let [ours, other] =
            [ours, other].map(|path| fs::metadata(path).expect("the file is there").permissions());
        assert_eq!(ours, other);
    }

    #[test]
    fn the_permissions_of_the_old_file_are_kept() {
        let folder = folder();
        let path = folder.path().join("game.txt");
        write(&path, "old");
        for mode in [0o640, 0o600, 0o664] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("our own file");
            replace(&path, "new");
            let found = fs::metadata(&path)
                .expect("the file is there")
                .permissions();
            assert_eq!(found.mode() & 0o777, mode);
        }
    }

    #[test]
    fn a_link_is_kept_and_its_target_replaced() {
        let folder = folder();
        let elsewhere = super::folder();
        let target = elsewhere.path().join("target.txt");
        write(&target, "old");
        symlink(&target, folder.path().join("one")).expect("a link");
        symlink("one", folder.path().join("two")).expect("a link");
        check_writable(&folder.path().join("two")).expect("the target could be replaced");
        replace(&folder.path().join("two"), "new");
        assert_eq!(read(&target), "new");
        for link in ["one", "two"] {
            let found = fs::symlink_metadata(folder.path().join(link)).expect("the link is there");
            assert!(found.is_symlink(), "{link} is still a link");
        }
        assert_eq!(names(&elsewhere), ["target.txt"]);
        assert_eq!(names(&folder), ["one", "two"]);
    }

    #[test]
    fn a_link_to_a_folder_or_to_itself_is_refused() {
        let folder = folder();
        fs::create_dir(folder.path().join("folder")).expect("a folder");
        for (link, target) in [("to-folder", "folder"), ("to-itself", "to-itself")] {
            let path = folder.path().join(link);
            symlink(target, &path).expect("a link");
            assert!(check_writable(&path).is_err(), "{link}");
            assert!(put(&path, b"new").is_err(), "{link}");
            assert!(
                fs::symlink_metadata(&path)
                    .expect("still there")
                    .is_symlink()
            );
        }
        assert_eq!(names(&folder), ["folder", "to-folder", "to-itself"]);
    }

    #[test]
    fn a_link_to_nothing_yet_is_kept_and_its_target_made() {
        let folder = folder();
        let link = folder.path().join("link");
        symlink("target.txt", &link).expect("a link");
        check_writable(&link).expect("the target could be made");
        replace(&link, "new");
        assert!(
            fs::symlink_metadata(&link)
                .expect("still there")
                .is_symlink()
        );
        assert_eq!(read(&folder.path().join("target.txt")), "new");
        assert_eq!(names(&folder), ["link", "target.txt"]);
    }

    #[test]
    fn a_device_is_written_to_and_stays_a_device() {
        let null = Path::new("/dev/null");
        check_writable(null).expect("anything can be thrown away");
        put(null, b"new").expect("anything can be thrown away");
        let found = fs::metadata(null).expect("the device is there");
        assert!(found.file_type().is_char_device());
    }
}
