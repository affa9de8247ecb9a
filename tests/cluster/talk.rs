//! How the clients of many games talk to a node: each costs a task and no thread.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use quintet_testkit::http::Request;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

/// How long a client waits for a connection or for the answer to a request.
pub(crate) const WAIT: Duration = Duration::from_secs(3);

/// A node that cannot be reached, does not answer, or has closed a connection.
#[derive(Debug)]
pub(crate) struct Gone;

impl From<io::Error> for Gone {
    fn from(_: io::Error) -> Self {
        Gone
    }
}

/// The status and the document with which a request is answered.
pub(crate) async fn ask(address: SocketAddr, request: &Request) -> Result<(u16, Value), Gone> {
    let bytes = request
        .clone()
        .header("Connection", "close")
        .to_bytes(address);
    let asking = async {
        let mut stream = TcpStream::connect(address).await?;
        stream.write_all(&bytes).await?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        io::Result::Ok(answer)
    };
    let answer = timeout(WAIT, asking).await.map_err(|_| Gone)??;
    let head = answer.windows(4).position(|four| four == b"\r\n\r\n");
    let body = &answer[head.ok_or(Gone)? + 4..];
    let status = answer
        .get(9..12)
        .and_then(|code| str::from_utf8(code).ok()?.parse().ok());
    // An answer that ends in the middle is none.
    let document = match body {
        [] => Value::Null,
        body => serde_json::from_slice(body).map_err(|_| Gone)?,
    };
    Ok((status.ok_or(Gone)?, document))
}

/// A WebSocket of a game.
pub(crate) struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    pub(crate) async fn open(address: SocketAddr, game: &str) -> Result<Self, Gone> {
        let opening = async {
            let stream = TcpStream::connect(address).await?;
            stream.set_nodelay(true)?;
            let url = format!("ws://{address}/api/v1/games/{game}/socket");
            let opened = client_async(url, stream).await;
            opened.map_err(io::Error::other)
        };
        let (socket, _) = timeout(WAIT, opening).await.map_err(|_| Gone)??;
        Ok(Socket(socket))
    }

    pub(crate) async fn say(&mut self, message: &Value) -> Result<(), Gone> {
        let said = self.0.send(Message::text(message.to_string()));
        let said = timeout(WAIT, said).await.map_err(|_| Gone)?;
        said.map_err(|_| Gone)
    }

    /// The next thing that the node says. Nothing is lost if this is given up.
    pub(crate) async fn hear(&mut self) -> Result<Value, Gone> {
        loop {
            match self.0.next().await.ok_or(Gone)?.map_err(|_| Gone)? {
                Message::Text(text) => return serde_json::from_str(&text).map_err(|_| Gone),
                Message::Close(_) => return Err(Gone),
                _ => {}
            }
        }
    }
}
