//! Oversized heads and bodies, and bytes that are not a request.

use quintet_testkit::http::{Connection, HttpRequest, get, metric};

use crate::common::generous;

#[test]
fn an_oversized_body_is_refused_before_it_is_read() {
    let server = generous().timeout("body", 1).start();
    let address = server.address();
    let json = HttpRequest::new("POST", "/api/v1/games").header("Content-Type", "application/json");
    let in_chunks = json.clone().header("Transfer-Encoding", "chunked");
    let mut connection = Connection::open(address).expect("a connection");
    let head = in_chunks.to_bytes(address);
    connection.send(&head).expect("sent");
    for _ in 0..10 {
        // The response may arrive, and the connection close, before all is sent.
        let _ = connection.send(format!("800\r\n{}\r\n", "x".repeat(0x800)).as_bytes());
    }
    let answer = connection.answer().expect("an answer");
    answer.problem(413, "too-large");
    let claimed = json.header("Content-Length", "1000000000000");
    let answer = claimed.ask(address);
    assert!([408, 413].contains(&answer.status), "{}", answer.text());
    assert_eq!(metric(address, "games_opened_total"), 0);
}

#[test]
fn invalid_requests_are_refused() {
    let server = generous().timeout("head", 1).start();
    let address = server.address();
    let length = |length: &str| {
        format!("POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\n{length}\r\n\r\n").into_bytes()
    };
    let many = |get, n| HttpRequest::header(get, &format!("X-{n}"), "x");
    for bytes in [
        b"\r\n\r\n\r\n".to_vec(),
        b"\0\0\0\0\r\n\r\n".to_vec(),
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".to_vec(),
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec(),
        b"GET /healthz\r\n\r\n".to_vec(),
        b"GET /healthz HTTP/1.1\r\n\r\n".to_vec(),
        b"GET /healthz HTTP/9.9\r\nHost: localhost\r\n\r\n".to_vec(),
        b"GET /healthz HTTP/1.1\r\nHost localhost\r\n\r\n".to_vec(),
        length("Content-Length: -1"),
        length("Content-Length: 1\r\nContent-Length: 2"),
        // Oversized heads.
        get("/")
            .header("X-Large", &"x".repeat(100_000))
            .to_bytes(address),
        get(&format!("/{}", "x".repeat(100_000))).to_bytes(address),
        (0..2000).fold(get("/"), many).to_bytes(address),
    ] {
        let mut connection = Connection::open(address).expect("a connection");
        // The server may close the connection before all is sent.
        let _ = connection.send(&bytes);
        let status = connection.answer().map(|answer| answer.status);
        let is_refused = matches!(status, Err(_) | Ok(400..=499 | 505));
        let begin = bytes[..bytes.len().min(60)].escape_ascii();
        assert!(is_refused, "{status:?} to {begin}");
    }
    get("/healthz").ask(address).expect(200);
}
