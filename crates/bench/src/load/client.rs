//! HTTP and WebSocket clients.

use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{CONTENT_TYPE, HOST};
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::{WebSocketConfig, frame::coding::CloseCode};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::Window;

pub(super) type Request = hyper::Request<Full<Bytes>>;

pub(super) fn get(path: &str) -> Request {
    let request = hyper::Request::get(path).header(HOST, "localhost");
    request.body(Full::default()).expect("a valid request")
}

pub(super) fn post(path: &str, body: &Value) -> Request {
    let request = hyper::Request::post(path)
        .header(HOST, "localhost")
        .header(CONTENT_TYPE, "application/json");
    let body = Full::from(body.to_string());
    request.body(body).expect("a valid request")
}

/// Connects to a port of this machine, from one of its addresses if given.
pub(super) async fn connect(from: Option<Ipv4Addr>, port: u16) -> Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    if let Some(from) = from {
        socket.bind((from, 0).into())?;
    }
    let stream = socket.connect((Ipv4Addr::LOCALHOST, port).into()).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// An HTTP client with one connection, which is opened when it is needed.
pub(super) struct Http {
    from: Option<Ipv4Addr>,
    port: u16,
    connection: Option<SendRequest<Full<Bytes>>>,
}

impl Http {
    /// Returns a client of a port of this machine, at one of its addresses if given.
    pub(super) fn new(from: Option<Ipv4Addr>, port: u16) -> Self {
        Http {
            from,
            port,
            connection: None,
        }
    }

    /// Returns the body of a successful response.
    pub(super) async fn send(&mut self, request: Request) -> Result<Bytes> {
        let mut connection = match self.connection.take() {
            Some(connection) if !connection.is_closed() => connection,
            _ => {
                let stream = connect(self.from, self.port).await?;
                let (sender, connection) = handshake(TokioIo::new(stream)).await?;
                tokio::spawn(connection);
                sender
            }
        };
        connection.ready().await?;
        let response = connection.send_request(request).await?;
        let status = response.status();
        let body = response.into_body().collect().await?.to_bytes();
        self.connection = Some(connection);
        let text = || String::from_utf8_lossy(&body);
        ensure!(status.is_success(), "{status} {}", text());
        Ok(body)
    }

    /// Sends requests one after the other until the window is over, with a pause after each. Returns the times of those
    /// sent within it.
    pub(super) async fn repeat(
        mut self,
        requests: impl Iterator<Item = Request>,
        window: Window,
        pause: Duration,
    ) -> Result<Vec<Duration>> {
        let mut times = Vec::new();
        for request in requests {
            let sent = Instant::now();
            self.send(request).await?;
            if window.contains(sent) {
                times.push(sent.elapsed());
            }
            if window.is_over() {
                break;
            }
            super::pause(pause).await;
        }
        Ok(times)
    }
}

/// A WebSocket of a game.
pub(super) struct Socket(WebSocketStream<TcpStream>);

/// A message of the server, as far as a player needs it.
#[derive(Deserialize)]
pub(super) struct ServerMessage {
    pub(super) done: Option<Numbered>,
    pub(super) event: Option<Numbered>,
    pub(super) problem: Option<Value>,
}

/// An action that has been done.
#[derive(Deserialize)]
pub(super) struct Numbered {
    pub(super) ply: u32,
}

/// The server has closed the socket.
#[derive(PartialEq, Eq, Debug, thiserror::Error)]
#[error("the server closed a socket ({0})")]
pub(super) struct Closed(pub(super) CloseCode);

/// Bytes read at a time: there are thousands of sockets, and nearly every message is short.
const READ_BUFFER: usize = 1024;

impl Socket {
    /// Watches a game, with the token of a seat if there is one, and waits for its state.
    pub(super) async fn open(port: u16, game: &str, token: Option<&str>) -> Result<Self> {
        let stream = connect(None, port).await?;
        let url = format!("ws://localhost/api/v1/games/{game}/socket");
        let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER);
        let (socket, _) = client_async_with_config(url, stream, Some(config)).await?;
        let mut socket = Socket(socket);
        let watch = json!({"watch": {"since": 0, "token": token, "views": false}});
        socket.send(watch.to_string()).await?;
        socket.hear().await?;
        Ok(socket)
    }

    pub(super) async fn send(&mut self, text: String) -> Result<()> {
        Ok(self.0.send(Message::text(text)).await?)
    }

    /// Returns the next message. A socket that the server closes is an error, [`Closed`] if there is a code.
    pub(super) async fn hear(&mut self) -> Result<ServerMessage> {
        loop {
            match self.0.next().await.context("the socket has ended")?? {
                Message::Text(text) => return Ok(serde_json::from_str(&text)?),
                Message::Close(Some(frame)) => bail!(Closed(frame.code)),
                _ => {}
            }
        }
    }
}
