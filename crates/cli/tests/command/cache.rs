//! The tables in the user's cache folder. How they are read, repaired and shared is tested in `crates/arena`.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::run::{Ran, folder, names_in, quintet, quintet_in};

const ANALYZE: &str = "analyze matrix-isolation --json";

/// The right answer.
fn expected() -> String {
    quintet(ANALYZE).run().code(0).stdout
}

fn table_in(cache: &Path) -> PathBuf {
    cache.join("quintet").join("matrix-isolation-4x4.table")
}

fn written(cache: &Path) -> SystemTime {
    let found = fs::metadata(table_in(cache)).and_then(|found| found.modified());
    found.expect("a stored table")
}

#[track_caller]
fn assert_note(ran: &Ran) {
    let note = "quintet: the table could not be kept and will be computed anew: ";
    assert_eq!(ran.stderr.matches(note).count(), 1, "{}", ran.stderr);
}

#[test]
fn several_processes_store_one_table_which_is_then_only_read_and_repaired_silently() {
    let cache = folder();
    let analyze = || quintet_in(cache.path(), ANALYZE).start();
    let check = |ran: Ran| ran.code(0).stdout(&expected()).stderr("");
    let running: Vec<_> = (0..6).map(|_| analyze()).collect();
    for child in running {
        check(Ran::of(child));
    }
    let before = written(cache.path());
    check(Ran::of(analyze()));
    assert_eq!(written(cache.path()), before);
    let whole = fs::read(table_in(cache.path())).expect("stored");
    for command in [ANALYZE, "solve matrix-isolation"] {
        fs::write(table_in(cache.path()), b"damaged").expect("written");
        quintet_in(cache.path(), command).run().code(0).stderr("");
        let table = fs::read(table_in(cache.path())).expect("stored");
        assert!(table == whole, "{command} repairs the table");
    }
    assert_eq!(names_in(&cache), ["quintet"]);
    let tables = names_in(cache.path().join("quintet"));
    assert_eq!(tables, ["matrix-isolation-4x4.table"]);
}

#[test]
fn games_without_a_table_leave_the_folder_alone() {
    let cache = folder();
    for arguments in [
        "analyze gridlock",
        "analyze adjacency-block",
        "games",
        "perft matrix-isolation 2",
    ] {
        quintet_in(cache.path(), arguments).run().code(0).stderr("");
    }
    assert!(names_in(&cache).is_empty());
}

#[test]
fn where_nothing_can_be_stored_the_answer_is_right_and_a_note_says_so() {
    for cache in ["/dev/null/x", "/dev/null"].map(Path::new) {
        let ran = quintet_in(cache, ANALYZE).run().code(0).stdout(&expected());
        assert_note(&ran);
        assert_eq!(ran.stderr.lines().count(), 1);
        quintet_in(cache, "analyze gridlock")
            .run()
            .code(0)
            .stderr("");
        let play = quintet_in(cache, "play matrix-isolation --p2 perfect --seed 1");
        let ran = play.input("1 2 2 2\nquit\n").run().code(1);
        assert_note(&ran.says("(perfect)."));
        for arguments in [
            "solve matrix-isolation",
            "match matrix-isolation --p1 perfect --p2 easy --games 10 --seed 1",
        ] {
            assert_note(&quintet_in(cache, arguments).run().code(0));
        }
    }
}

/// A limit on the size of files stops the writing in the middle of the table, as a full disk does.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_in_the_middle_of_the_table_only_prevents_storing_it() {
    let cache = folder();
    let mut shell = std::process::Command::new("sh");
    let script = "trap '' XFSZ; ulimit -f 10; exec \"$0\" \"$@\"";
    shell.args(["-c", script, crate::run::PROGRAM]);
    let ran = Ran::of(quintet_in(cache.path(), ANALYZE).start_by(shell));
    assert_note(&ran.code(0).stdout(&expected()));
    let left = names_in(cache.path().join("quintet"));
    assert!(left.is_empty(), "half a file is removed: {left:?}");
}
