//! A node that misses the response of the database: its change is stored, but the node does not know it.

use std::thread;

use quintet_rules::Player;
use quintet_testkit::http::{HttpRequest, get};
use quintet_testkit::{Socket, eventually};
use serde_json::Value;

use crate::link::State;
use crate::nodes::{Cluster, GAMES};
use crate::table::{Table, action, join, line, mv, opening, text};

const GAME: &str = "gridlock";

/// Sends a request through the last node, which must have written before. Its change is stored, the response is lost, and
/// another event happens; then the node reconnects, and reads before it writes.
fn in_doubt(
    cluster: &Cluster,
    table: &str,
    request: &HttpRequest,
    look: &str,
    meanwhile: impl FnOnce(),
) -> Value {
    let [_, node] = cluster.nodes();
    let rows = || cluster.sql(&format!("SELECT count(*) FROM {table}"));
    let before = rows();
    thread::scope(|scope| {
        let hold = format!("BEGIN; LOCK TABLE {table} IN SHARE MODE; SELECT pg_sleep(600)");
        // It ends with an error when its connection is cut.
        let postgres = &cluster.postgres;
        scope.spawn(move || postgres.try_sql_in(GAMES, &hold));
        eventually("the table is held", || {
            cluster.count("wait_event = 'PgSleep'") == 1
        });
        let asking = scope.spawn(|| request.ask(node));
        eventually("the node writes", || {
            cluster.count("wait_event_type = 'Lock'") == 1
        });
        cluster.link.set(State::Deaf);
        assert_eq!(cluster.postgres.cut("wait_event = 'PgSleep'"), 1);
        eventually("it is stored", || rows() != before);
        meanwhile();
        cluster.link.cut();
        cluster.link.set(State::Whole);
        get(look).ask(node).expect(200);
        asking.join().expect("no panic").expect(200)
    })
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_seat_that_is_read_back_before_its_acknowledgement_counts_once() {
    let cluster = Cluster::start(2);
    let [direct, linked] = cluster.nodes();
    let opened = opening(GAME).ask(linked).expect(201);
    let id = text(&opened["game"]["id"]);
    let (mut spectator, _) = Socket::watch(linked, &id, 0, None);
    let look = format!("/api/v1/games/{id}");
    let joined = in_doubt(&cluster, "quintet.seats", &join(&opened), &look, || ());
    let table = Table::of(&opened, &joined);
    table.act(direct, Player::One, &action(0, "resign"));
    let rematch = table.rematch(Player::Two).ask(direct).expect(200);
    let next = rematch["game"]["id"].clone();
    assert_eq!(spectator.hear_field("rematch").0, next);
    assert_eq!(table.state(linked)["rematch"], next);
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_rematch_that_is_read_back_before_its_acknowledgement_counts_once() {
    let cluster = Cluster::start(2);
    let [direct, linked] = cluster.nodes();
    let table = Table::open(linked, GAME);
    let (_spectator, _) = Socket::watch(linked, &table.id, 0, None);
    table.act(direct, Player::One, &action(0, "resign"));
    let (request, look) = (table.rematch(Player::One), table.path(""));
    let one = in_doubt(&cluster, "quintet.games", &request, &look, || ());
    let two = table.rematch(Player::Two).ask(direct).expect(200);
    assert_eq!(one["game"]["id"], two["game"]["id"]);
    let next = Table::of(&one, &two);
    next.act(linked, Player::Two, &mv(0, &line(GAME)[0]));
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_move_whose_commit_response_is_lost_is_acknowledged_and_stored_once() {
    let cluster = Cluster::start(2);
    let [direct, linked] = cluster.nodes();
    let table = Table::open(linked, GAME);
    for (ply, played) in line(GAME).iter().enumerate().take(4) {
        let sent = table.action(Player::BOTH[ply % 2], &mv(ply, played));
        let acknowledged = in_doubt(&cluster, "quintet.log", &sent, &table.path(""), || {
            // In every other round the client turns to another node.
            if ply % 2 == 1 {
                sent.ask(direct).expect(200);
            }
        });
        assert_eq!(acknowledged["event"], table.events(direct)[ply]);
    }
    assert_eq!(table.events(linked), table.events(direct));
}
