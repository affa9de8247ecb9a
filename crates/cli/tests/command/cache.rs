//! The tables in the user's cache folder. How they are read, repaired and shared is tested in `crates/arena`.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::run::{Ran, folder, limited, names_in, quintet, quintet_in};

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
    let note = "quintet: the table could not be cached and will be computed again: ";
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
fn where_no_value_of_a_table_is_needed_the_folder_stays_empty() {
    let cache = folder();
    for (arguments, code) in [
        ("analyze gridlock", 0),
        ("analyze adjacency-block", 0),
        ("games", 0),
        ("perft matrix-isolation 2", 0),
        ("play matrix-isolation --p2 human", 1),
        ("play matrix-isolation --p2 random --seed 1", 1),
    ] {
        let run = quintet_in(cache.path(), arguments).input("1 2 2 2\nquit\n");
        let ran = run.run().code(code);
        assert_eq!(ran.stderr.trim_start_matches("seed: 1\n"), "");
        assert!(names_in(&cache).is_empty(), "{arguments}");
    }
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

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_in_the_middle_of_the_table_only_prevents_storing_it() {
    let cache = folder();
    let ran = Ran::of(quintet_in(cache.path(), ANALYZE).start_by(limited(10)));
    assert_note(&ran.code(0).stdout(&expected()));
    let left = names_in(cache.path().join("quintet"));
    assert!(left.is_empty(), "half a file is removed: {left:?}");
}
