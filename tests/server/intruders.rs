//! Those who are not the players: nothing that they send changes a game.

use std::net::SocketAddr;

use quintet_rules::Player;
use quintet_testkit::http::{Request, post};
use serde_json::{Value, json};

use crate::inside::Inside;
use crate::process::Setup;
use crate::socket::Socket;
use crate::table::{Table, action, line, mv};

/// Everything that a player may do as the second action of a game.
fn actions() -> Vec<Value> {
    let words = ["resign", "offer-take-back", "accept-take-back"];
    let words = words.into_iter().map(|word| action(1, word));
    words.chain([mv(1, &line("gridlock")[1])]).collect()
}

/// A game in which Player 2 is to move.
fn begun(address: SocketAddr) -> Table {
    let table = Table::open(address, "gridlock");
    table.play(address, 0, &line("gridlock")[..1]);
    table
}

#[test]
fn without_the_token_of_a_seat_nothing_can_be_done() {
    let server = Setup::generous().start();
    let address = server.address();
    let [table, other] = [begun(address), begun(address)];
    let before = table.state(address);
    let foreign = other.tokens[Player::Two].as_str();
    let guessed = "0123456789abcdef0123456789abcdef";
    let own = table.tokens[Player::Two].as_str();
    let almost = format!(
        "{}{}",
        &own[..31],
        if own.ends_with('0') { '1' } else { '0' }
    );
    for action in actions() {
        let request = || post(&table.path("/actions"), &action);
        request().ask(address).problem(401, "no-seat");
        let in_address = post(&format!("{}?token={own}", table.path("/actions")), &action);
        in_address.ask(address).problem(401, "no-seat");
        for malformed in ["", "x", "Bearer", own, &format!("Basic {own}")] {
            let request = request().header("Authorization", malformed);
            request.ask(address).problem(401, "no-seat");
        }
        for wrong in [foreign, guessed, &almost] {
            let refused = request().bearer(wrong).ask(address);
            refused.problem(403, "not-your-seat");
            // Nor as the secret of a browser, which is no token of a seat.
            let cookie = request().header("Cookie", &format!("quintet={wrong}"));
            cookie.ask(address).problem(403, "not-your-seat");
        }
        let stolen = request().header("Cookie", &format!("quintet={own}"));
        stolen.ask(address).problem(403, "not-your-seat");
    }
    assert_eq!(table.state(address), before);
    assert_eq!(table.events(address).len(), 1);
}

#[test]
fn without_the_token_of_a_seat_nothing_can_be_done_through_a_socket() {
    let server = Setup::generous().start();
    let address = server.address();
    let [table, other] = [begun(address), begun(address)];
    for token in [None, Some(other.tokens[Player::Two].as_str())] {
        let (mut socket, state) = Socket::watch(address, &table.id, 1, token);
        assert_eq!(state["you"], Value::Null);
        for (id, mut action) in actions().into_iter().enumerate() {
            action["id"] = json!(id);
            socket.say(&action).expect("an open socket");
            let problem = socket.hear_field("problem").0;
            let status = if token.is_some() { 403 } else { 401 };
            assert_eq!(problem["status"], status, "{problem}");
        }
    }
    for malformed in ["", "12", &"g".repeat(32)] {
        let asked = Socket::try_watch(address, &table.id, 0, Some(malformed));
        assert_eq!(asked.expect("a socket").close_code(), Some(1008));
    }
    assert_eq!(table.events(address).len(), 1);
}

#[test]
fn a_player_can_do_nothing_for_the_other() {
    let server = Setup::generous().start();
    let address = server.address();
    let table = begun(address);
    let reply = mv(1, &line("gridlock")[1]);
    let refused = table.action(Player::One, &reply).ask(address);
    refused.problem(409, "not-your-turn");
    let offer = action(1, "offer-take-back");
    table.action(Player::One, &offer).ask(address).expect(200);
    let accept = table.action(Player::One, &action(2, "accept-take-back"));
    accept.ask(address).problem(409, "nothing-to-take-back");
    let resigned = table.action(Player::One, &action(2, "resign"));
    assert_eq!(resigned.ask(address).expect(200)["game"]["winner"], 2);
    let rematch = post(&table.path("/rematch"), &json!({}));
    rematch.ask(address).problem(401, "no-seat");
    let stranger = rematch.bearer("0123456789abcdef0123456789abcdef");
    stranger.ask(address).problem(403, "not-your-seat");
}

#[test]
fn an_expired_token_can_do_nothing() {
    let inside = Inside::start(|settings| settings.seat_seconds = 0);
    let address = inside.address();
    let table = Table::open(address, "gridlock");
    let first = mv(0, &line("gridlock")[0]);
    let refused = table.action(Player::One, &first).ask(address);
    refused.problem(401, "expired-token");
    let token = Some(table.tokens[Player::One].as_str());
    let (mut socket, _) = Socket::watch(address, &table.id, 0, token);
    let mut message = first;
    message["id"] = json!(1);
    socket.say(&message).expect("an open socket");
    let problem = socket.hear_field("problem").0;
    assert_eq!(problem["type"], "/problems/expired-token", "{problem}");
    let rematch: Request = post(&table.path("/rematch"), &json!({}));
    let rematch = rematch.bearer(&table.tokens[Player::One]);
    rematch.ask(address).problem(401, "expired-token");
    assert_eq!(table.events(address), [] as [Value; 0]);
}
