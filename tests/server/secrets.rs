//! Messages, output and log contain no tokens. For responses and files see `crates/server/tests/server/seats.rs`.

use quintet_rules::Player;
use quintet_testkit::Socket;
use quintet_testkit::http::{HttpRequest, get, post};
use serde_json::json;

use crate::common::{generous, start_with_table};
use crate::table::{action, line};

#[track_caller]
fn holds_none(what: &str, text: &str, secrets: &[String]) {
    for secret in secrets {
        let is_there = text.contains(secret) || text.contains(&secret.to_uppercase());
        assert!(!is_there, "a secret is in {what}");
    }
}

#[test]
fn messages_output_and_log_contain_no_secret() {
    let setup = generous().option("--verbose");
    let (server, address, table) = start_with_table(&setup);
    let given = post("/api/v1/browser", &json!({})).ask(address);
    let cookie = given.header("set-cookie").expect("a cookie");
    let browser = cookie
        .strip_prefix("quintet=")
        .and_then(|rest| rest.get(..32));
    let browser = browser.expect("32 hexadecimal digits").to_owned();
    let with_cookie =
        |request: HttpRequest| request.header("Cookie", &format!("quintet={browser}"));
    let secrets = Player::BOTH.map(|player| table.tokens[player].clone());
    let secrets = [&secrets[..], std::slice::from_ref(&browser)].concat();
    let token = &table.tokens[Player::One];

    let (mut socket, state) = Socket::watch(address, &table.id, 0, Some(token));
    holds_none("the state", &state.to_string(), &secrets);
    table.play(address, 0, &line("gridlock")[..2]);
    table.act(address, Player::One, &action(2, "resign"));
    for _ in 0..3 {
        let event = socket.hear_field("event").0;
        holds_none("an event", &event.to_string(), &secrets);
    }
    for player in Player::BOTH {
        table.rematch(player).ask(address).expect(200);
    }
    // Including failing requests, and secrets in wrong places.
    for request in [
        get(&format!("/api/v1/games/{token}")),
        post(&table.path("/actions"), &json!({"token": "x", "ply": 0})).bearer(token),
        table.action(Player::Two, &action(0, "nothing")),
        with_cookie(post(
            &table.path("/actions"),
            &action(0, "accept-take-back"),
        )),
        with_cookie(post("/api/v1/browser", &json!({}))),
        with_cookie(get(&table.path("/events"))),
    ] {
        request.ask(address);
    }
    let said = server.output();
    server.stop();
    holds_none("the output", &said, &secrets);
    let log = setup.log();
    assert!(log.contains(&table.path("/actions")), "{log}");
    // A secret in the path was put there by the client.
    let path = format!("games/{token}");
    let log: Vec<_> = log.lines().filter(|line| !line.contains(&path)).collect();
    holds_none("the log", &log.join("\n"), &secrets);
}
