//! Slow clients, and clients that occupy connections without using them.

use std::io::{ErrorKind, Write};
use std::thread;
use std::time::{Duration, Instant};

use quintet_rules::Player;
use quintet_testkit::http::{Connection, HttpRequest, get, metric, post};
use quintet_testkit::socket::Message;
use quintet_testkit::{Socket, eventually};
use serde_json::json;

use crate::common::server::Setup;
use crate::common::{generous, start_with_table};
use crate::table::action;

/// Starts a server whose timeouts are two seconds.
fn hasty() -> Setup {
    ["head", "body", "stall"]
        .into_iter()
        .fold(generous(), |setup, name| setup.timeout(name, 2))
}

/// Sends a byte from time to time until the server closes the connection, and returns its last response.
fn dribble(connection: &mut Connection, bytes: &[u8]) -> Result<u16, ErrorKind> {
    let begun = Instant::now();
    for byte in bytes.iter().cycle() {
        if connection.send(&[*byte]).is_err() || begun.elapsed() > Duration::from_secs(10) {
            break;
        }
        thread::sleep(Duration::from_millis(100));
    }
    let answer = connection.answer();
    answer
        .map(|answer| answer.status)
        .map_err(|error| error.kind())
}

#[test]
fn an_unfinished_head_times_out() {
    let server = hasty().start();
    let mut connection = Connection::open(server.address()).expect("a connection");
    connection.send(b"GET / HTTP/1.1\r\n").expect("sent");
    let end = dribble(&mut connection, b"X-Slow: a\r\n");
    assert!(matches!(end, Err(_) | Ok(408)), "{end:?}");
    get("/healthz").ask(server.address()).expect(200);
}

#[test]
fn an_unfinished_body_times_out() {
    let server = hasty().start();
    let request = post("/api/v1/games", &json!({"game": "gridlock", "seat": 1}));
    let bytes = request.to_bytes(server.address());
    let (begin, rest) = bytes.split_at(bytes.len() - 20);
    let mut connection = Connection::open(server.address()).expect("a connection");
    connection.send(begin).expect("sent");
    let answer = connection.answer().expect("an answer");
    answer.problem(408, "too-slow");
    // Later bytes are not treated as another request.
    let _ = connection.send(rest);
    assert!(connection.is_closed());
    for path in ["/api/v1/browser", "/healthz", "/api/v1/games/none"] {
        let slow = HttpRequest::new("POST", path).header("Content-Length", "1000");
        let mut connection = Connection::open(server.address()).expect("a connection");
        connection
            .send(&slow.to_bytes(server.address()))
            .expect("sent");
        let answer = connection.answer().expect("an answer");
        assert_ne!(answer.status, 200);
        assert!(connection.is_closed(), "{path}");
    }
    assert_eq!(metric(server.address(), "games_opened_total"), 0);
}

#[test]
fn hundreds_of_half_open_connections_are_closed_while_others_are_served() {
    let server = hasty().start();
    let address = server.address();
    let open = |n: usize| {
        let mut connection = Connection::open(address).expect("a connection");
        let begin = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ";
        connection
            .send(&begin[..begin.len() * (n % 4) / 3])
            .expect("sent");
        connection
    };
    let mut half_open: Vec<_> = (0..400).map(open).collect();
    let mut idle = Connection::open(address).expect("a connection");
    idle.ask(&get("/healthz")).expect("an answer").expect(200);
    get("/readyz").ask(address).expect(200);
    for connection in &mut half_open {
        assert!(connection.is_closed());
    }
    assert!(idle.is_closed(), "an idle connection is closed");
    eventually("nobody is left", || metric(address, "connections") == 1);
}

#[test]
fn at_the_connection_limit_others_wait_until_one_is_closed() {
    let (_server, address, table) = start_with_table(&hasty().limit("connections=10"));
    let mut sockets: Vec<_> = (0..10)
        .map(|_| Socket::watch(address, &table.id, 0, None).0)
        .collect();
    let mut waiting = Connection::open(address).expect("a connection");
    waiting.set_patience(300);
    assert!(waiting.ask(&get("/healthz")).is_err());
    drop(waiting);
    drop(sockets.pop());
    get("/healthz").ask(address).expect(200);
}

#[test]
fn at_the_file_limit_idle_connections_are_closed() {
    let setup = hasty().files(100);
    let (_server, address, table) = start_with_table(&setup);
    let (mut watcher, _) = Socket::watch(address, &table.id, 0, None);
    let mut half_open: Vec<_> = (0..100)
        .map(|_| Connection::open(address).expect("a connection"))
        .collect();
    eventually("as many are inside as there are files for", || {
        // Other clients can connect and play.
        table.go_on(address, 0);
        let metrics = get("/metrics").ask(address).text();
        // Of 100 files the server reserves 64 for itself; one of the rest is the watcher's socket.
        ["35", "36"]
            .iter()
            .any(|inside| metrics.contains(&format!("quintet_connections {inside}\n")))
    });
    assert!(!setup.log().contains("cannot accept"), "nothing failed");
    assert_eq!(watcher.hear_field("event").0["ply"], 0);
    for connection in &mut half_open {
        assert!(connection.is_closed());
    }
    get("/readyz").ask(address).expect(200);
}

#[test]
fn an_unused_socket_is_closed() {
    let (_server, address, table) = start_with_table(&hasty());
    let mut silent = Socket::silent(address, &table.id);
    assert_eq!(silent.close_code(), Some(1008));
    let mut pinging = Socket::silent(address, &table.id);
    eventually("a socket that only pings is closed", || {
        pinging.send(Message::Ping(Vec::new().into())).is_err()
    });
}

#[test]
fn a_client_that_does_not_read_is_disconnected_and_affects_no_other() {
    let (_server, address, table) = start_with_table(&hasty());
    table.go_on(address, 0);
    let token = Some(table.tokens[Player::One].as_str());
    let (mut lazy, _) = Socket::watch(address, &table.id, 0, token);
    let (mut reader, _) = Socket::watch(address, &table.id, 0, None);
    lazy.set_patience(200);
    // Every response contains the whole state, and none is read.
    let mut late = action(7000, "resign");
    late["id"] = json!(1);
    let is_blocked = (0..200_000).any(|_| lazy.say(&late).is_err());
    assert!(is_blocked, "the server stores all the answers");
    for ply in 1..50 {
        table.go_on(address, ply);
    }
    for ply in 0..50 {
        assert_eq!(reader.hear_field("event").0["ply"], ply);
    }
    eventually("the one who does not read is cut off", || {
        metric(address, "sockets") == 1
    });
    let (mut again, _) = Socket::watch(address, &table.id, 40, token);
    assert_eq!(again.hear_field("event").0["ply"], 40);
}

#[test]
fn unread_responses_are_not_buffered_indefinitely() {
    let server = hasty().start();
    let address = server.address();
    let lazy = Connection::open(address).expect("a connection");
    let mut lazy = lazy.into_stream();
    let patience = lazy.set_write_timeout(Some(Duration::from_millis(200)));
    patience.expect("any wait but none can be set");
    let requests = get("/api/v1/openapi.json").to_bytes(address).repeat(100);
    let is_blocked = (0..2000).any(|_| lazy.write_all(&requests).is_err());
    assert!(is_blocked, "the server stores all the answers");
    eventually("the one who does not read is cut off", || {
        metric(address, "connections") == 1
    });
}
