//! Tokens, and where they must not be.

use std::fs;

use quintet_rules::Player;
use quintet_testkit::http::{Request, get, post};
use serde_json::{Value, json};

use crate::process::Setup;
use crate::socket::Socket;
use crate::table::{Table, action, line, text};

/// A secret in every spelling in which it might be somewhere.
fn spellings(secret: &str) -> [Vec<u8>; 3] {
    let number = u128::from_str_radix(secret, 16).expect("hexadecimal digits");
    [
        secret.as_bytes().to_vec(),
        secret.to_uppercase().into_bytes(),
        number.to_be_bytes().to_vec(),
    ]
}

#[track_caller]
fn holds_none(what: &str, bytes: &[u8], secrets: &[String]) {
    for spelling in secrets.iter().flat_map(|secret| spellings(secret)) {
        let is_there = bytes.windows(spelling.len()).any(|part| part == spelling);
        assert!(!is_there, "a secret is in {what}");
    }
}

/// The secret of the cookie that the server gives.
fn cookie(answer: &quintet_testkit::http::Answer) -> String {
    assert_eq!(answer.status, 204);
    let set = answer.header("set-cookie").expect("a cookie");
    for attribute in ["HttpOnly", "SameSite=Strict", "Path=/api/"] {
        assert!(set.contains(attribute), "{set}");
    }
    let secret = set.strip_prefix("quintet=").and_then(|rest| rest.get(..32));
    secret.expect("32 hexadecimal digits").to_owned()
}

#[test]
fn tokens_are_in_no_answer_but_the_first_in_no_log_and_not_in_the_file() {
    let setup = Setup::generous().option("--verbose");
    let server = setup.start();
    let address = server.address();
    let table = Table::open(address, "gridlock");
    let browser = cookie(&post("/api/v1/browser", &json!({})).ask(address));
    let secrets = [
        table.tokens[Player::One].clone(),
        table.tokens[Player::Two].clone(),
        browser.clone(),
    ];
    let with_cookie = |request: Request| request.header("Cookie", &format!("quintet={browser}"));
    let opening = post("/api/v1/games", &json!({"game": "gridlock", "seat": 2}));
    let joined = with_cookie(opening).ask(address).expect(201);
    assert_eq!(joined["token"], Value::Null, "a browser has its cookie");
    let own = format!("/api/v1/games/{}", text(&joined["game"]["id"]));

    let mut answers = vec![joined.to_string().into_bytes()];
    table.play(address, 0, &line("gridlock")[..2]);
    let token = Some(table.tokens[Player::One].as_str());
    let (mut socket, state) = Socket::watch(address, &table.id, 0, token);
    answers.push(state.to_string().into_bytes());
    let resigned = table.action(Player::One, &action(2, "resign")).ask(address);
    answers.push(resigned.body);
    for _ in 0..3 {
        answers.push(socket.hear_field("event").0.to_string().into_bytes());
    }
    let rematch = post(&table.path("/rematch"), &json!({}));
    for player in Player::BOTH {
        let answer = rematch.clone().bearer(&table.tokens[player]).ask(address);
        answers.push(answer.body);
    }
    // Those that fail, too, and those that carry a secret where none should be.
    let token = &table.tokens[Player::One];
    for request in [
        get(&format!("/api/v1/games/{token}")),
        post(&table.path("/actions"), &json!({"token": "x", "ply": 0})).bearer(token),
        table.action(Player::Two, &action(0, "nothing")),
        with_cookie(post(
            &format!("{own}/actions"),
            &action(0, "accept-take-back"),
        )),
        with_cookie(post("/api/v1/browser", &json!({}))),
    ] {
        request.ask(address);
    }
    for path in ["", "/events", "/record"] {
        for game in [&table.path(""), &own] {
            let look = get(&format!("{game}{path}")).bearer(token);
            answers.push(look.ask(address).body);
            answers.push(with_cookie(get(&format!("{game}{path}"))).ask(address).body);
        }
    }
    answers.push(get("/metrics").ask(address).body);
    for answer in answers {
        holds_none(&String::from_utf8_lossy(&answer), &answer, &secrets);
    }
    for suffix in ["", "-wal"] {
        let bytes = fs::read(setup.beside(suffix)).expect("a file");
        holds_none(suffix, &bytes, &secrets);
    }
    let said = server.said();
    server.stop();
    holds_none("the output", said.as_bytes(), &secrets);
    let log = setup.log();
    assert!(log.contains(&table.path("/actions")), "{log}");
    // What stands in the path of a request was put there by the client.
    let log: Vec<_> = log
        .lines()
        .filter(|line| !line.contains(&format!("games/{token}")))
        .collect();
    holds_none("the log", log.join("\n").as_bytes(), &secrets);
    holds_none("the file", &fs::read(setup.db()).expect("a file"), &secrets);
}

#[test]
fn a_script_in_a_name_is_a_text_like_any_other() {
    let setup = Setup::generous();
    let server = setup.start();
    let address = server.address();
    let name = "</script><img src=x onerror=alert(1)>";
    let opening = json!({"game": "gridlock", "seat": 1, "name": name});
    let opened = post("/api/v1/games", &opening).ask(address).expect(201);
    let path = format!("/api/v1/games/{}", text(&opened["game"]["id"]));
    let (_, state) = Socket::watch(address, &text(&opened["game"]["id"]), 0, None);
    server.kill();
    let server = setup.start();
    let answer = get(&path).ask(server.address());
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    for seats in [&answer.expect(200)["seats"], &state["seats"]] {
        assert_eq!(seats[0]["name"], name);
    }
    let record = get(&format!("{path}/record")).ask(server.address());
    let kind = record.header("content-type").unwrap_or_default();
    assert!(kind.starts_with("text/plain"), "{kind}");
    for refused in ["a\nb", "a\u{0}b", "a\u{1b}[2J", &"x".repeat(41)] {
        let opening = json!({"game": "gridlock", "seat": 1, "name": refused});
        let answer = post("/api/v1/games", &opening).ask(server.address());
        answer.problem(400, "bad-request");
    }
}
