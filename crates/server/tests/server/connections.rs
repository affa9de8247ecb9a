//! Limits of connections and of the messages on a socket.

use std::io::ErrorKind;

use quintet_testkit::http::get;
use quintet_testkit::socket::{Message, exchange};
use serde_json::json;
use tokio::io::AsyncReadExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

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
            let mut answers = 0;
            while let Some(answer) = socket.next().await {
                answers += u32::from(answer["problem"]["status"] == 401);
            }
            let code = socket.close_code().await;
            assert_eq!(code, Some(1008), "{watches} {message}");
            // The message that says what to watch is one of the fifty.
            assert!(
                message.is_ping() || (49..60).contains(&answers),
                "{answers}"
            );
        }
    }
    let (_, state) = Socket::watch(address, &id, json!({})).await;
    assert_eq!(state["ply"], 0, "others are not affected");
}

#[tokio::test]
async fn sockets_that_do_not_watch_a_game_are_closed_for_new_connections() {
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
        let answered = exchange(address, &get("/healthz")).await;
        let (answer, connection, _) = answered.expect("an answer");
        answer.expect(200);
        idle.push(connection);
    }
    let read = idle[0].read_to_end(&mut Vec::new()).await;
    assert!(read.is_ok() || read.is_err_and(|error| error.kind() == ErrorKind::ConnectionReset));
    let resign = json!({"id": 1, "ply": 0, "action": "resign"});
    player.say(resign).await;
    assert_eq!(player.hear().await["problem"]["status"], 401);
}

#[tokio::test]
async fn sockets_beyond_the_limit_of_a_client_are_rejected_until_one_is_closed() {
    let server = Server::limited(|limits| limits.sockets_per_client = 2);
    let address = server.listen().await;
    let (_, id) = server.open().await;
    let one = Socket::watch(address, &id, json!({})).await;
    let _two = Socket::watch(address, &id, json!({})).await;
    let (_, refused) = upgrade(address, &id).await;
    refused.problem(429, "too-many");
    assert!(refused.header("retry-after").is_some(), "{refused:?}");
    let (_, missing) = upgrade(address, "aaaaaaaaaaaaaaaa").await;
    missing.problem(404, "not-found");
    drop(one);
    let opens = async { while upgrade(address, &id).await.1.status != 101 {} };
    timeout(PATIENCE, opens).await.expect("a free place");
}

#[tokio::test]
async fn idle_connections_at_the_address_of_the_operator_give_way() {
    let server = Server::limited(|limits| limits.head_seconds = 3600);
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(quintet_server::serve_admin(server.app.clone(), listener));
    let mut idle = Vec::new();
    for _ in 0..80 {
        idle.push(TcpStream::connect(address).await.expect("a connection"));
    }
    let answered = timeout(PATIENCE, exchange(address, &get("/healthz"))).await;
    let (answer, ..) = answered.expect("an answer in time").expect("an answer");
    answer.expect(200);
}
