//! Connections that break: a client that reconnects gets the rest, and nothing twice.

use std::net::{Shutdown, SocketAddr};
use std::thread::{self, ScopedJoinHandle};

use quintet_arena::Dice;
use quintet_rules::Random;
use quintet_testkit::http::{Connection, metric};
use serde_json::Value;
use tungstenite::Message;

use crate::process::{Setup, eventually};
use crate::socket::Socket;
use crate::table::{Table, endless};

const SEED: u64 = 6;
const ACTIONS: usize = 400;

/// Watches until everything has happened, through connections that break at any moment.
fn watch(address: SocketAddr, table: &Table, dice: &mut Dice) -> Vec<Value> {
    let mut transcript = Vec::new();
    while transcript.len() < ACTIONS {
        let token = match dice.below(2) {
            0 => None,
            _ => Some(table.tokens[dice.player()].as_str()),
        };
        let (mut socket, state) = Socket::watch(address, &table.id, transcript.len(), token);
        let known = state["ply"].as_u64().expect("a number") as usize;
        assert!(known >= transcript.len(), "seed {SEED}: {state}");
        for _ in 0..=dice.below(40) {
            if transcript.len() < ACTIONS {
                let (event, before) = socket.hear_field("event");
                // Others come and go.
                let is_presence = |news: &Value| news["seats"].is_array();
                assert!(before.iter().all(is_presence), "seed {SEED}: {before:?}");
                assert_eq!(event["ply"], transcript.len(), "seed {SEED}");
                transcript.push(event);
            }
        }
        match dice.below(4) {
            // With something unread, the connection is reset; else it just ends.
            0 | 1 => drop(socket),
            2 => {
                let cut = socket.stream().shutdown(Shutdown::Write);
                cut.expect("the stream was open");
            }
            _ => {
                socket
                    .send(Message::Close(None))
                    .expect("the socket was open");
                assert_eq!(socket.close_code(), None);
            }
        }
    }
    transcript
}

#[test]
fn transcripts_through_cut_connections_equal_what_is_stored() {
    let setup = Setup::generous();
    let server = setup.start();
    let address = server.address();
    let table = Table::open(address, "gridlock");
    let transcripts: Vec<_> = thread::scope(|scope| {
        let table = &table;
        let start = |n| scope.spawn(move || watch(address, table, &mut Dice::new(SEED, n)));
        let watchers: Vec<_> = (0..4).map(start).collect();
        let mut connection = Connection::open(address).expect("a connection");
        for ply in 0..ACTIONS {
            let (player, action) = endless(ply);
            let answer = connection.ask(&table.action(player, &action));
            answer.expect("an answer").expect(200);
        }
        let joined = watchers.into_iter().map(ScopedJoinHandle::join);
        joined.map(|joined| joined.expect("no panic")).collect()
    });
    let stored = table.events(address);
    assert_eq!(stored.len(), ACTIONS);
    for transcript in transcripts {
        assert!(transcript == stored, "seed {SEED}: {transcript:?}");
    }
    eventually("all sockets are gone", || metric(address, "sockets") == 0);
    server.kill();
    assert!(table.events(setup.start().address()) == stored);
}

#[test]
fn a_client_that_claims_to_know_more_than_has_happened_is_told_what_happens_next() {
    let server = Setup::generous().start();
    let table = Table::open(server.address(), "gridlock");
    let (mut socket, state) = Socket::watch(server.address(), &table.id, 1_000_000, None);
    assert_eq!(state["ply"], 0);
    let (player, action) = endless(0);
    table
        .action(player, &action)
        .ask(server.address())
        .expect(200);
    assert_eq!(socket.hear_field("event").0["ply"], 0);
}

#[test]
fn a_socket_on_which_nothing_is_heard_is_taken_for_dead() {
    let setup = Setup::generous()
        .limit("ping-seconds=1")
        .limit("dead-seconds=2");
    let server = setup.start();
    let address = server.address();
    let table = Table::open(address, "gridlock");
    let (mut living, _) = Socket::watch(address, &table.id, 0, None);
    // Nothing is read from these, so that no ping is answered.
    let silent: Vec<_> = (0..50)
        .map(|_| Socket::watch(address, &table.id, 0, None).0)
        .collect();
    assert_eq!(metric(address, "sockets"), 51);
    living.set_patience(20);
    eventually("the dead are gone", || {
        // Reading answers the pings.
        let _ = living.hear();
        metric(address, "sockets") == 1
    });
    drop(silent);
    living.set_patience(40_000);
    let (player, action) = endless(0);
    table.action(player, &action).ask(address).expect(200);
    assert_eq!(living.hear_field("event").0["ply"], 0);
}
