//! The WebSocket client, whose messages must fit their schema.

use std::net::SocketAddr;

pub(crate) use quintet_testkit::http::PATIENCE;
use quintet_testkit::http::Response;
use quintet_testkit::socket::{self, AsyncSocket, Message, exchange, upgrade_at};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::description;

/// Requests the socket of a game: the connection, and the response.
pub(crate) async fn upgrade(address: SocketAddr, id: &str) -> (TcpStream, Response) {
    let exchanged = exchange(address, &socket::upgrade(id)).await;
    let (answer, stream, _) = exchanged.expect("a response");
    (stream, answer)
}

pub(crate) struct Socket(AsyncSocket);

impl Socket {
    /// Opens the socket of a game.
    pub(crate) async fn open(address: SocketAddr, id: &str) -> Self {
        Socket::at(address, &format!("/api/v1/games/{id}/socket")).await
    }

    pub(crate) async fn at(address: SocketAddr, path: &str) -> Self {
        let opened = AsyncSocket::open(address, &upgrade_at(path)).await;
        Socket(opened.expect("a socket"))
    }

    /// Watches a game: the socket, and the game in its first message.
    pub(crate) async fn watch(address: SocketAddr, id: &str, watch: Value) -> (Self, Value) {
        let mut socket = Socket::open(address, id).await;
        socket.say(json!({"watch": watch})).await;
        let state = socket.hear().await["state"].take();
        assert!(state.is_object(), "the game comes first");
        (socket, state)
    }

    pub(crate) async fn say(&mut self, message: Value) {
        self.send(Message::text(message.to_string())).await;
    }

    /// Sends a message. The server may have closed the socket before.
    pub(crate) async fn send(&mut self, message: Message) {
        let _ = self.0.send(message).await;
    }

    /// The next message, which must fit its schema; `None` if the server has closed the socket.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        let next = timeout(PATIENCE, self.0.hear()).await.expect("a message");
        let message = next.ok()?;
        let valid = description::component("ServerMessage").validate(&message);
        valid.unwrap_or_else(|error| panic!("{error}: {message}"));
        Some(message)
    }

    /// The next message.
    pub(crate) async fn hear(&mut self) -> Value {
        self.next().await.expect("an open socket")
    }

    /// Reads up to the close of the server, and returns its code.
    pub(crate) async fn close_code(&mut self) -> Option<u16> {
        timeout(PATIENCE, self.0.close_code())
            .await
            .expect("a close")
    }
}
