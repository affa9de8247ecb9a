//! Limits of connections and of the messages on a socket.

use std::io::ErrorKind;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use crate::common::Server;
use crate::common::socket::{PATIENCE, Socket, upgrade};

#[tokio::test]
async fn pings_and_other_messages_are_counted_before_and_after_the_first_one() {
    let server = Server::new();
    let address = server.listen().await;
    let (_, id) = server.open().await;
    let late = json!({"id": 1, "ply": 9, "action": "resign"}).to_string();
    for message in [Message::Ping(Vec::new().into()), Message::text(late)] {
        for watches in [true, false] {
            let mut socket = Socket::open(address, &id).await;
            if watches {
                socket.say(json!({"watch": {}})).await;
            } else if message.is_text() {
                continue;
            }
            // More than may be sent in 10 seconds.
            for _ in 0..60 {
                socket.send(message.clone()).await;
            }
            let code = socket.close_code().await;
            assert_eq!(code, Some(1008), "{watches} {message}");
        }
    }
    let (_, state) = Socket::watch(address, &id, json!({})).await;
    assert_eq!(state["ply"], 0, "others are not affected");
}

#[tokio::test]
async fn sockets_that_watch_nothing_are_closed_for_new_connections() {
    let server = Server::limited(|limits| limits.connections = 4);
    let address = server.listen().await;
    let (_, id) = server.open().await;
    let mut silent = Vec::new();
    for _ in 0..4 {
        silent.push(Socket::open(address, &id).await);
    }
    let (_, state) = Socket::watch(address, &id, json!({})).await;
    assert_eq!(state["ply"], 0);
    assert_eq!(silent[0].close_code().await, Some(1013));
}

#[tokio::test]
async fn idle_connections_are_closed_for_new_ones_and_sockets_in_use_are_not() {
    let server = Server::limited(|limits| limits.connections = 4);
    let address = server.listen().await;
    let (_, id) = server.open().await;
    let (mut player, _) = Socket::watch(address, &id, json!({})).await;
    let mut idle = Vec::new();
    for _ in 0..10 {
        let mut connection = TcpStream::connect(address).await.expect("a connection");
        let request = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
        connection.write_all(request).await.expect("sent");
        let mut answer = [0; 12];
        connection.read_exact(&mut answer).await.expect("answered");
        assert_eq!(&answer, b"HTTP/1.1 200");
        idle.push(connection);
    }
    let read = idle[0].read_to_end(&mut Vec::new()).await;
    assert!(read.is_ok() || read.is_err_and(|error| error.kind() == ErrorKind::ConnectionReset));
    let resign = json!({"id": 1, "ply": 0, "action": "resign"});
    player.say(resign).await;
    assert_eq!(player.hear().await["problem"]["status"], 401);
}

#[tokio::test]
async fn sockets_beyond_the_limit_of_a_client_are_refused_until_one_is_closed() {
    let server = Server::limited(|limits| limits.sockets_a_client = 2);
    let address = server.listen().await;
    let (_, id) = server.open().await;
    let one = Socket::watch(address, &id, json!({})).await;
    let _two = Socket::watch(address, &id, json!({})).await;
    let (_, refused) = upgrade(address, &id).await;
    assert!(refused.starts_with("HTTP/1.1 429 "), "{refused}");
    assert!(refused.contains("\r\nretry-after: "), "{refused}");
    drop(one);
    let opens = async {
        let is_open = |head: &str| head.starts_with("HTTP/1.1 101 ");
        while !is_open(&upgrade(address, &id).await.1) {}
    };
    timeout(PATIENCE, opens).await.expect("a free place");
}
