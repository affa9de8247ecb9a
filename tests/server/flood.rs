//! Floods of games and requests, and more games than fit in memory.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use quintet_testkit::eventually;
use quintet_testkit::http::{Connection, HttpRequest, get, metric};
use serde_json::Value;

use crate::common::server::Server;
use crate::common::{generous, setup};
use crate::table::{Table, endless, opening, text};

/// Returns the resident memory of the server in kilobytes; 0 where the system does not report it.
pub(crate) fn memory(server: &Server) -> u64 {
    if cfg!(not(target_os = "linux")) {
        return 0;
    }
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.pid()));
    let status = status.expect("the server is running");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    number.expect("a number of kilobytes")
}

#[test]
fn a_flood_of_games_is_refused_and_leaves_no_trace() {
    let setup = setup().limit("requests-per-second=0");
    let server = setup.start();
    let address = server.address();
    let mut connection = Connection::open(address).expect("a connection");
    let (begun, mut kept, mut before) = (Instant::now(), Vec::new(), 0);
    for number in 0..6000 {
        // A client that claims many addresses counts as one.
        let claim = format!("192.0.2.{}", number % 250);
        let request = opening("gridlock").header("X-Forwarded-For", &claim);
        let answer = connection.ask(&request).expect("an answer");
        if answer.status == 201 {
            kept.push(text(&answer.expect(201)["game"]["id"]));
        } else {
            answer.problem(429, "too-many");
            let wait = answer.header("retry-after").map(str::parse::<u32>);
            assert!(matches!(wait, Some(Ok(1..=60))), "{wait:?}");
        }
        if number == 1000 {
            before = memory(&server);
        }
    }
    // Ten immediately, and one more for every six seconds of the flood.
    let most = 11 + begun.elapsed().as_secs() as usize / 6;
    assert!((10..=most).contains(&kept.len()), "{} games", kept.len());
    assert_eq!(metric(address, "games_opened_total"), kept.len());
    assert_eq!(metric(address, "rooms"), kept.len());
    let more = memory(&server).saturating_sub(before);
    assert!(more < 4000, "{more} kB more");
    // The players of existing games are not affected.
    for id in &kept {
        let state = get(&format!("/api/v1/games/{id}")).ask(address);
        state.expect(200);
    }
    server.stop();
    let file = rusqlite::Connection::open(setup.db()).expect("a file");
    let stored = file.query_row("SELECT count(*) FROM games", (), |row| row.get(0));
    assert_eq!(stored, Ok(kept.len()));
}

#[test]
fn games_beyond_the_memory_limit_use_no_more_memory_and_all_continue() {
    let server = generous().limit("games-in-memory=50").start();
    let address = server.address();
    let mut connection = Connection::open(address).expect("a connection");
    let mut open = || Table::try_open(&mut connection, "gridlock").expect("a table");
    let mut tables: Vec<_> = (0..200).map(|_| open()).collect();
    let before = memory(&server);
    tables.extend((0..800).map(|_| open()));
    let more = memory(&server).saturating_sub(before);
    assert!(more < 8000, "{more} kB more for 800 games");
    assert!(metric(address, "rooms") <= 50);
    for table in &tables {
        let (player, action) = endless(0);
        let answer = connection.ask(&table.action(player, &action));
        answer.expect("an answer").expect(200);
    }
    assert!(metric(address, "rooms") <= 50);
}

#[test]
fn a_game_that_is_loaded_again_has_all_acknowledged_actions() {
    /// Repeats a request until the game fits in memory.
    fn ask(connection: &mut Connection, request: &HttpRequest) -> Value {
        let mut answer = None;
        eventually("there is room for the game", || {
            let found = connection.ask(request).expect("an answer");
            if found.status == 503 {
                found.problem(503, "busy");
            } else {
                answer = Some(found.expect(200));
            }
            answer.is_some()
        });
        answer.expect("just answered")
    }

    let server = generous().limit("games-in-memory=2").start();
    let address = server.address();
    let tables = [(); 4].map(|()| (Table::open(address, "gridlock"), AtomicUsize::new(0)));
    thread::scope(|scope| {
        for (table, acknowledged) in &tables {
            scope.spawn(move || {
                let mut connection = Connection::open(address).expect("a connection");
                for ply in 0..300 {
                    let (player, action) = endless(ply);
                    ask(&mut connection, &table.action(player, &action));
                    acknowledged.store(ply + 1, Ordering::SeqCst);
                }
            });
            scope.spawn(move || {
                let mut connection = Connection::open(address).expect("a connection");
                let mut ply = 0;
                while ply < 300 {
                    let least = acknowledged.load(Ordering::SeqCst);
                    let state = ask(&mut connection, &get(&table.path("")));
                    ply = state["ply"].as_u64().expect("a number") as usize;
                    assert!(ply >= least, "{ply} after {least} were acknowledged");
                }
            });
        }
    });
}

#[test]
fn a_flood_of_requests_is_refused_until_it_ends() {
    let server = setup().limit("requests-per-second=10").start();
    let address = server.address();
    let mut connection = Connection::open(address).expect("a connection");
    let requests = get("/healthz").to_bytes(address).repeat(200);
    connection.send(&requests).expect("sent");
    let mut statuses = Vec::new();
    for _ in 0..200 {
        let answer = connection.answer().expect("an answer");
        if answer.status == 429 {
            answer.problem(429, "too-many");
            assert_eq!(answer.header("retry-after"), Some("1"));
        }
        statuses.push(answer.status);
    }
    let answered = statuses.iter().filter(|status| **status == 200).count();
    assert!((10..200).contains(&answered), "{answered} of 200");
    assert_eq!(statuses[..10], [200; 10]);
    eventually("a client that waits is answered", || {
        let answer = connection.ask(&get("/healthz"));
        answer.expect("an answer").status == 200
    });
}
