//! Backups of a file while a server writes to it.

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use quintet_testkit::Ran;

use crate::common::{generous, setup, start_with_table};
use crate::table::{Table, line};

#[track_caller]
fn backup(from: &Path, to: &Path) -> Ran {
    setup().run(&[&"backup", &to, &"--db", &from])
}

/// The sorted names of the files in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<_> = entries
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.into_string().expect("UTF-8"))
        .collect();
    names.sort();
    names
}

#[test]
fn a_backup_of_running_games_has_all_earlier_acknowledged_moves_and_can_be_served() {
    let setup = generous();
    let server = setup.start();
    let address = server.address();
    let tables: Vec<_> = (0..3).map(|_| Table::open(address, "gridlock")).collect();
    let acknowledged: Vec<_> = (0..3).map(|_| Mutex::new(Vec::new())).collect();
    let stop = AtomicBool::new(false);
    let copies: Vec<_> = (0..5)
        .map(|n| setup.folder().join(format!("copy-{n}.db")))
        .collect();
    let lengths = thread::scope(|scope| {
        for (table, acknowledged) in tables.iter().zip(&acknowledged) {
            let stop = &stop;
            scope.spawn(move || {
                let refused = table.play_endlessly(address, |event| {
                    let mut acknowledged = acknowledged.lock().expect("no panic");
                    acknowledged.push(event);
                    acknowledged.len() < 2000 && !stop.load(Ordering::SeqCst)
                });
                assert!(refused.expect("an answer").is_none(), "all is acknowledged");
            });
        }
        let make = |copy| {
            let length = |events: &Mutex<Vec<_>>| events.lock().expect("no panic").len();
            let lengths: Vec<_> = acknowledged.iter().map(length).collect();
            let made = backup(&setup.db(), copy).code(0).stderr("");
            made.says("3 games copied from ").says(" and checked.\n");
            lengths
        };
        let lengths: Vec<_> = copies.iter().map(|copy| make(copy)).collect();
        stop.store(true, Ordering::SeqCst);
        lengths
    });
    let all: Vec<_> = acknowledged
        .iter()
        .map(|events| events.lock().expect("no panic").clone())
        .collect();
    server.stop();
    for (copy, lengths) in copies.iter().zip(lengths) {
        let name = copy.file_name().expect("a name").to_string_lossy();
        let mut names = names(setup.folder());
        names.retain(|found| found.starts_with(&*name));
        assert_eq!(names, [name], "a copy is one file");
        let restored = setup.start_on(copy);
        for ((table, events), length) in tables.iter().zip(&all).zip(lengths) {
            let stored = table.events(restored.address());
            assert!(stored.len() >= length, "{} of {length}", stored.len());
            assert_eq!(stored, events[..stored.len()]);
            table.go_on(restored.address(), stored.len());
        }
        restored.kill();
        // Acknowledged moves in it are durable as well.
        setup.start_on(copy).stop();
    }
    assert!(all.iter().all(|events| !events.is_empty()));
}

#[test]
fn a_backup_of_an_unused_file_is_complete() {
    for is_killed in [true, false] {
        let setup = generous();
        let (server, address, table) = start_with_table(&setup);
        let moves = line("gridlock");
        table.play(address, 0, &moves);
        if is_killed {
            server.kill();
        } else {
            server.stop();
        }
        let copy = setup.folder().join("copy.db");
        backup(&setup.db(), &copy)
            .code(0)
            .says("1 game copied from ");
        let restored = setup.start_on(&copy);
        assert_eq!(table.events(restored.address()).len(), moves.len());
        assert_eq!(table.state(restored.address())["over"], true);
    }
}

#[test]
fn a_failed_backup_explains_why_and_leaves_no_file() {
    let setup = setup();
    let server = setup.start();
    let copy = setup.folder().join("copy.db");
    fs::write(&copy, "precious").expect("a file");
    let is_refused = |from: &Path, to: &Path, why: &str| {
        let refused = backup(from, to).code(2).stdout("");
        refused.complains(why)
    };
    is_refused(&setup.db(), &copy, "there is a file already");
    assert_eq!(fs::read_to_string(&copy).expect("a file"), "precious");
    fs::remove_file(&copy).expect("a file");
    let missing = setup.folder().join("missing.db");
    is_refused(&missing, &copy, "missing.db").complains("cannot be used");
    assert!(!missing.exists());
    let foreign = setup.folder().join("foreign.db");
    rusqlite::Connection::open(&foreign)
        .and_then(|file| file.execute_batch("CREATE TABLE mail (text)"))
        .expect("a file");
    is_refused(&foreign, &copy, "is not a Quintet database");
    fs::write(&foreign, "not a database").expect("a file");
    is_refused(&foreign, &copy, "");
    let nowhere = setup.folder().join("no-such-folder").join("copy.db");
    is_refused(&setup.db(), &nowhere, "");
    assert!(!copy.exists());
    server.stop();
    assert_eq!(
        names(setup.folder()).join(" "),
        "foreign.db games.db games.db-acks games.db.lock log"
    );
}
