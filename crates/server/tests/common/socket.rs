//! A WebSocket client.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use super::description;

/// How long an answer may take.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// Requests a socket byte by byte: the connection, and the head of the response.
pub(crate) async fn upgrade(address: SocketAddr, id: &str) -> (TcpStream, String) {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let request = format!(
        "GET /api/v1/games/{id}/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n\
         Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.expect("a response"));
    }
    (stream, String::from_utf8(head).expect("text"))
}

pub(crate) struct Socket(pub(crate) WebSocketStream<TcpStream>);

impl Socket {
    /// Opens the socket of a game.
    pub(crate) async fn open(address: SocketAddr, id: &str) -> Self {
        Socket::at(address, &format!("/api/v1/games/{id}/socket")).await
    }

    pub(crate) async fn at(address: SocketAddr, path: &str) -> Self {
        let stream = TcpStream::connect(address).await.expect("a connection");
        let url = format!("ws://{address}{path}");
        let opened = tokio_tungstenite::client_async(url, stream).await;
        Socket(opened.expect("a socket").0)
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

    /// The next text message, which must fit its schema.
    pub(crate) async fn hear(&mut self) -> Value {
        loop {
            let next = timeout(PATIENCE, self.0.next()).await.expect("a message");
            let next = next.expect("an open socket").expect("a whole message");
            assert!(!next.is_close(), "{next:?}");
            if let Message::Text(text) = next {
                let message = serde_json::from_str(&text).expect("a document");
                let valid = description::component("ServerMessage").validate(&message);
                valid.unwrap_or_else(|error| panic!("{error}: {message}"));
                return message;
            }
        }
    }

    /// Reads up to the close of the server, and returns its code.
    pub(crate) async fn close_code(&mut self) -> Option<u16> {
        let mut code = None;
        while let Some(Ok(message)) = timeout(PATIENCE, self.0.next()).await.expect("a close") {
            if let Message::Close(Some(frame)) = message {
                code = Some(frame.code.into());
            }
        }
        code
    }
}
