//! More than anybody needs: games, requests, and games beyond what memory is for.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use quintet_rules::Player;
use quintet_testkit::http::{Connection, Request, get, metric};

use crate::process::{Server, Setup, eventually};
use crate::table::{Table, endless, line, mv, opening, text};

/// Kilobytes that the server has in memory.
pub(crate) fn memory(server: &Server) -> u64 {
    let status = fs::read_to_string(server.about("status")).expect("the server lives");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    number.expect("a number of kilobytes")
}

#[test]
fn a_flood_of_games_is_turned_away_and_leaves_no_trace() {
    let setup = Setup::new().limit("requests-a-second=0");
    let server = setup.start();
    let address = server.address();
    let mut connection = Connection::open(address).expect("a connection");
    let mut kept = Vec::new();
    let mut before = 0;
    for number in 0..6000 {
        // A client that claims many addresses is one.
        let claim = format!("192.0.2.{}", number % 250);
        let request = opening("gridlock").header("X-Forwarded-For", &claim);
        let answer = connection.ask(&request);
        let answer = answer.expect("an answer");
        if answer.status == 201 {
            kept.push(text(&answer.expect(201)["game"]["id"]));
        } else {
            answer.problem(429, "too-many");
            let wait: u32 = answer
                .header("retry-after")
                .and_then(|wait| wait.parse().ok())
                .expect("a number of seconds");
            assert!((1..=60).contains(&wait), "{wait}");
        }
        if number == 1000 {
            before = memory(&server);
        }
    }
    // One more for every six seconds that it took.
    assert!((10..30).contains(&kept.len()), "{} games", kept.len());
    assert_eq!(metric(address, "games_opened_total"), kept.len());
    assert_eq!(metric(address, "rooms"), kept.len());
    let more = memory(&server).saturating_sub(before);
    assert!(more < 4000, "{more} kB more");
    // Those who play are not disturbed.
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
fn more_games_than_fit_in_memory_are_kept_on_disk_and_all_go_on() {
    let setup = Setup::generous().limit("rooms=50");
    let server = setup.start();
    let address = server.address();
    let mut connection = Connection::open(address).expect("a connection");
    let mut open = || Table::try_open(&mut connection, "gridlock").expect("a table");
    let first: Vec<_> = (0..200).map(|_| open()).collect();
    let before = memory(&server);
    let others: Vec<_> = (0..800).map(|_| open()).collect();
    let more = memory(&server).saturating_sub(before);
    assert!(more < 8000, "{more} kB more for 800 games");
    assert!(metric(address, "rooms") <= 50);
    let mv = mv(0, &line("gridlock")[0]);
    for table in first.iter().chain(&others) {
        let answer = connection.ask(&table.action(Player::One, &mv));
        answer.expect("an answer").expect(200);
    }
    assert!(metric(address, "rooms") <= 50);
}

#[test]
fn a_game_that_leaves_memory_and_comes_back_is_never_older_than_what_was_acknowledged() {
    let server = Setup::generous().limit("rooms=2").start();
    let address = server.address();
    let tables: Vec<_> = (0..4).map(|_| Table::open(address, "gridlock")).collect();
    thread::scope(|scope| {
        for table in &tables {
            let acknowledged = Arc::new(AtomicUsize::new(0));
            let known = Arc::clone(&acknowledged);
            let ask = move |connection: &mut Connection, request: &Request| {
                // There may be nobody in a room who could leave it.
                for _ in 0..10_000 {
                    let answer = connection.ask(request).expect("an answer");
                    if answer.status != 503 {
                        return answer.expect(200);
                    }
                    answer.problem(503, "busy");
                }
                panic!("there is never a room");
            };
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
                loop {
                    let least = known.load(Ordering::SeqCst);
                    let state = ask(&mut connection, &get(&table.path("")));
                    let ply = state["ply"].as_u64().expect("a number") as usize;
                    assert!(ply >= least, "{ply} after {least} were acknowledged");
                    if ply == 300 {
                        break;
                    }
                }
            });
        }
    });
}

#[test]
fn behind_a_proxy_everyone_is_counted_for_themselves() {
    let server = Setup::new().option("--behind-proxy").start();
    let open = |seen: &str| {
        let request = opening("gridlock").header("X-Forwarded-For", seen);
        request.ask(server.address()).status
    };
    for number in 0..10 {
        // What stands before the last address is only a claim.
        assert_eq!(open(&format!("192.0.2.{number}, 198.51.100.1")), 201);
    }
    assert_eq!(open("192.0.2.77, 198.51.100.1"), 429);
    assert_eq!(open("198.51.100.2"), 201);
}

#[test]
fn a_flood_of_requests_is_turned_away_until_it_ends() {
    let server = Setup::new().limit("requests-a-second=10").start();
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
    eventually("who waits is answered", || {
        let answer = connection.ask(&get("/healthz"));
        answer.expect("an answer").status == 200
    });
}
