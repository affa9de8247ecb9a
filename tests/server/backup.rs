//! Copies of a file that is being written.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use quintet_testkit::http::Connection;
use serde_json::Value;

use crate::process::{PROGRAM, Setup, finished};
use crate::table::{Table, endless, line};
use quintet_testkit::Ran;

#[track_caller]
fn backup(from: &Path, to: &Path) -> Ran {
    let mut command = Command::new(PROGRAM);
    command.arg("backup").arg(to).arg("--db").arg(from);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    finished(command)
}

/// Plays until it is told to stop; what is acknowledged can be seen at any time.
fn play(address: SocketAddr, table: &Table, acknowledged: &Mutex<Vec<Value>>, stop: &AtomicBool) {
    let mut connection = Connection::open(address).expect("a connection");
    for ply in 0..2000 {
        if stop.load(Ordering::SeqCst) {
            return;
        }
        let (player, action) = endless(ply);
        let answer = connection.ask(&table.action(player, &action));
        let event = answer.expect("an answer").expect(200)["event"].clone();
        acknowledged.lock().expect("no panic").push(event);
    }
}

#[test]
fn a_backup_made_while_games_go_on_holds_what_was_acknowledged_before_and_can_be_served() {
    let setup = Setup::generous();
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
            scope.spawn(move || play(address, table, acknowledged, stop));
        }
        let make = |copy: &std::path::PathBuf| {
            let before = || {
                acknowledged
                    .iter()
                    .map(|events| events.lock().expect("no panic").len())
            };
            let lengths: Vec<_> = before().collect();
            let made = backup(&setup.db(), copy).code(0).stderr("");
            made.says("3 games are copied from ")
                .says(", and checked.\n");
            lengths
        };
        let lengths: Vec<_> = copies.iter().map(make).collect();
        stop.store(true, Ordering::SeqCst);
        lengths
    });
    let all: Vec<_> = acknowledged
        .iter()
        .map(|events| events.lock().expect("no panic").clone())
        .collect();
    server.stop();
    for (copy, lengths) in copies.iter().zip(lengths) {
        let names = fs::read_dir(setup.folder()).expect("a folder");
        let name = copy.file_name().expect("a name").to_string_lossy();
        let is_beside = |found: &str| found.starts_with(&*name) && found != name;
        let beside = names
            .map(|entry| entry.expect("an entry").file_name())
            .find(|found| is_beside(&found.to_string_lossy()));
        assert_eq!(beside, None, "a copy is one file");
        let restored = setup.start_on(copy);
        for ((table, events), length) in tables.iter().zip(&all).zip(lengths) {
            let stored = table.events(restored.address());
            assert!(stored.len() >= length, "{} of {length}", stored.len());
            assert_eq!(stored, events[..stored.len()]);
            let (player, action) = endless(stored.len());
            table
                .action(player, &action)
                .ask(restored.address())
                .expect(200);
        }
        restored.kill();
        // As safe as the original.
        setup.start_on(copy).stop();
    }
    assert!(all.iter().all(|events| !events.is_empty()));
}

#[test]
fn a_backup_of_a_file_that_no_server_uses_holds_what_the_last_one_left() {
    for is_killed in [true, false] {
        let setup = Setup::generous();
        let server = setup.start();
        let table = Table::open(server.address(), "gridlock");
        let moves = line("gridlock");
        table.play(server.address(), 0, &moves);
        if is_killed {
            server.kill();
        } else {
            server.stop();
        }
        let copy = setup.folder().join("copy.db");
        backup(&setup.db(), &copy)
            .code(0)
            .says("1 game is copied from ");
        let restored = setup.start_on(&copy);
        assert_eq!(table.events(restored.address()).len(), moves.len());
        assert_eq!(table.state(restored.address())["over"], true);
    }
}

#[test]
fn a_backup_that_cannot_be_made_says_why_and_leaves_nothing() {
    let setup = Setup::new();
    let server = setup.start();
    let copy = setup.folder().join("copy.db");
    fs::write(&copy, "precious").expect("a file");
    backup(&setup.db(), &copy)
        .code(2)
        .stdout("")
        .complains("there is a file already");
    assert_eq!(fs::read_to_string(&copy).expect("a file"), "precious");
    fs::remove_file(&copy).expect("a file");
    let missing = setup.folder().join("missing.db");
    backup(&missing, &copy)
        .code(2)
        .stdout("")
        .complains("missing.db")
        .complains("cannot be used");
    assert!(!missing.exists());
    let foreign = setup.folder().join("foreign.db");
    rusqlite::Connection::open(&foreign)
        .and_then(|file| file.execute_batch("CREATE TABLE mail (text)"))
        .expect("a file");
    backup(&foreign, &copy)
        .code(2)
        .stdout("")
        .complains("is not a file of Quintet");
    fs::write(&foreign, "no database at all, but a text").expect("a file");
    backup(&foreign, &copy).code(2).stdout("");
    let nowhere = setup.folder().join("no-such-folder").join("copy.db");
    backup(&setup.db(), &nowhere).code(2).stdout("");
    assert!(!copy.exists());
    server.stop();
    let mut names: Vec<_> = fs::read_dir(setup.folder())
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    names.sort();
    assert_eq!(
        names,
        [
            "foreign.db",
            "games.db",
            "games.db-mark",
            "games.db.lock",
            "log"
        ]
    );
}
