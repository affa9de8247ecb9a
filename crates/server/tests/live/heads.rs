//! Heads of requests, byte by byte: what a proxy before this server could read otherwise is refused.

use std::net::SocketAddr;

use quintet_server::serve;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::people::House;

/// The last request of a connection, unless the server has ended it before.
const LAST: &str = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

/// All that a server answers to these bytes and the last request.
async fn answers(address: SocketAddr, text: &str) -> String {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let text = format!("{text}{LAST}");
    stream.write_all(text.as_bytes()).await.expect("sent");
    let mut answers = Vec::new();
    // A server that closes early may reset the connection after its answer.
    let _ = stream.read_to_end(&mut answers).await;
    String::from_utf8_lossy(&answers).into_owned()
}

/// The statuses in a text of answers.
fn statuses(answers: &str) -> Vec<&str> {
    let heads = answers.split("HTTP/1.1 ").skip(1);
    heads.map(|head| &head[..3]).collect()
}

#[tokio::test]
async fn two_hosts_and_bare_line_feeds_are_refused() {
    let house = House::new();
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let serving = tokio::spawn(serve(house.app(), listener, std::future::pending()));
    let get = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let body = "{\"game\":\n\n\"gridlock\",\n\n\"move\": \"2 2\"}\n";
    let length = body.len();
    let head =
        "POST /api/v1/play HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    let post = format!("{head}Content-Length: {length}\r\n\r\n{body}");
    let chunks =
        format!("{head}Transfer-Encoding: chunked\r\n\r\n{length:x}\r\n{body}\r\n0\r\n\r\n");
    let refused = format!("{get}GET /healthz HTTP/1.1\nHost: localhost\r\n\r\n");
    let after_post = format!("{post}GET /healthz HTTP/1.1\r\nHost: localhost\n\r\n");
    for (text, wanted) in [
        (get, vec!["200", "200"]),
        (&format!("{get}{get}"), vec!["200", "200", "200"]),
        (
            &format!("{post}{get}{post}"),
            vec!["200", "200", "200", "200"],
        ),
        // The length of chunks is not known beforehand: the connection ends with them.
        (&format!("{get}{chunks}"), vec!["200", "200"]),
        (&format!("{chunks}{get}"), vec!["200"]),
        (
            "GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
            vec!["400", "200"],
        ),
        (
            "GET /healthz HTTP/1.1\r\nHost: localhost\r\nhost: evil.example\r\n\r\n",
            vec!["400", "200"],
        ),
        (
            "GET /healthz HTTP/1.1\nHost: localhost\r\n\r\n",
            vec!["400"],
        ),
        (
            "GET /healthz HTTP/1.1\r\nHost: localhost\n\r\n",
            vec!["400"],
        ),
        ("GET /healthz HTTP/1.1\nHost: localhost\n\n", vec!["400"]),
        (
            "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: a\nHost: b\r\n\r\n",
            vec!["400"],
        ),
        (&refused, vec!["200", "400"]),
        (&after_post, vec!["200", "400"]),
    ] {
        let answers = answers(address, text).await;
        assert_eq!(statuses(&answers), wanted, "{text:?}\n{answers}");
    }
    serving.abort();
}
