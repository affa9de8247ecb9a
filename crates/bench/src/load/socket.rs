//! A WebSocket of a player.

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::json;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::http;

/// An open socket.
pub(super) struct Socket(WebSocketStream<TcpStream>);

/// What the server says, as far as a player cares.
#[derive(Deserialize)]
pub(super) struct Heard {
    pub(super) id: Option<u64>,
    pub(super) done: Option<Numbered>,
    pub(super) event: Option<Numbered>,
    pub(super) problem: Option<Problem>,
}

/// An action that has been done.
#[derive(Deserialize)]
pub(super) struct Numbered {
    pub(super) ply: u32,
}

/// Why an action was not done.
#[derive(Deserialize)]
pub(super) struct Problem {
    pub(super) detail: String,
}

/// The server has closed the socket, with this number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the server closed a socket ({0})")]
pub(super) struct Closed(pub(super) u16);

impl Socket {
    /// Watches a game, for the seat with a token if there is one, and waits until the server has said how it stands.
    pub(super) async fn open(port: u16, game: &str, token: Option<&str>) -> Result<Self> {
        let stream = http::connect(port).await?;
        let address = format!("ws://localhost/api/v1/games/{game}/socket");
        // There are thousands of them, and every message is short.
        let config = WebSocketConfig::default()
            .read_buffer_size(1024)
            .write_buffer_size(0);
        let (stream, _) = client_async_with_config(address, stream, Some(config)).await?;
        let mut socket = Socket(stream);
        let watch = json!({"watch": {"since": 0, "token": token, "views": false}});
        socket.say(watch.to_string()).await?;
        // Whatever it is, it is the first word about the game.
        socket.hear().await?;
        Ok(socket)
    }

    /// Sends a text.
    pub(super) async fn say(&mut self, text: String) -> Result<()> {
        Ok(self.0.send(Message::Text(text.into())).await?)
    }

    /// Waits for the next text. A closed socket is an error, [`Closed`] if the server said why.
    pub(super) async fn hear(&mut self) -> Result<Heard> {
        loop {
            let message = self.0.next().await;
            match message.context("the server ended a connection")?? {
                Message::Text(text) => return Ok(serde_json::from_str(&text)?),
                Message::Close(Some(frame)) => bail!(Closed(frame.code.into())),
                _ => {}
            }
        }
    }
}
