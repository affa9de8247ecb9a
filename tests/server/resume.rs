//! Broken connections: a client that reconnects receives all remaining events, each once.

use std::net::SocketAddr;

use quintet_arena::Dice;
use quintet_rules::Random;
use quintet_testkit::http::metric;
use quintet_testkit::socket::Message;
use quintet_testkit::{Socket, eventually};
use serde_json::Value;

use crate::common::{generous, in_parallel, start_with_table};
use crate::table::Table;

const SEED: u64 = 6;
const ACTIONS: usize = 400;

/// Watches a game to its end over connections that break at random moments.
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
                // Presence of other clients.
                let is_presence = |news: &Value| news["seats"].is_array();
                assert!(before.iter().all(is_presence), "seed {SEED}: {before:?}");
                assert_eq!(event["ply"], transcript.len(), "seed {SEED}");
                transcript.push(event);
            }
        }
        match dice.below(4) {
            // With unread data the connection is reset, otherwise it ends.
            0 | 1 => drop(socket),
            2 => socket.half_close().expect("an open connection"),
            _ => {
                socket.send(Message::Close(None)).expect("an open socket");
                assert_eq!(socket.close_code(), None);
            }
        }
    }
    transcript
}

#[test]
fn transcripts_through_cut_connections_equal_the_stored_log() {
    let setup = generous();
    let (server, address, table) = start_with_table(&setup);
    let transcripts = in_parallel(5, |n| {
        if n > 0 {
            return watch(address, &table, &mut Dice::new(SEED, n as u64));
        }
        (0..ACTIONS).for_each(|ply| table.go_on(address, ply));
        table.events(address)
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
fn a_silent_socket_is_closed() {
    let server = generous().timeout("ping", 1).timeout("dead", 4).start();
    let address = server.address();
    let table = Table::open(address, "gridlock");
    // Without reading, no ping is answered.
    let silent: Vec<_> = (0..50)
        .map(|_| Socket::watch(address, &table.id, 0, None).0)
        .collect();
    let (mut living, _) = Socket::watch(address, &table.id, 0, None);
    living.set_patience(20);
    eventually("the dead are gone", || {
        // Reading answers the pings.
        let _ = living.hear();
        metric(address, "sockets") == 1
    });
    drop(silent);
    living.set_patience(60_000);
    table.go_on(address, 0);
    assert_eq!(living.hear_field("event").0["ply"], 0);
}
