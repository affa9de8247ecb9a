//! Many visits: memory and open files return to their initial levels.

use std::fs;

use quintet_arena::Dice;
use quintet_rules::{Player, Random};
use quintet_testkit::http::{get, metric};
use quintet_testkit::socket::Message;
use quintet_testkit::{Socket, eventually};

use crate::common::generous;
use crate::common::server::Server;
use crate::flood::memory;
use crate::rivals::Hands;
use crate::table::{Table, line, mv};

const SEED: u64 = 11;

fn open_files(server: &Server) -> usize {
    let files = fs::read_dir(format!("/proc/{}/fd", server.pid()));
    files.expect("the server is running").count()
}

/// Two players and a spectator play a game by requests and messages, and disconnect in different ways.
fn visit(server: &Server, dice: &mut Dice) {
    let address = server.address();
    let table = Table::open(address, "gridlock");
    let mut hands = Hands::new(address, &table);
    let (mut watcher, _) = Socket::watch(address, &table.id, 0, None);
    let moves = line("gridlock");
    let end = dice.below(moves.len() as u32 + 1) as usize;
    for (ply, played) in moves[..end].iter().enumerate() {
        let sent = hands.send(&table, dice, Player::BOTH[ply % 2], &mv(ply, played));
        sent.expect("an acknowledgement");
        assert_eq!(watcher.hear_field("event").0["ply"], ply);
    }
    if dice.below(3) == 0 {
        watcher.send(Message::Close(None)).expect("an open socket");
        watcher.close_code();
    }
}

#[test]
fn open_files_and_memory_are_stable_over_hundreds_of_visits() {
    // Games are removed from memory, so remaining memory would be a leak.
    let server = generous().limit("games-in-memory=20").start();
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
    let rounds = [settled(), settled(), settled(), settled()];
    let [(files, _), .., (files_after, _)] = rounds;
    assert!(files_after <= files + 3, "open files, kB: {rounds:?}");
    // A kilobyte per visit would add 100 in every round. Allocators and threads vary more than that only rarely.
    let is_steady = rounds.windows(2).any(|two| two[1].1 < two[0].1 + 100);
    assert!(is_steady, "open files, kB: {rounds:?}; seed {SEED}");
    assert!(metric(address, "rooms") <= 20);
    get("/readyz").ask(address).expect(200);
    server.stop();
}
