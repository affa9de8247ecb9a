//! What is too large, too much or no message at all.

use std::io::Write;

use quintet_rules::Player;
use quintet_testkit::http::{Connection, Request, get, metric, post};
use serde_json::json;
use tungstenite::protocol::frame::Frame;
use tungstenite::protocol::frame::coding::{Data, OpCode};
use tungstenite::{Bytes, Message};

use crate::process::{Setup, eventually};
use crate::socket::{Socket, upgrade};
use crate::table::{Table, action, endless};

/// Part of a message, or something that only looks like it.
fn frame(code: OpCode, is_last: bool, payload: impl Into<Vec<u8>>) -> Message {
    let payload: Vec<u8> = payload.into();
    Message::Frame(Frame::message(payload, code, is_last))
}

const TEXT: OpCode = OpCode::Data(Data::Text);
const MORE: OpCode = OpCode::Data(Data::Continue);

#[test]
fn a_body_that_is_too_large_is_refused_before_it_is_read() {
    let server = Setup::generous().limit("body-seconds=1").start();
    let address = server.address();
    let name = "x".repeat(20_000);
    let large = json!({"game": "gridlock", "seat": 1, "name": name});
    let answer = post("/api/v1/games", &large).ask(address);
    answer.problem(413, "too-large");
    let in_chunks = Request::new("POST", "/api/v1/games")
        .header("Content-Type", "application/json")
        .header("Transfer-Encoding", "chunked")
        .to_bytes(address);
    let mut connection = Connection::open(address).expect("a connection");
    connection.send(&in_chunks).expect("sent");
    for _ in 0..10 {
        // The answer may come, and the connection go, before all is sent.
        let _ = connection.send(format!("800\r\n{}\r\n", "x".repeat(0x800)).as_bytes());
    }
    let answer = connection.answer().expect("an answer");
    answer.problem(413, "too-large");
    let claimed = Request::new("POST", "/api/v1/games")
        .header("Content-Type", "application/json")
        .header("Content-Length", "1000000000000");
    let answer = claimed.ask(address);
    assert!([408, 413].contains(&answer.status), "{}", answer.text());
    assert_eq!(metric(address, "games_opened_total"), 0);
}

#[test]
fn a_head_that_is_too_large_is_refused() {
    let server = Setup::generous().start();
    let address = server.address();
    for request in [
        get("/").header("X-Large", &"x".repeat(100_000)),
        get(&format!("/{}", "x".repeat(100_000))),
        (0..2000).fold(get("/"), |request, n| {
            request.header(&format!("X-{n}"), "x")
        }),
    ] {
        let mut connection = Connection::open(address).expect("a connection");
        // The server may close the connection before all is sent.
        let _ = connection.send(&request.to_bytes(address));
        let status = connection.answer().map(|answer| answer.status);
        assert!(!matches!(status, Ok(200..=399)), "{status:?}");
    }
    get("/healthz").ask(address).expect(200);
}

#[test]
fn what_is_no_request_is_not_answered_as_one() {
    let server = Setup::generous().limit("head-seconds=1").start();
    let address = server.address();
    for bytes in [
        &b"\r\n\r\n\r\n"[..],
        b"\0\0\0\0\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET /healthz\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\n\r\n",
        b"GET /healthz HTTP/9.9\r\nHost: localhost\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost localhost\r\n\r\n",
        b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    ] {
        let mut connection = Connection::open(address).expect("a connection");
        connection.send(bytes).expect("sent");
        let status = connection.answer().map(|answer| answer.status);
        let is_refused = matches!(status, Err(_) | Ok(400..=499 | 505));
        assert!(is_refused, "{status:?} to {}", bytes.escape_ascii());
    }
    get("/healthz").ask(address).expect(200);
}

#[test]
fn bodies_that_are_not_json_of_the_right_shape_are_refused() {
    let server = Setup::generous().start();
    let address = server.address();
    let body = |body: &[u8]| {
        let request = Request::new("POST", "/api/v1/games");
        request
            .header("Content-Type", "application/json")
            .body(body)
    };
    for wrong in [
        &b"\xff\xfe{}"[..],
        b"{\"game\": \"\xc3\x28\", \"seat\": 1}",
        b"",
        b"null",
        b"{\"game\": \"gridlock\"}",
        b"{\"game\": \"gridlock\", \"seat\": 1, \"admin\": true}",
        &b"[".repeat(16_000),
        &b"{\"a\":".repeat(3_000),
    ] {
        body(wrong).ask(address).problem(400, "bad-request");
    }
    let form = Request::new("POST", "/api/v1/games")
        .header("Content-Type", "text/plain")
        .body("{\"game\": \"gridlock\", \"seat\": 1}");
    form.ask(address).problem(415, "not-json");
    assert_eq!(metric(address, "games_opened_total"), 0);
}

