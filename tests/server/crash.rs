//! A server that is killed at random moments under load: every acknowledged move is stored, and every game continues.

use std::collections::BTreeMap;
use std::thread;
use std::time::Duration;

use quintet_arena::Dice;
use quintet_rules::Random;
use quintet_testkit::free_port;

use crate::common::{generous, rounds};
use crate::crowd::Crowd;
use crate::table::{Table, line};

const SEED: u64 = 20_261_115;
const TABLES: usize = 6;

#[test]
fn acknowledged_moves_survive_a_kill_at_any_moment_and_every_game_continues() {
    let setup = generous().port(free_port());
    let mut server = setup.start();
    let crowd = Crowd::open(&[server.address()], TABLES, 0, SEED);
    let mut dice = Dice::new(SEED, 1000);
    let mut games = BTreeMap::new();
    // On a busy machine a round may have few moves, so the number of rounds is higher.
    for round in 0..10 * rounds(50) {
        eprintln!("round {round} of seed {SEED}");
        crowd.go_on();
        thread::sleep(Duration::from_millis(dice.below(250).into()));
        server.kill();
        server = setup.start();
        games.extend(crowd.agree());
        let is_loaded = games.len() > TABLES && games.values().sum::<usize>() > 1000;
        if round + 1 >= rounds(50) && is_loaded {
            break;
        }
    }
    eprintln!("{}", crowd.report());
    drop(crowd);
    server.stop();
    let actions: usize = games.values().sum();
    assert!(games.len() > TABLES && actions > 1000, "too little load");
    // Including finished games.
    let checked = setup.run(&[&"check", &setup.db()]).code(0);
    checked.says(&format!(" games with {actions} actions checked.\n"));
}

#[test]
fn a_server_killed_during_startup_can_be_restarted() {
    let mut dice = Dice::new(SEED, 2000);
    for round in 0..rounds(50).div_ceil(12) {
        let setup = generous();
        let mut kill_at_start = |times| {
            for _ in 0..times {
                let server = setup.spawn(&setup.db());
                thread::sleep(Duration::from_micros(dice.below(25_000).into()));
                server.kill();
            }
        };
        kill_at_start(8);
        let server = setup.start();
        let moves = line("gridlock");
        let table = Table::open(server.address(), "gridlock");
        table.play(server.address(), 0, &moves[..2]);
        server.kill();
        // The next start has something to recover.
        kill_at_start(4);
        let server = setup.start();
        let events = table.events(server.address());
        assert_eq!(events.len(), 2, "round {round} of seed {SEED}");
        table.play(server.address(), 2, &moves[2..]);
        server.stop();
    }
}
