//! Corrupt and foreign files: refused, and not modified.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;

use quintet_arena::Dice;
use quintet_rules::Random;
use quintet_testkit::http::get;
use rusqlite::Connection;

use crate::common::server::Setup;
use crate::common::{generous, setup};
use crate::table::{Table, line};

const SEED: u64 = 3;
const PAGE: usize = 4096;

/// Creates a file with some games, and returns one of them. After a kill the file has a write-ahead log.
fn filled(is_killed: bool) -> (Setup, Table) {
    let setup = generous();
    let server = setup.start();
    let tables: Vec<_> = (0..30)
        .map(|_| Table::open(server.address(), "gridlock"))
        .collect();
    for table in &tables {
        table.play(server.address(), 0, &line("gridlock")[..3]);
    }
    if is_killed {
        server.kill();
    } else {
        server.stop();
    }
    (setup, tables[7].clone())
}

/// Returns the bytes of the file and of its log.
fn bytes(setup: &Setup) -> [Option<Vec<u8>>; 2] {
    ["", "-wal"].map(|suffix| fs::read(setup.beside(suffix)).ok())
}

/// Asserts that the server does not start, explains what to do, and modifies nothing.
#[track_caller]
fn is_refused(setup: &Setup, why: &str) {
    let before = bytes(setup);
    let refused = setup.refused(&setup.db()).code(2).stdout("");
    refused
        .complains(why)
        .complains("nothing was changed")
        .complains("to start with a new file, use `quintet serve --db NEW-FILE`");
    assert!(before == bytes(setup), "the file or its log has changed");
}

fn damage(setup: &Setup, change: impl FnOnce(&mut Vec<u8>)) {
    let mut bytes = fs::read(setup.db()).expect("a file");
    change(&mut bytes);
    fs::write(setup.db(), bytes).expect("a file");
}

#[test]
fn a_corrupt_file_is_refused_and_not_modified() {
    for is_killed in [false, true] {
        let (setup, _) = filled(is_killed);
        let [file, log] = bytes(&setup);
        let whole = file.expect("a file");
        assert_eq!(log.is_some(), is_killed);
        let mut dice = Dice::new(SEED, 0);
        let noise = (0..whole.len()).map(|_| dice.bits() as u8).collect();
        let cut = |length: usize| whole[..length].to_vec();
        for damaged in [noise, cut(whole.len() / 2 + 1), cut(PAGE), cut(50), cut(1)] {
            fs::write(setup.db(), damaged).expect("a file");
            is_refused(&setup, "games.db is ");
        }
        fs::write(setup.db(), &whole).expect("a file");
        setup.start().stop();
    }
}

#[test]
fn a_write_ahead_log_without_its_file_is_not_deleted() {
    let (setup, table) = filled(true);
    let [file, _] = bytes(&setup);
    fs::write(setup.db(), "").expect("a file");
    is_refused(&setup, "is damaged");
    fs::remove_file(setup.db()).expect("a file");
    is_refused(&setup, "is damaged");
    fs::write(setup.db(), file.expect("a file")).expect("a file");
    let server = setup.start();
    assert_eq!(table.events(server.address()).len(), 3);
}

#[test]
fn corruption_is_detected_on_every_page() {
    let (setup, _) = filled(false);
    let pages = fs::read(setup.db()).expect("a file").len() / PAGE;
    assert!(pages >= 5, "{pages} pages");
    for page in 0..pages {
        // The first byte of a page is its type; on the first page it follows the file header.
        let at = if page == 0 { 100 } else { page * PAGE };
        damage(&setup, |bytes| bytes[at] ^= 0x5a);
        is_refused(&setup, "is damaged");
        damage(&setup, |bytes| bytes[at] ^= 0x5a);
    }
    setup.start().stop();
}

#[test]
fn a_server_on_a_corrupt_file_responds_or_does_not_start() {
    let (setup, table) = filled(false);
    let whole = fs::read(setup.db()).expect("a file");
    let mut dice = Dice::new(SEED, 1);
    for round in 0..16 {
        let at = dice.below(whole.len() as u32) as usize;
        let length = 1 + dice.below(64) as usize;
        damage(&setup, |bytes| {
            for byte in bytes.iter_mut().skip(at).take(length) {
                *byte = dice.bits() as u8;
            }
        });
        let trial = format!("{length} bytes at {at} in round {round} of seed {SEED}");
        let mut server = setup.spawn(&setup.db());
        if server.has_started() {
            let status = get(&table.path("")).ask(server.address()).status;
            assert!([200, 404, 503].contains(&status), "{status}: {trial}");
            get("/readyz").ask(server.address()).expect(200);
            server.stop();
        } else {
            assert_eq!(server.ended().code(), Some(2), "{trial}");
        }
        for suffix in ["-wal", "-shm"] {
            // A refused start may leave empty files.
            let _ = fs::remove_file(setup.beside(suffix));
        }
        fs::write(setup.db(), &whole).expect("a file");
    }
}

#[test]
fn a_file_of_another_program_is_refused_and_not_modified() {
    for mode in ["delete", "wal"] {
        let setup = setup();
        let other = Connection::open(setup.db()).expect("a file");
        other
            .pragma_update(None, "journal_mode", mode)
            .and_then(|()| {
                other.execute_batch("CREATE TABLE mail (text); INSERT INTO mail VALUES (1)")
            })
            .expect("a table");
        is_refused(&setup, "is not a Quintet database");
        let found = other.query_row("SELECT text FROM mail", (), |row| row.get(0));
        assert_eq!(found, Ok(1));
    }
}

#[test]
fn a_file_of_another_version_is_refused_and_not_modified() {
    let (setup, _) = filled(false);
    let newer = Connection::open(setup.db()).expect("a file");
    newer
        .pragma_update(None, "user_version", 99)
        .expect("written");
    drop(newer);
    is_refused(&setup, "has version 99");
}

#[test]
fn a_second_server_on_the_same_file_is_refused_while_the_first_runs() {
    let (setup, table) = filled(false);
    let link: PathBuf = setup.folder().join("link.db");
    symlink(setup.db(), &link).expect("a link");
    let first = setup.start();
    for path in [setup.db(), link.clone()] {
        let refused = setup.refused(&path).code(2).stdout("");
        refused
            .complains("is in use by another server")
            .complains("--db FILE");
    }
    assert_eq!(table.events(first.address()).len(), 3);
    first.kill();
    let second = setup.start_on(&link);
    table.play(second.address(), 3, &line("gridlock")[3..5]);
    setup.refused(&setup.db()).code(2);
    second.stop();
    assert_eq!(table.events(setup.start().address()).len(), 5);
}
