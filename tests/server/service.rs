//! The server as a service: notifications to the service manager, and inherited sockets.

use std::net::TcpListener;
use std::os::unix::net::UnixDatagram;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use quintet_testkit::eventually;
use quintet_testkit::http::{Connection, PATIENCE, get, metric};
use rustix::process::Signal;

use crate::common::{generous, setup};
use crate::table::Table;

/// Waits for a message to the service manager, among the repeated ones.
#[track_caller]
fn hear(manager: &UnixDatagram, wanted: &str) {
    let mut bytes = [0; 1000];
    for _ in 0..1000 {
        let length = manager
            .recv(&mut bytes)
            .unwrap_or_else(|error| panic!("{wanted}: {error}"));
        let said = String::from_utf8_lossy(&bytes[..length]).into_owned();
        if said.lines().any(|line| line == wanted) {
            return;
        }
        assert_eq!(said.trim(), "WATCHDOG=1", "instead of {wanted}");
    }
    panic!("never {wanted}");
}

#[test]
fn the_service_manager_is_notified_of_the_state() {
    let setup = setup();
    let path = setup.folder().join("notify");
    let manager = UnixDatagram::bind(&path).expect("a socket");
    manager.set_read_timeout(Some(PATIENCE)).expect("a wait");
    let setup = setup
        .variable("NOTIFY_SOCKET", path.to_str().expect("UTF-8"))
        .variable("WATCHDOG_USEC", "100000");
    let mut server = setup.start();
    hear(&manager, "READY=1");
    get("/").ask(server.address()).expect(200);
    hear(&manager, "WATCHDOG=1");
    hear(&manager, "WATCHDOG=1");
    server.signal(Signal::TERM);
    hear(&manager, "STOPPING=1");
    assert_eq!(server.ended().code(), Some(0));
}

#[test]
fn consecutive_servers_on_one_socket_refuse_no_connection() {
    let socket = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = socket.local_addr().expect("an address");
    // The socket of the manager.
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
        // The new server responds to the request that was waiting.
        server
    });
    drop((last, kept));
}

#[test]
fn a_stopping_server_responds_on_accepted_connections() {
    let setup = setup();
    let server = setup.start();
    let address = server.address();
    let mut connection = Connection::open(address).expect("a connection");
    // This connection and the one that polls.
    eventually("it is accepted", || metric(address, "connections") == 2);
    server.signal(Signal::TERM);
    eventually("it stops", || setup.log().contains("shutting down"));
    let answer = connection.ask(&get("/api/v1/catalogue"));
    answer.expect("an answer").expect(200);
}

#[test]
fn packages_bind_the_admin_address_to_the_loopback_interface_only() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../packaging");
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("UTF-8");
        let settings = text.lines().filter(|line| !line.trim().starts_with('#'));
        for line in settings.filter(|line| line.contains("5556") || line.contains("ADMIN")) {
            let is_local = line.contains("127.0.0.1:5556");
            assert!(
                is_local && !line.contains("0.0.0.0:5556"),
                "{}: {line}",
                path.display()
            );
        }
    }
}
