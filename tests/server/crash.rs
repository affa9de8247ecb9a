//! Killed at any moment under load: what was acknowledged is there, and every game goes on.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use quintet_arena::Dice;
use quintet_rules::Random;
use quintet_testkit::Server;
use quintet_testkit::http::Connection;

use crate::common::{generous, rounds};
use crate::table::{Table, line};
use crate::witness::{Witness, Witnessed};

const SEED: u64 = 20_261_115;
const WITNESSES: u64 = 6;

/// Lets everybody play, and kills the server at a moment that nobody knows.
pub(crate) fn play_until_killed(server: Server, witnesses: &mut [Witness], moment: Duration) {
    let (address, is_killed) = (server.address(), AtomicBool::new(false));
    thread::scope(|scope| {
        for witness in witnesses {
            let is_killed = &is_killed;
            scope.spawn(move || {
                let fault = witness.play(address, usize::MAX);
                let fault = fault.expect_err("nobody plays that much");
                assert!(is_killed.load(Ordering::SeqCst), "seed {SEED}: {fault}");
            });
        }
        thread::sleep(moment);
        is_killed.store(true, Ordering::SeqCst);
        server.kill();
    });
}

/// Compares the games with those of the server. Returns how many actions were acknowledged.
pub(crate) fn compare<'a>(
    address: SocketAddr,
    games: impl Iterator<Item = &'a mut Witnessed>,
) -> usize {
    let mut connection = Connection::open(address).expect("a running server");
    games.map(|game| game.compare(&mut connection)).sum()
}

#[test]
fn what_is_acknowledged_survives_being_killed_at_any_moment_and_every_game_goes_on() {
    let setup = generous();
    let mut dice = Dice::new(SEED, 1000);
    let mut witnesses: Vec<_> = (0..WITNESSES).map(|n| Witness::new(SEED, n)).collect();
    let mut settled = Vec::new();
    for round in 0..rounds(50) {
        eprintln!("round {round} of seed {SEED}");
        let server = setup.start();
        let lately = witnesses.iter_mut().flat_map(Witness::games);
        compare(server.address(), lately);
        for witness in &mut witnesses {
            settled.append(&mut witness.finished);
            let went_on = witness.play(server.address(), 2);
            went_on.expect("the game goes on");
        }
        let moment = Duration::from_millis(dice.below(250).into());
        play_until_killed(server, &mut witnesses, moment);
    }
    let server = setup.start();
    for witness in &mut witnesses {
        settled.extend(witness.finished.drain(..).chain(witness.game.take()));
    }
    let actions = compare(server.address(), settled.iter_mut());
    let games = settled.len();
    eprintln!("{actions} actions of {games} games were acknowledged");
    assert!(
        games > WITNESSES as usize && actions > 1000,
        "too little load"
    );
    server.stop();
}

#[test]
fn a_server_killed_while_it_starts_can_be_started_again() {
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
        // There is now something that a start must recover.
        kill_at_start(4);
        let server = setup.start();
        let events = table.events(server.address());
        assert_eq!(events.len(), 2, "round {round} of seed {SEED}");
        table.play(server.address(), 2, &moves[2..]);
        server.stop();
    }
}
