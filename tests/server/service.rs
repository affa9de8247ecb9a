//! The server as a service: what its manager is told, sockets that are handed over, settings that are read again.

use std::net::TcpListener;
use std::os::unix::net::UnixDatagram;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use quintet_testkit::http::{Connection, PATIENCE, get, metric};
use quintet_testkit::socket::upgrade;
use quintet_testkit::{Server, Setup, Socket, eventually};
use rustix::process::Signal;

use crate::common::{generous, setup, start_with_table};
use crate::table::{Table, opening};

/// Waits for a message to the service manager, among those that it is told again and again.
#[track_caller]
fn hear(manager: &UnixDatagram, wanted: &str) -> String {
    let mut bytes = [0; 1000];
    for _ in 0..1000 {
        let length = manager
            .recv(&mut bytes)
            .unwrap_or_else(|fault| panic!("{wanted}: {fault}"));
        let said = String::from_utf8_lossy(&bytes[..length]).into_owned();
        if said.lines().any(|line| line == wanted) {
            return said;
        }
        assert_eq!(said.trim(), "WATCHDOG=1", "instead of {wanted}");
    }
    panic!("never {wanted}");
}

#[test]
fn the_service_manager_is_told_what_the_server_does() {
    let setup = setup();
    let path = setup.folder().join("notify");
    let manager = UnixDatagram::bind(&path).expect("a socket");
    manager.set_read_timeout(Some(PATIENCE)).expect("a wait");
    let setup = setup
        .config("")
        .variable("NOTIFY_SOCKET", path.to_str().expect("UTF-8"))
        .variable("WATCHDOG_USEC", "100000");
    let mut server = setup.start();
    hear(&manager, "READY=1");
    get("/").ask(server.address()).expect(200);
    hear(&manager, "WATCHDOG=1");
    hear(&manager, "WATCHDOG=1");
    server.signal(Signal::HUP);
    let reloading = hear(&manager, "RELOADING=1");
    assert!(reloading.contains("MONOTONIC_USEC="), "{reloading}");
    hear(&manager, "READY=1");
    server.signal(Signal::TERM);
    hear(&manager, "STOPPING=1");
    assert_eq!(server.ended().code(), Some(0));
}

#[test]
fn servers_that_follow_each_other_on_one_socket_refuse_no_connection() {
    let socket = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = socket.local_addr().expect("an address");
    // What the manager keeps.
    let kept = socket.try_clone().expect("a socket");
    let setup = generous().on_socket(socket);
    let first = setup.start();
    assert_eq!(first.address(), address);
    let table = Table::open(address, "gridlock");
    let (is_over, answers) = (AtomicBool::new(false), AtomicUsize::new(0));
    let count = || answers.load(Ordering::Relaxed);
    let last = thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    get(&table.path("")).ask(address).expect(200);
                    answers.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        let mut server = first;
        for _ in 0..3 {
            let before = count();
            eventually("questions are answered", || count() > before + 20);
            server.stop();
            server = setup.start();
        }
        let before = count();
        eventually("questions are answered", || count() > before + 20);
        is_over.store(true, Ordering::Relaxed);
        // It answers what was asked meanwhile.
        server
    });
    drop((last, kept));
}

#[test]
fn a_connection_that_a_server_has_accepted_is_answered_though_it_stops() {
    let setup = setup();
    let server = setup.start();
    let address = server.address();
    let mut connection = Connection::open(address).expect("a connection");
    // This one and that which asks.
    eventually("it is accepted", || metric(address, "connections") == 2);
    server.signal(Signal::TERM);
    eventually("it stops", || setup.log().contains("stopping"));
    let answer = connection.ask(&get("/api/v1/catalogue"));
    answer.expect("an answer").expect(200);
}

/// Replaces the file of settings, and waits for a line in the log.
fn read_again(setup: &Setup, server: &Server, text: &str, said: &str) {
    setup.write_config(text);
    server.signal(Signal::HUP);
    eventually("the settings are read", || setup.log().contains(said));
}

#[test]
fn limits_are_read_again_and_no_connection_is_dropped() {
    let setup = setup().config("[limit]\ngames-a-minute = 2\nsockets-a-client = 1\n");
    let server = setup.start();
    let address = server.address();
    let mut connection = Connection::open(address).expect("a connection");
    let mut open = || {
        let answer = connection.ask(&opening("gridlock"));
        answer.expect("an answer").status
    };
    assert_eq!([open(), open(), open()], [201, 201, 429]);
    assert_eq!(metric(address, "games_opened_total"), 2);

    let more = "[limit]\ngames-a-minute = 3\nsockets-a-client = 1\nnodes = 5\n";
    read_again(&setup, &server, more, "the limits were read again");
    let log = setup.log();
    assert!(log.contains("\"later\":\"nodes\""), "{log}");
    assert_eq!([open(), open(), open(), open()], [201, 201, 201, 429]);

    let wrong = "[limit]\nno-such = 3\n";
    read_again(&setup, &server, wrong, "the settings stay as they were");
    let log = setup.log();
    assert!(log.contains("there is no limit 'no-such'"), "{log}");
    assert_eq!(open(), 429);
}

#[test]
fn sockets_stay_open_and_counted_when_limits_are_read_again() {
    let setup = setup().config("[limit]\nsockets-a-client = 2\n");
    let (server, address, table) = start_with_table(&setup);
    let (mut first, _) = Socket::watch(address, &table.id, 0, None);
    let fewer = "[limit]\nsockets-a-client = 1\n";
    read_again(&setup, &server, fewer, "the limits were read again");
    let second = upgrade(&table.id).ask(address);
    second.problem(429, "too-many");
    table.go_on(address, 0);
    first.hear_field("event");
}
