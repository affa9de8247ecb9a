//! A server that is stopped: it finishes pending requests, notifies all clients, and exits.

use std::net::SocketAddr;
use std::thread::{self, ScopedJoinHandle};

use quintet_rules::{Player, Wyrand};
use quintet_testkit::Socket;
use quintet_testkit::http::{Connection, get, post};
use rustix::process::Signal;
use serde_json::{Value, json};

use crate::common::server::{Server, Setup};
use crate::common::{generous, setup, start_with_table};
use crate::table::Table;

/// Plays until the server stops, and returns the acknowledged events.
fn play(address: SocketAddr, table: &Table) -> Vec<Value> {
    let mut acknowledged = Vec::new();
    let refused = table.play_endlessly(address, |event| {
        acknowledged.push(event);
        // A log has a length limit.
        acknowledged.len() < 1900
    });
    if let Ok(Some(refused)) = refused {
        refused.problem(503, "busy");
    }
    acknowledged
}

/// Sends a signal to the server. It must exit and remove its temporary files.
fn is_stopped(setup: &Setup, mut server: Server, signal: Signal) {
    server.signal(signal);
    assert_eq!(server.ended().code(), Some(0), "{signal:?}");
    for suffix in ["-wal", "-shm", ".new"] {
        assert!(!setup.beside(suffix).exists(), "{suffix} after {signal:?}");
    }
}

#[test]
fn a_stop_signal_during_games_loses_nothing_and_notifies_all_clients() {
    for signal in [Signal::TERM, Signal::INT] {
        let setup = generous();
        let server = setup.start();
        let address = server.address();
        let tables: Vec<_> = (0..4).map(|_| Table::open(address, "gridlock")).collect();
        let mut sockets: Vec<_> = (0..40)
            .map(|n| Socket::watch(address, &tables[n % 4].id, 0, None).0)
            .collect();
        sockets.extend((0..5).map(|n| Socket::silent(address, &tables[n % 4].id)));
        let mut idle = Connection::open(address).expect("a connection");
        idle.ask(&get("/readyz")).expect("an answer").expect(200);
        let games: Vec<_> = thread::scope(|scope| {
            let playing: Vec<_> = tables
                .iter()
                .map(|table| scope.spawn(move || play(address, table)))
                .collect();
            // Requests are pending when the signal arrives.
            for socket in &mut sockets[..8] {
                socket.hear_field("event");
            }
            let stopping = scope.spawn(|| is_stopped(&setup, server, signal));
            for socket in &mut sockets {
                assert_eq!(socket.close_code(), Some(1012), "{signal:?}");
            }
            stopping.join().expect("it stops");
            let joined = playing.into_iter().map(ScopedJoinHandle::join);
            joined.map(|joined| joined.expect("no panic")).collect()
        });
        assert!(idle.is_closed());
        assert!(Connection::open(address).is_err(), "nobody listens");
        let server = setup.start();
        for (table, acknowledged) in tables.iter().zip(&games) {
            let stored = table.events(server.address());
            assert!(!acknowledged.is_empty() && stored.starts_with(acknowledged));
            table.go_on(server.address(), stored.len());
        }
    }
}

#[test]
fn long_searches_do_not_delay_the_stop() {
    let setup = generous().limit("nodes=4000000000");
    let server = setup.start();
    let address = server.address();
    let question = json!({"game": "quad-block", "size": "7x7"});
    let mut asking = Connection::open(address).expect("a connection");
    let request = post("/api/v1/analyze", &question).to_bytes(address);
    asking.send(&request).expect("sent");
    get("/readyz").ask(address).expect(200);
    is_stopped(&setup, server, Signal::TERM);
    // The response may be an error.
    assert!(asking.is_closed());
}

#[test]
fn a_search_ends_when_its_client_disconnects() {
    let server = generous().limit("nodes=4000000000").start();
    let address = server.address();
    // More requests than search threads, each with hours of work.
    for _ in 0..16 {
        let mut asking = Connection::open(address).expect("a connection");
        let question = json!({"game": "gridlock", "size": "8x8", "player": "perfect"});
        let request = post("/api/v1/choose", &question).to_bytes(address);
        asking.send(&request).expect("sent");
    }
    let gridlock = quintet_games::Catalogue::STANDARD
        .find("gridlock")
        .expect("a listed game");
    let size = gridlock.size("8x8").expect("a listed size");
    let (mut random, mut game) = (Wyrand::new(1), vec![size.start(Player::One)]);
    while let Some(mv) = game[game.len() - 1].random_move(&mut random) {
        let played = game[game.len() - 1].play(&mv);
        game.push(played.expect("a random move is legal").position);
    }
    // A short search.
    let near_the_end = game[game.len() - 3].text();
    let question = json!({"game": "gridlock", "size": "8x8", "position": near_the_end});
    let answer = post("/api/v1/analyze", &question).ask(address).expect(200);
    assert_ne!(answer["value"], "unsolved");
}

#[test]
fn an_address_in_use_is_refused() {
    let server = generous().start();
    let other = setup().port(server.address().port());
    let refused = other.refused(&other.db()).code(2).stdout("");
    refused.complains("cannot listen on").complains("--port 0");
    get("/readyz").ask(server.address()).expect(200);
}

#[test]
fn clients_that_stay_connected_do_not_delay_the_stop() {
    let setup = generous();
    let (server, address, table) = start_with_table(&setup);
    // Unread responses, incomplete requests, and silent connections.
    let (_deaf, _) = Socket::watch(address, &table.id, 0, None);
    let half_open: Vec<_> = (0..20)
        .map(|n| {
            let mut connection = Connection::open(address).expect("a connection");
            let begin = b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\n";
            let begin = if n % 2 == 0 { &begin[..] } else { b"" };
            connection.send(begin).expect("sent");
            connection
        })
        .collect();
    get("/readyz").ask(address).expect(200);
    is_stopped(&setup, server, Signal::TERM);
    drop(half_open);
}
