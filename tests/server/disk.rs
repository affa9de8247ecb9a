//! A disk that is full, and a file that cannot be written.

use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::net::SocketAddr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;

use quintet_rules::Player;
use quintet_testkit::Socket;
use quintet_testkit::http::get;
use rustix::process::{Pid, Resource, Rlimit, geteuid, prlimit};
use serde_json::Value;

use crate::common::server::{Server, Setup, finished};
use crate::common::{generous, setup, start_with_table};
use crate::table::{Table, endless, opening};

/// Removes the limit on the size of files.
fn make_room(server: &Server) {
    let any = Rlimit {
        current: None,
        maximum: None,
    };
    let pid = Pid::from_raw(server.pid().cast_signed());
    prlimit(pid, Resource::Fsize, any).expect("the limit can be lifted");
}

/// Returns a server on a full disk, a game, a client that watches it, and its acknowledged actions.
fn full() -> (Setup, Server, Table, Socket, Vec<Value>) {
    let mut setup = generous();
    setup.set_blocks(Some(500));
    let (server, address, table) = start_with_table(&setup);
    let token = &table.tokens[Player::One];
    let (socket, _) = Socket::watch(address, &table.id, 0, Some(token));
    let mut acknowledged = Vec::new();
    let refused = table.play_endlessly(address, |event| {
        acknowledged.push(event);
        acknowledged.len() < 10_000
    });
    let refused = refused.expect("an answer").expect("the disk fills up");
    refused.problem(503, "storage");
    is_only_read(address, &table, &acknowledged);
    (setup, server, table, socket, acknowledged)
}

/// Asserts that changes are refused and reads succeed.
fn is_only_read(address: SocketAddr, table: &Table, acknowledged: &[Value]) {
    for _ in 0..3 {
        let (player, action) = endless(acknowledged.len());
        let answer = table.action(player, &action).ask(address);
        answer.problem(503, "storage");
        opening("gridlock").ask(address).problem(503, "storage");
        get("/readyz").ask(address).problem(503, "storage");
        get("/healthz").ask(address).expect(200);
        assert_eq!(table.events(address), acknowledged);
        let state = table.state(address);
        assert_eq!(state["ply"], acknowledged.len(), "{state}");
    }
}

#[test]
fn on_a_full_disk_every_acknowledged_move_is_stored_and_can_be_read() {
    let (mut setup, server, table, _, acknowledged) = full();
    let (mut socket, _) = Socket::watch(server.address(), &table.id, 0, None);
    for event in &acknowledged {
        assert_eq!(socket.hear_field("event").0, *event);
    }
    server.kill();
    setup.set_blocks(None);
    let server = setup.start();
    assert_eq!(table.events(server.address()), acknowledged);
    table.go_on(server.address(), acknowledged.len());
    server.stop();
}

#[test]
fn games_continue_for_all_clients_once_there_is_room_again() {
    let (_setup, server, table, mut socket, acknowledged) = full();
    let address = server.address();
    make_room(&server);
    for ply in acknowledged.len()..acknowledged.len() + 4 {
        table.go_on(address, ply);
    }
    get("/readyz").ask(address).expect(200);
    for event in table.events(address) {
        assert_eq!(socket.hear_field("event").0, event);
    }
    server.stop();
}

#[test]
fn games_can_be_watched_when_the_server_starts_on_a_full_disk() {
    for is_killed in [false, true] {
        let mut setup = generous();
        let (server, address, table) = start_with_table(&setup);
        for ply in 0..3 {
            table.go_on(address, ply);
        }
        let acknowledged = table.events(address);
        if is_killed {
            server.kill();
        } else {
            server.stop();
        }
        // Room for the log, but not for the index of the write-ahead log, which has 32 KB.
        setup.set_blocks(Some(40));
        let server = setup.start();
        let (mut socket, _) = Socket::watch(server.address(), &table.id, 0, None);
        for event in &acknowledged {
            assert_eq!(socket.hear_field("event").0, *event);
        }
        is_only_read(server.address(), &table, &acknowledged);
        make_room(&server);
        table.go_on(server.address(), acknowledged.len());
        server.stop();
        setup.set_blocks(None);
        let server = setup.start();
        assert_eq!(table.events(server.address()).len(), acknowledged.len() + 1);
    }
}

#[test]
fn a_file_may_have_any_name() {
    let setup = generous();
    let odd = OsStr::from_bytes(b"not \xff text.db");
    let names = [
        "a b.db",
        "what?.db",
        "50%41.db",
        "#1.db",
        "'quoted'.db",
        "deep/down/games.db",
    ];
    for name in names.into_iter().map(OsStr::new).chain([odd]) {
        let path = setup.folder().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        let server = setup.start_on(&path);
        let table = Table::open(server.address(), "gridlock");
        server.stop();
        assert!(path.exists());
        let server = setup.start_on(&path);
        assert!(table.events(server.address()).is_empty());
    }
}

#[test]
fn a_file_that_cannot_be_created_is_refused() {
    let setup = setup();
    let folder = setup.folder().join("folder.db");
    fs::create_dir(&folder).expect("a folder");
    let below_a_file = setup.folder().join("log").join("games.db");
    setup.start().stop();
    let refused = setup.refused(&folder).code(2).stdout("");
    refused.complains("cannot be used").complains("folder.db");
    for path in [&*below_a_file, Path::new("/proc/quintet/games.db")] {
        let refused = setup.refused(path).code(2).stdout("");
        let folder = path.parent().expect("a folder").to_string_lossy();
        refused.complains(&format!("no such folder: {folder}"));
    }
}

#[test]
fn a_read_only_file_is_refused() {
    let setup = setup();
    setup.start().stop();
    let bytes = fs::read(setup.db()).expect("a file");
    let set = |path: &Path, mode| fs::set_permissions(path, Permissions::from_mode(mode));
    set(&setup.db(), 0o444).expect("permissions");
    for of_folder in [0o777, 0o555] {
        // A lock file of another user would be a separate reason.
        let _ = fs::remove_file(setup.beside(".lock"));
        set(setup.folder(), of_folder).expect("permissions");
        let mut command = setup.command(&setup.db());
        if geteuid().is_root() {
            // The superuser can write read-only files.
            command.uid(65534).gid(65534);
        }
        let refused = finished(command).code(2).stdout("");
        refused.complains("cannot be used");
        assert_eq!(fs::read(setup.db()).expect("a file"), bytes);
    }
    set(setup.folder(), 0o755).expect("permissions");
}
