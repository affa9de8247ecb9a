//! People come, play and go: what they used is free again.

use std::fs;

use quintet_arena::Dice;
use quintet_rules::{Player, Random};
use quintet_testkit::http::{Connection, get, metric};
use quintet_testkit::socket::Message;
use quintet_testkit::{Server, Socket, eventually};
use serde_json::json;

use crate::common::generous;
use crate::flood::memory;
use crate::table::{Table, line, mv};

const SEED: u64 = 11;

fn open_files(server: &Server) -> usize {
    let files = fs::read_dir(format!("/proc/{}/fd", server.pid()));
    files.expect("the server is running").count()
}

/// Two players and a spectator come, play a game by requests and messages, and go in different ways.
fn visit(server: &Server, dice: &mut Dice) {
    let address = server.address();
    let mut connection = Connection::open(address).expect("a connection");
    let table = Table::try_open(&mut connection, "gridlock").expect("a table");
    let open = |player| Socket::watch(address, &table.id, 0, Some(&table.tokens[player])).0;
    let mut sockets = Player::BOTH.map(open);
    let (mut watcher, _) = Socket::watch(address, &table.id, 0, None);
    let moves = line("gridlock");
    let end = dice.below(moves.len() as u32 + 1) as usize;
    for (ply, played) in moves[..end].iter().enumerate() {
        let mut message = mv(ply, played);
        if dice.below(2) == 0 {
            let answer = connection.ask(&table.action(Player::BOTH[ply % 2], &message));
            answer.expect("an answer").expect(200);
        } else {
            message["id"] = json!(ply);
            let socket = &mut sockets[ply % 2];
            socket.say(&message).expect("an open socket");
            socket.hear_field("done");
        }
        assert_eq!(watcher.hear_field("event").0["ply"], ply);
    }
    if dice.below(3) == 0 {
        watcher.send(Message::Close(None)).expect("an open socket");
        watcher.close_code();
    }
}

#[test]
fn after_hundreds_of_visits_open_files_are_what_they_were_and_memory_does_not_grow() {
    // Games leave memory, so that what is left would be a leak.
    let server = generous().limit("rooms=20").start();
    let address = server.address();
    let mut dice = Dice::new(SEED, 0);
    let mut settled = || {
        for _ in 0..100 {
            visit(&server, &mut dice);
        }
        eventually("everybody has gone", || {
            metric(address, "sockets") == 0 && metric(address, "connections") == 1
        });
        (open_files(&server), memory(&server))
    };
    let (files, before) = settled();
    let rounds = [settled(), settled(), settled()];
    let (files_after, after) = rounds[2];
    assert!(
        files_after <= files + 3,
        "{files} open files, then {rounds:?}"
    );
    // A kilobyte a visit would be 300; allocators keep some of what they once had.
    assert!(
        after < before + 3000,
        "{before} kB, then {rounds:?}; seed {SEED}"
    );
    assert!(metric(address, "rooms") <= 20);
    get("/readyz").ask(address).expect(200);
    server.stop();
}
