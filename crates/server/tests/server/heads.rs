//! Request heads, byte by byte: a proxy must not see another host than the server.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::common::Server;

/// The last request of a connection, unless the server has closed it before.
const LAST: &str = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

/// The statuses of all responses to these bytes and the last request.
async fn statuses(address: SocketAddr, text: &str) -> String {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let text = format!("{text}{LAST}");
    stream.write_all(text.as_bytes()).await.expect("sent");
    let mut responses = Vec::new();
    // A server that closes early may reset the connection after its response.
    let _ = stream.read_to_end(&mut responses).await;
    let responses = String::from_utf8_lossy(&responses);
    let heads = responses.split("HTTP/1.1 ").skip(1);
    heads.map(|head| &head[..3]).collect::<Vec<_>>().join(" ")
}

#[tokio::test]
async fn a_second_host_is_rejected_with_any_line_ending() {
    let server = Server::new();
    let address = server.listen().await;
    let get = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let body = "{\"game\":\n\n\"gridlock\",\n\n\"move\": \"2 2\"}\n";
    let length = body.len();
    let head =
        "POST /api/v1/play HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    let post = format!("{head}Content-Length: {length}\r\n\r\n{body}");
    let chunks =
        format!("{head}Transfer-Encoding: chunked\r\n\r\n{length:x}\r\n{body}\r\n0\r\n\r\n");
    let with = |lines: &str| format!("GET /healthz HTTP/1.1{lines}\r\n\r\n");
    for (text, wanted) in [
        (get.to_owned(), "200 200"),
        (get.repeat(2), "200 200 200"),
        (format!("{post}{get}{post}"), "200 200 200 200"),
        (format!("{get}{chunks}"), "200 200 200"),
        (format!("{chunks}{get}"), "200 200 200"),
        (with("\r\nHost: localhost\r\nHost: localhost"), "400 200"),
        (with("\r\nHost: localhost\r\nhost: evil.example"), "400 200"),
        // RFC 9112, section 2.2: a bare line feed may end a line, so a header follows it.
        (with("\nHost: localhost"), "200 200"),
        (with("\r\nHost: localhost\r\nX: a\nHost: b"), "400 200"),
        (with("\nHost: localhost\nHost: localhost"), "400 200"),
        (get.to_owned() + &with("\nHost: a\nHost: b"), "200 400 200"),
        (post + &with("\r\nHost: a\nHost: b"), "200 400 200"),
    ] {
        assert_eq!(statuses(address, &text).await, wanted, "{text:?}");
    }
}