#[test]
fn messages_that_cannot_be_read_close_the_socket_with_the_reason_and_disturb_nobody() {
    let server = Setup::generous().start();
    let address = server.address();
    let table = Table::open(address, "gridlock");
    let (mut other, _) = Socket::watch(address, &table.id, 0, None);
    let large = || "x".repeat(4097);
    let cases: [(u16, Vec<Message>); 9] = [
        (1009, vec![Message::text(large())]),
        (1009, vec![Message::text("x".repeat(1_000_000))]),
        (
            1009,
            vec![frame(TEXT, false, large()), frame(MORE, true, "x")],
        ),
        (
            1009,
            (0..5)
                .map(|n| frame(if n == 0 { TEXT } else { MORE }, n == 4, "x".repeat(1000)))
                .collect(),
        ),
        (1007, vec![frame(TEXT, true, *b"{\"id\": \"\xff\"}")]),
        (1003, vec![Message::binary(b"{}".to_vec())]),
        (1008, vec![Message::text("garbage")]),
        (1008, vec![Message::text("{\"watch\": {}}")]),
        (1008, vec![Message::text("[".repeat(4000))]),
    ];
    for (code, messages) in cases {
        for is_greeted in [true, false] {
            let mut socket = Socket::silent(address, &table.id);
            if is_greeted {
                socket
                    .say(&json!({"watch": {"since": 0}}))
                    .expect("an open socket");
                socket.hear_field("state");
            } else if code == 1008 && messages[0] == Message::text("{\"watch\": {}}") {
                continue;
            }
            for message in &messages {
                // The server may have had enough before the last one.
                let _ = socket.send(message.clone());
            }
            assert_eq!(
                socket.close_code(),
                Some(code),
                "{is_greeted} {messages:.80?}"
            );
        }
    }
    let (player, first) = endless(0);
    table.action(player, &first).ask(address).expect(200);
    assert_eq!(other.hear_field("event").0["ply"], 0);
    eventually("the others are gone", || metric(address, "sockets") == 1);
}

#[test]
fn frames_that_are_none_end_the_connection_and_nothing_else() {
    let server = Setup::generous().start();
    let address = server.address();
    let table = Table::open(address, "gridlock");
    let endless_frame = [&[0x81, 0xff][..], &[0x3f; 8], &[0; 4]].concat();
    let unmasked = [&[0x81, 2][..], b"{}"].concat();
    for bytes in [
        endless_frame,
        unmasked,
        // Reserved bits, a reserved kind, a part of nothing, and a ping in parts.
        [&[0xf1, 0x80][..], &[0; 4]].concat(),
        [&[0x83, 0x80][..], &[0; 4]].concat(),
        [&[0x80, 0x80][..], &[0; 4]].concat(),
        [&[0x09, 0x80][..], &[0; 4]].concat(),
        // A farewell with half a code, and one with a code that there is not.
        [&[0x88, 0x81][..], &[0; 4], &[3]].concat(),
        [&[0x88, 0x82][..], &[0; 4], &[0, 0]].concat(),
        b"GET / HTTP/1.1\r\n\r\n".to_vec(),
    ] {
        let mut socket = Socket::silent(address, &table.id);
        socket.stream().write_all(&bytes).expect("sent");
        let code = socket.close_code();
        assert!(
            matches!(code, None | Some(1002 | 1009)),
            "{code:?} {bytes:x?}"
        );
    }
    eventually("all are gone", || metric(address, "sockets") == 0);
}

#[test]
fn too_many_messages_close_the_socket() {
    let server = Setup::new().start();
    let address = server.address();
    let table = Table::open(address, "gridlock");
    let token = Some(table.tokens[Player::One].as_str());
    let (mut socket, _) = Socket::watch(address, &table.id, 0, token);
    let mut message = action(9, "resign");
    message["id"] = json!(1);
    for _ in 0..60 {
        // Closed before the last one.
        let _ = socket.say(&message);
    }
    let mut answers = 0;
    let end = loop {
        match socket.hear() {
            Ok(heard) => assert_eq!(heard["problem"]["status"], 409, "{heard}"),
            Err(end) => break end,
        }
        answers += 1;
    };
    // The message that says what to watch is one of the fifty.
    assert!((49..60).contains(&answers), "{answers} answers, then {end}");
    // The others go on.
    let (mut again, state) = Socket::watch(address, &table.id, 0, token);
    assert_eq!(state["ply"], 0);
    for _ in 0..60 {
        // Closed before the last one.
        let _ = again.send(Message::Ping(Bytes::new()));
    }
    assert_eq!(again.close_code(), Some(1008), "pings are messages too");
}

#[test]
fn too_many_sockets_of_one_client_are_refused_until_one_is_closed() {
    let server = Setup::new().start();
    let address = server.address();
    let table = Table::open(address, "gridlock");
    let mut sockets: Vec<_> = (0..20)
        .map(|_| Socket::watch(address, &table.id, 0, None).0)
        .collect();
    let refused = Socket::ask(address, &upgrade(&table.id)).expect("an answer");
    let refused = refused.err().expect("no socket");
    refused.problem(429, "too-many");
    assert!(refused.header("retry-after").is_some());
    drop(sockets.pop());
    eventually("there is a place again", || {
        Socket::ask(address, &upgrade(&table.id)).is_ok_and(|asked| asked.is_ok())
    });
    let (player, first) = endless(0);
    table.action(player, &first).ask(address).expect(200);
    for socket in &mut sockets {
        assert_eq!(socket.hear_field("event").0["ply"], 0);
    }
}

#[test]
fn a_request_for_a_socket_must_be_one() {
    let server = Setup::new().start();
    let address = server.address();
    let table = Table::open(address, "gridlock");
    get(&table.path("/socket"))
        .ask(address)
        .problem(400, "bad-request");
    let missing = upgrade("aaaaaaaaaaaaaaaa").ask(address);
    missing.problem(404, "not-found");
    let posted = post(&table.path("/socket"), &json!({})).ask(address);
    posted.problem(405, "method-not-allowed");
}
