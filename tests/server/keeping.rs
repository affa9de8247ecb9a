//! The commands for files of games, and files that disappear while a server uses them.

use std::fs;
use std::io::Read;
use std::path::Path;

use quintet_testkit::http::{Connection, get};

use crate::common::{generous, start_with_table};
use crate::table::{Table, line};

#[test]
fn check_reports_missing_actions_while_a_server_runs() {
    let setup = generous();
    let (server, address, table) = start_with_table(&setup);
    let moves = line("gridlock");
    table.play(address, 0, &moves);
    let db = setup.db();
    let count = moves.len();
    let check = || setup.run(&[&"check", &db]);
    check()
        .code(0)
        .says(&format!("1 game with {count} actions checked.\n"))
        .says("No problems found.\n");
    server.kill();
    fs::remove_file(setup.beside("-wal")).expect("a log");
    let told = format!("acknowledged but missing: game {}", table.id);
    check().code(1).complains(&told);
    setup.start().stop();
    let log = setup.log();
    for part in ["acknowledged, but no longer in the file", &table.id] {
        assert!(log.contains(part), "{log}");
    }
    check().code(0);
    let missing = setup.folder().join("none");
    setup.run(&[&"check", &missing]).code(2).stdout("");
}

#[test]
fn a_missing_acknowledgement_log_is_reported() {
    type Harm = fn(&Path);
    let setup = generous();
    let server = setup.start();
    Table::open(server.address(), "gridlock");
    server.stop();
    let acks = setup.beside("-acks");
    let harms: [(Harm, bool); 4] = [
        (|_| {}, false),
        (|log| fs::write(log, "garbage").expect("a log"), true),
        (|log| fs::remove_file(log).expect("a log"), true),
        (|log| fs::write(log, "").expect("a log"), true),
    ];
    for (harm, is_said) in harms {
        harm(&acks);
        setup.start().stop();
        let log = setup.log();
        let said = log.contains("lost moves cannot be detected");
        assert_eq!(said, is_said, "{log}");
    }
}

#[test]
fn a_backup_is_restored_while_no_server_runs() {
    let setup = generous();
    let server = setup.start();
    let [kept, lost] = [0, 1].map(|_| Table::open(server.address(), "gridlock"));
    let (db, copy) = (setup.db(), setup.folder().join("copy.db"));
    let delete = || setup.run(&[&"delete", &lost.id, &"--db", &db]);
    let restore = || setup.run(&[&"restore", &copy, &"--db", &db]);
    delete().code(2).complains("in use by another server");
    server.stop();
    delete().code(0).says("deleted.\n");
    delete().code(2).complains("no game");
    setup.run(&[&"backup", &copy, &"--db", &db]).code(0);
    let server = setup.start();
    let later = Table::open(server.address(), "gridlock");
    restore().code(2).complains("in use by another server");
    server.kill();
    let has_log = setup.beside("-wal").exists();
    assert!(has_log, "a killed server leaves its log");
    restore()
        .code(0)
        .says("1 game restored from ")
        .says("games.db.old-1.\n");
    let server = setup.start();
    kept.state(server.address());
    for gone in [&lost, &later] {
        let asked = get(&gone.path("")).ask(server.address());
        asked.problem(404, "not-found");
    }
    let is_reported = setup.log().contains("no longer in the file");
    assert!(!is_reported, "a restore is intentional");
}

#[test]
fn unread_log_output_blocks_nothing() {
    let setup = generous().option("--verbose");
    let (server, mut pipe) = setup.start_piped();
    let address = server.address();
    let table = Table::open(address, "gridlock");
    // More lines than fit in a pipe.
    let mut connection = Connection::open(address).expect("a connection");
    for _ in 0..2000 {
        let answer = connection.ask(&get("/healthz"));
        answer.expect("an answer").expect(200);
    }
    table.play(address, 0, &line("gridlock"));
    server.stop();
    let mut log = String::new();
    pipe.read_to_string(&mut log).expect("lines");
    assert!(log.contains("/healthz"), "{log}");
}

#[test]
fn unwritable_log_output_blocks_nothing() {
    let setup = generous().option("--verbose");
    let (server, pipe) = setup.start_piped();
    drop(pipe);
    let address = server.address();
    // The server logs every request, and that the file is missing.
    let table = Table::open(address, "gridlock");
    table.play(address, 0, &line("gridlock"));
    let [wal, aside] = ["-wal", "-aside"].map(|suffix| setup.beside(suffix));
    fs::rename(&wal, &aside).expect("a log");
    get("/readyz").ask(address).problem(503, "storage");
    get("/healthz").ask(address).expect(200);
    fs::rename(&aside, &wal).expect("a log");
    get("/readyz").ask(address).expect(200);
    Table::open(address, "gridlock");
}
