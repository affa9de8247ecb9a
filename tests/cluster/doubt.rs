//! A node that does not hear the database: what it has written is there, but it cannot know.

use std::thread;

use quintet_rules::{PerPlayer, Player};
use quintet_testkit::http::{Answer, Request, get, post};
use serde_json::json;

use crate::link::State;
use crate::nodes::{Cluster, hold};
use crate::process::eventually;
use crate::socket::Socket;
use crate::table::{Table, action, line, mv, opening, text};

const GAME: &str = "gridlock";

/// Sends a request through the last node, which must have written something before. What it writes to a table is stored,
/// the node is not told, and something else happens; then the node connects again, and reads before it writes.
fn in_doubt(
    cluster: &Cluster,
    table: &str,
    request: &Request,
    look: &str,
    meanwhile: impl FnOnce(),
) -> Answer {
    let node = *cluster.addresses().last().expect("a node");
    let rows = || cluster.sql(&format!("SELECT count(*) FROM {table}"));
    let before = rows();
    thread::scope(|scope| {
        let postgres = &cluster.postgres;
        scope.spawn(|| hold(postgres, table));
        eventually("the table is held", || cluster.is_held());
        let asking = scope.spawn(|| request.ask(node));
        eventually("the node writes", || cluster.waiting() == 1);
        cluster.link.set(State::Deaf);
        cluster.let_go();
        eventually("it is stored", || rows() != before);
        meanwhile();
        cluster.link.cut();
        cluster.link.set(State::Whole);
        get(look).ask(node).expect(200);
        asking.join().expect("no panic")
    })
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_seat_that_a_node_hears_of_before_its_own_acknowledgement_counts_once() {
    let cluster = Cluster::start(2);
    let [direct, linked] = [0, 1].map(|n| cluster.addresses()[n]);
    let opened = opening(GAME).ask(linked).expect(201);
    let id = text(&opened["game"]["id"]);
    let (mut spectator, _) = Socket::watch(linked, &id, 0, None);
    let look = format!("/api/v1/games/{id}");
    let join = post(&format!("/api/v1/games/{id}/join"), &json!({}));
    let joined = in_doubt(&cluster, "quintet.seats", &join, &look, || ()).expect(200);
    let table = Table {
        id,
        tokens: PerPlayer {
            one: text(&opened["token"]),
            two: text(&joined["token"]),
        },
    };
    let resigned = table.action(Player::One, &action(0, "resign")).ask(direct);
    resigned.expect(200);
    let rematch = post(&table.path("/rematch"), &json!({})).bearer(&table.tokens.two);
    let next = rematch.ask(direct).expect(200)["game"]["id"].clone();
    assert_eq!(spectator.hear_field("rematch").0, next);
    assert_eq!(table.state(linked)["rematch"], next);
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_rematch_that_a_node_hears_of_before_its_own_acknowledgement_counts_once() {
    let cluster = Cluster::start(2);
    let [direct, linked] = [0, 1].map(|n| cluster.addresses()[n]);
    let table = Table::open(linked, GAME);
    let (_spectator, _) = Socket::watch(linked, &table.id, 0, None);
    let resigned = table.action(Player::One, &action(0, "resign")).ask(direct);
    resigned.expect(200);
    let rematch = |player| post(&table.path("/rematch"), &json!({})).bearer(&table.tokens[player]);
    let one = in_doubt(
        &cluster,
        "quintet.games",
        &rematch(Player::One),
        &table.path(""),
        || (),
    )
    .expect(200);
    let two = rematch(Player::Two).ask(direct).expect(200);
    assert_eq!(one["game"]["id"], two["game"]["id"]);
    let next = Table {
        id: text(&one["game"]["id"]),
        tokens: PerPlayer {
            one: text(&one["token"]),
            two: text(&two["token"]),
        },
    };
    let first = mv(0, &line(GAME)[0]);
    next.action(Player::Two, &first).ask(linked).expect(200);
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_move_that_a_node_is_not_told_about_is_acknowledged_and_stored_once() {
    let cluster = Cluster::start(2);
    let [direct, linked] = [0, 1].map(|n| cluster.addresses()[n]);
    let table = Table::open(linked, GAME);
    for (ply, played) in line(GAME).iter().enumerate().take(4) {
        let sent = table.action(Player::BOTH[ply % 2], &mv(ply, played));
        let acknowledged = in_doubt(&cluster, "quintet.log", &sent, &table.path(""), || {
            // Every other time the client turns to another node meanwhile.
            if ply % 2 == 1 {
                sent.ask(direct).expect(200);
            }
        });
        assert_eq!(acknowledged.expect(200)["event"], table.events(direct)[ply]);
    }
    assert_eq!(table.events(linked), table.events(direct));
}
