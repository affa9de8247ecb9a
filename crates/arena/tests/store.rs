//! Replacing a file: the old content or the new one, whole, and nothing else in the folder.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use quintet_arena::{check_writable, replace_file};

use crate::support::Folder;

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
    check_writable(path).expect("the file could be replaced");
    put(path, content.as_bytes()).expect("the file can be replaced");
    assert_eq!(read(path), content);
}

/// Checks that a path is refused, beforehand and when it is written to. Why it is.
#[track_caller]
fn refused(path: &Path) -> ErrorKind {
    check_writable(path).expect_err("it cannot be written to");
    put(path, b"new").expect_err("it cannot be replaced").kind()
}

#[test]
fn a_file_is_created_and_replaced_by_longer_shorter_and_empty_content() {
    let folder = Folder::new();
    for content in ["new", "a longer content", "short", ""] {
        replace(&folder.path("game.txt"), content);
        folder.holds(&["game.txt"]);
    }
}

#[test]
fn a_reader_can_finish_the_old_file() {
    let folder = Folder::new();
    replace(&folder.path("game.txt"), "old");
    let old = fs::File::open(folder.path("game.txt")).expect("the file is there");
    replace(&folder.path("game.txt"), "new");
    assert_eq!(io::read_to_string(old).expect("it is open"), "old");
}

#[test]
fn unusual_and_long_names_work() {
    for name in ["Märchen für zwei 游戏", &"x".repeat(255)] {
        let folder = Folder::new();
        replace(&folder.path(name), "new");
        folder.holds(&[name]);
    }
}

#[test]
fn folders_and_invalid_paths_are_rejected() {
    let folder = Folder::new();
    fs::create_dir(folder.path("folder")).expect("a folder");
    write(&folder.path("folder/inside"), "safe");
    write(&folder.path("file"), "safe");
    assert_eq!(refused(&folder.path("folder")), ErrorKind::IsADirectory);
    let missing = refused(&folder.path("missing/game.txt"));
    assert_eq!(missing, ErrorKind::NotFound);
    // A file where there should be a folder; a name like a folder's; names that no file can have.
    refused(&folder.path("file/game.txt"));
    refused(&folder.path("new/"));
    refused(Path::new(""));
    for name in ["x".repeat(5000), "a\0b".to_owned()] {
        assert!(put(&folder.path(&name), b"new").is_err(), "{name:?}");
    }
    assert_eq!(read(&folder.path("folder/inside")), "safe");
    assert_eq!(read(&folder.path("file")), "safe");
    folder.holds(&["file", "folder"]);
}

#[test]
fn checking_changes_nothing() {
    let folder = Folder::new();
    let path = folder.path("game.txt");
    check_writable(&path).expect("a new file could be written");
    folder.holds(&[]);
    write(&path, "old");
    let modified = || fs::metadata(&path).and_then(|found| found.modified());
    let before = modified().expect("a time");
    check_writable(&path).expect("the file could be replaced");
    assert_eq!(modified().expect("a time"), before);
    assert_eq!(read(&path), "old");
    folder.holds(&["game.txt"]);
}

#[test]
fn a_concurrent_reader_sees_either_content_but_no_mixture() {
    const LENGTH: usize = 10_000;
    let folder = Folder::new();
    let path = &folder.path("game.txt");
    put(path, &[b'a'; LENGTH]).expect("a new file");
    let is_whole = || {
        let content = fs::read(path).expect("the file is always there");
        content.len() == LENGTH && content.iter().all(|byte| *byte == content[0])
    };
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        let write_often = |letter: u8| {
            for _ in 0..25 {
                put(path, &[letter; LENGTH]).expect("the file can be replaced");
            }
        };
        let writers = (b'a'..b'i').map(|letter| scope.spawn(move || write_often(letter)));
        let writers: Vec<_> = writers.collect();
        let reader = scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                assert!(is_whole());
            }
        });
        for writer in writers {
            writer.join().expect("every writer succeeds");
        }
        is_done.store(true, Ordering::Relaxed);
        reader.join().expect("every reader finds one content");
    });
    assert!(is_whole());
    folder.holds(&["game.txt"]);
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};

    use super::*;

    #[track_caller]
    fn assert_is_link(path: &Path) {
        let found = fs::symlink_metadata(path).expect("the link is there");
        assert!(found.is_symlink(), "{} is still a link", path.display());
    }

    #[test]
    fn permissions_are_preserved_and_default_for_a_new_file() {
        let folder = Folder::new();
        let [ours, other] = ["game.txt", "other.txt"].map(|name| folder.path(name));
        let mode = |path: &Path| {
            let found = fs::metadata(path).expect("the file is there");
            found.permissions().mode() & 0o777
        };
        replace(&ours, "new");
        write(&other, "new");
        assert_eq!(mode(&ours), mode(&other));
        for kept in [0o640, 0o600, 0o664] {
            fs::set_permissions(&ours, fs::Permissions::from_mode(kept)).expect("our own file");
            replace(&ours, "new");
            assert_eq!(mode(&ours), kept);
        }
    }

    #[test]
    fn the_target_of_a_link_is_replaced() {
        let (folder, elsewhere) = (Folder::new(), Folder::new());
        let target = elsewhere.path("target.txt");
        write(&target, "old");
        symlink(&target, folder.path("one")).expect("a link");
        symlink("one", folder.path("two")).expect("a link");
        replace(&folder.path("two"), "new");
        assert_eq!(read(&target), "new");
        assert_is_link(&folder.path("one"));
        assert_is_link(&folder.path("two"));
        elsewhere.holds(&["target.txt"]);
        folder.holds(&["one", "two"]);
    }

    #[test]
    fn a_link_to_a_folder_or_to_itself_is_rejected() {
        let folder = Folder::new();
        fs::create_dir(folder.path("folder")).expect("a folder");
        for (link, target) in [("to-folder", "folder"), ("to-itself", "to-itself")] {
            symlink(target, folder.path(link)).expect("a link");
            refused(&folder.path(link));
            assert_is_link(&folder.path(link));
        }
        folder.holds(&["folder", "to-folder", "to-itself"]);
    }

    #[test]
    fn the_target_of_a_dangling_link_is_created() {
        let folder = Folder::new();
        symlink("target.txt", folder.path("link")).expect("a link");
        replace(&folder.path("link"), "new");
        assert_is_link(&folder.path("link"));
        assert_eq!(read(&folder.path("target.txt")), "new");
        folder.holds(&["link", "target.txt"]);
    }

    #[test]
    fn a_device_is_written_to_directly() {
        let null = Path::new("/dev/null");
        check_writable(null).expect("anything can be thrown away");
        put(null, b"new").expect("anything can be thrown away");
        let found = fs::metadata(null).expect("the device is there");
        assert!(found.file_type().is_char_device());
    }
}
