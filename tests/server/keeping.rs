//! The commands that look after the file, and a server whose log or file is taken away.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use quintet_testkit::Ran;
use quintet_testkit::http::{Connection, get};
use rustix::process::{Pid, Signal, kill_process};

use crate::process::{PROGRAM, Setup, finished};
use crate::table::{Table, line};

/// Runs a command on files.
#[track_caller]
fn run(arguments: &[&Path]) -> Ran {
    let mut command = Command::new(PROGRAM);
    command
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    finished(command)
}

#[test]
fn a_file_is_checked_while_it_is_used_and_what_is_missing_is_told() {
    let setup = Setup::generous();
    let server = setup.start();
    let table = Table::open(server.address(), "gridlock");
    let moves = line("gridlock");
    table.play(server.address(), 0, &moves);
    let db = setup.db();
    let count = moves.len();
    run(&["check".as_ref(), &db])
        .code(0)
        .says(&format!("1 game with {count} actions checked.\n"))
        .says("Everything is what was written.\n");
    server.kill();
    fs::remove_file(setup.beside("-wal")).expect("a log");
    let told = format!("acknowledged, but not there: game {}", table.id);
    run(&["check".as_ref(), &db]).code(1).complains(&told);
    let server = setup.start();
    server.stop();
    let log = setup.log();
    assert!(
        log.contains("acknowledged, but no longer in the file"),
        "{log}"
    );
    assert!(log.contains(&table.id), "{log}");
    run(&["check".as_ref(), &db]).code(0);
    run(&["check".as_ref(), &setup.folder().join("none")])
        .code(2)
        .stdout("");
}

#[test]
fn it_is_said_if_nothing_can_be_told_of_what_was_lost() {
    type Harm = fn(&Path);
    let setup = Setup::generous();
    let server = setup.start();
    Table::open(server.address(), "gridlock");
    server.stop();
    let mark = setup.beside("-mark");
    let harms: [(Harm, bool); 4] = [
        (|_| {}, false),
        (|mark| fs::write(mark, "garbage").expect("a mark"), true),
        (|mark| fs::remove_file(mark).expect("a mark"), true),
        (|mark| fs::write(mark, "").expect("a mark"), true),
    ];
    for (harm, is_said) in harms {
        harm(&mark);
        setup.start().stop();
        let log = setup.log();
        let said = log.contains("nothing can be told of what was lost");
        assert_eq!(said, is_said, "{log}");
    }
}

#[test]
fn a_backup_is_restored_when_no_server_runs() {
    let setup = Setup::generous();
    let server = setup.start();
    let [kept, lost] = [0, 1].map(|_| Table::open(server.address(), "gridlock"));
    let (db, copy) = (setup.db(), setup.folder().join("copy.db"));
    run(&["delete".as_ref(), lost.id.as_ref(), "--db".as_ref(), &db])
        .code(2)
        .complains("in use by another server");
    server.stop();
    run(&["delete".as_ref(), lost.id.as_ref(), "--db".as_ref(), &db])
        .code(0)
        .says("is deleted.\n");
    run(&["delete".as_ref(), lost.id.as_ref(), "--db".as_ref(), &db])
        .code(2)
        .complains("there is no game");
    run(&["backup".as_ref(), &copy, "--db".as_ref(), &db]).code(0);
    let server = setup.start();
    let later = Table::open(server.address(), "gridlock");
    run(&["restore".as_ref(), &copy, "--db".as_ref(), &db])
        .code(2)
        .complains("in use by another server");
    server.kill();
    assert!(
        setup.beside("-wal").exists(),
        "a killed server leaves its log"
    );
    run(&["restore".as_ref(), &copy, "--db".as_ref(), &db])
        .code(0)
        .says("1 game is restored from ")
        .says("games.db.old-1.\n");
    let server = setup.start();
    kept.state(server.address());
    for gone in [&lost, &later] {
        let path = format!("/api/v1/games/{}", gone.id);
        get(&path).ask(server.address()).problem(404, "not-found");
    }
    assert!(
        !setup.log().contains("no longer in the file"),
        "a restore is meant"
    );
}

/// A server that logs every request to a pipe, and its address.
fn logging(setup: &Setup) -> (Child, SocketAddr) {
    let mut command = setup.command(&setup.db());
    let mut server = command
        .arg("--verbose")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let mut said = String::new();
    BufReader::new(server.stdout.take().expect("piped"))
        .read_line(&mut said)
        .expect("it says where it is");
    let address = said
        .split(['/', ' '])
        .find(|word| word.starts_with("127.0.0.1:"));
    let address = address.expect("an address").parse().expect("an address");
    (server, address)
}

#[test]
fn a_log_that_nobody_reads_holds_nothing_up() {
    let setup = Setup::generous();
    let (mut server, address) = logging(&setup);
    let table = Table::open(address, "gridlock");
    // More lines than a pipe holds.
    let mut connection = Connection::open(address).expect("a connection");
    for _ in 0..2000 {
        connection
            .ask(&get("/healthz"))
            .expect("an answer")
            .expect(200);
    }
    table.play(address, 0, &line("gridlock"));
    kill_process(Pid::from_child(&server), Signal::TERM).expect("it runs");
    assert_eq!(server.wait().expect("it ends").code(), Some(0));
    let mut log = String::new();
    let read = server
        .stderr
        .take()
        .expect("piped")
        .read_to_string(&mut log);
    read.expect("lines");
    assert!(log.contains("/healthz"), "{log}");
}

#[test]
fn a_log_that_cannot_be_written_costs_nothing() {
    let setup = Setup::generous();
    let (mut server, address) = logging(&setup);
    drop(server.stderr.take());
    // Every request is logged, and so is what is deleted here.
    let table = Table::open(address, "gridlock");
    table.play(address, 0, &line("gridlock"));
    let [wal, aside] = ["-wal", "-aside"].map(|suffix| setup.beside(suffix));
    fs::rename(&wal, &aside).expect("a log");
    get("/readyz").ask(address).problem(503, "storage");
    get("/healthz").ask(address).expect(200);
    fs::rename(&aside, &wal).expect("a log");
    get("/readyz").ask(address).expect(200);
    Table::open(address, "gridlock");
    server.kill().expect("it runs");
    server.wait().expect("it ends");
}
