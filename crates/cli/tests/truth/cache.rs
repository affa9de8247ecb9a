//! The tables in the user's cache folder.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::tempdir;

use crate::run::{Ran, quintet, quintet_in};

const ANALYZE: &str = "analyze matrix-isolation --json";

/// What the answer must be.
fn expected() -> String {
    quintet(ANALYZE).run().code(0).stdout
}

fn table_in(cache: &Path) -> PathBuf {
    cache.join("quintet").join("matrix-isolation-4x4.table")
}

/// The names of everything in a folder.
fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder can be listed");
    entries
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.into_string().expect("a name in UTF-8"))
        .collect()
}

#[test]
fn a_table_is_kept_the_first_time_and_only_read_the_second() {
    let cache = tempdir().expect("a temporary folder");
    quintet_in(cache.path(), ANALYZE)
        .run()
        .code(0)
        .stdout(&expected())
        .stderr("");
    let written = fs::metadata(table_in(cache.path())).and_then(|found| found.modified());
    quintet_in(cache.path(), ANALYZE)
        .run()
        .code(0)
        .stdout(&expected())
        .stderr("");
    let now = fs::metadata(table_in(cache.path())).and_then(|found| found.modified());
    assert_eq!(written.expect("kept"), now.expect("kept"));
    assert_eq!(names_in(cache.path()), ["quintet"]);
    assert_eq!(
        names_in(&cache.path().join("quintet")),
        ["matrix-isolation-4x4.table"]
    );
}

#[test]
fn games_without_a_table_leave_the_folder_alone() {
    let cache = tempdir().expect("a temporary folder");
    for arguments in [
        "analyze gridlock",
        "analyze adjacency-block",
        "games",
        "perft matrix-isolation 2",
    ] {
        quintet_in(cache.path(), arguments).run().code(0).stderr("");
    }
    assert!(names_in(cache.path()).is_empty());
}

#[test]
fn a_damaged_table_is_mended_without_a_word() {
    let cache = tempdir().expect("a temporary folder");
    quintet_in(cache.path(), ANALYZE).run().code(0);
    let file = table_in(cache.path());
    let whole = fs::read(&file).expect("kept");
    // Something in every page, so that the one that is read is damaged.
    let mut flipped = whole.clone();
    for byte in flipped[..whole.len() * 9 / 10]
        .iter_mut()
        .skip(64)
        .step_by(64)
    {
        *byte ^= 1;
    }
    for damaged in [&flipped[..], &whole[..whole.len() / 2], b"nonsense", b""] {
        fs::write(&file, damaged).expect("written");
        quintet_in(cache.path(), ANALYZE)
            .run()
            .code(0)
            .stdout(&expected())
            .stderr("");
        assert!(
            fs::read(&file).expect("kept") == whole,
            "the file is whole again"
        );
    }
    assert_eq!(names_in(&cache.path().join("quintet")).len(), 1);
}

#[test]
fn where_nothing_can_be_kept_the_answer_is_right_and_a_note_says_so() {
    let note = "quintet: the table could not be kept and will be computed anew: ";
    for cache in ["/dev/null/x", "/dev/null"] {
        let ran = quintet_in(Path::new(cache), ANALYZE)
            .run()
            .code(0)
            .stdout(&expected());
        assert!(ran.stderr.starts_with(note), "{}", ran.stderr);
        assert_eq!(ran.stderr.lines().count(), 1);
        quintet_in(Path::new(cache), "analyze gridlock")
            .run()
            .code(0)
            .stderr("");
        let ran = quintet_in(
            Path::new(cache),
            "play matrix-isolation --p2 perfect --seed 1",
        );
        let ran = ran
            .input("1 2 2 2\nquit\n")
            .run()
            .code(1)
            .says("(perfect).");
        assert!(ran.stderr.contains(note), "{}", ran.stderr);
        for arguments in [
            "solve matrix-isolation",
            "match matrix-isolation --p1 perfect --p2 easy --games 10 --seed 1",
        ] {
            let ran = quintet_in(Path::new(cache), arguments).run().code(0);
            assert!(ran.stderr.starts_with(note), "{arguments}: {}", ran.stderr);
        }
    }
}

#[test]
fn a_folder_in_the_place_of_the_table_is_left_alone() {
    let cache = tempdir().expect("a temporary folder");
    fs::create_dir_all(table_in(cache.path()).join("mine")).expect("made");
    let ran = quintet_in(cache.path(), ANALYZE)
        .run()
        .code(0)
        .stdout(&expected());
    assert!(ran.stderr.contains("could not be kept"), "{}", ran.stderr);
    assert_eq!(names_in(&table_in(cache.path())), ["mine"]);
}

/// A limit on the size of files stops the writing in the middle of the table, as a full disk does.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_in_the_middle_of_the_table_costs_only_the_keeping() {
    use std::process::Command;
    let cache = tempdir().expect("a temporary folder");
    for _ in 0..2 {
        let mut shell = Command::new("sh");
        let script = "trap '' XFSZ; ulimit -f 10; exec \"$0\" \"$@\"";
        shell.args(["-c", script, crate::run::PROGRAM]);
        let ran = Ran::of(quintet_in(cache.path(), ANALYZE).start_by(shell))
            .code(0)
            .stdout(&expected());
        assert!(ran.stderr.contains("could not be kept"), "{}", ran.stderr);
        assert!(
            names_in(&cache.path().join("quintet")).is_empty(),
            "half a file is removed"
        );
    }
    // What was kept before stays.
    quintet_in(cache.path(), ANALYZE).run().code(0).stderr("");
    assert_eq!(names_in(&cache.path().join("quintet")).len(), 1);
}

#[test]
fn several_processes_may_build_at_once() {
    let cache = tempdir().expect("a temporary folder");
    let running: Vec<_> = (0..6)
        .map(|_| quintet_in(cache.path(), ANALYZE).start())
        .collect();
    for child in running {
        Ran::of(child).code(0).stdout(&expected()).stderr("");
    }
    assert_eq!(names_in(&cache.path().join("quintet")).len(), 1);
    let written = fs::metadata(table_in(cache.path())).and_then(|found| found.modified());
    quintet_in(cache.path(), ANALYZE)
        .run()
        .code(0)
        .stdout(&expected());
    let now = fs::metadata(table_in(cache.path())).and_then(|found| found.modified());
    assert_eq!(
        written.expect("kept"),
        now.expect("kept"),
        "what they left is whole"
    );
}
