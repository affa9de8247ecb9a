//! The WebSocket client of all tests: [`AsyncSocket`] for tasks, and [`Socket`] for threads.

use std::io;
use std::net::SocketAddr;
use std::sync::LazyLock;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
pub use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::{Error, protocol::Role};

use crate::http::{HttpRequest, PATIENCE, Response, get};

/// Returns a request to open the socket at a path.
pub fn upgrade_at(path: &str) -> HttpRequest {
    get(path)
        .header("Connection", "Upgrade")
        .header("Upgrade", "websocket")
        .header("Sec-WebSocket-Version", "13")
        .header("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")
}

/// Returns a request to open the socket of a game.
pub fn upgrade(game: &str) -> HttpRequest {
    upgrade_at(&format!("/api/v1/games/{game}/socket"))
}

/// Returns the message to watch a game from action `since`, with the token of a seat if given.
pub fn watch(since: usize, token: Option<&str>) -> Value {
    json!({"watch": {"since": since, "token": token}})
}

/// Sends a request on a new connection. Returns the response, the connection, and any bytes after the response.
pub async fn exchange(
    address: SocketAddr,
    request: &HttpRequest,
) -> io::Result<(Response, TcpStream, Vec<u8>)> {
    let mut stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    stream.write_all(&request.to_bytes(address)).await?;
    let mut received = Vec::new();
    loop {
        if let Some(answer) = Response::take(&mut received)? {
            return Ok((answer, stream, received));
        }
        if stream.read_buf(&mut received).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
}

/// An open WebSocket. Its methods have no deadline of their own.
pub struct AsyncSocket {
    socket: WebSocketStream<TcpStream>,
    code: Option<u16>,
}

impl AsyncSocket {
    /// Opens a socket, or returns the response that rejects it.
    pub async fn ask(
        address: SocketAddr,
        request: &HttpRequest,
    ) -> io::Result<Result<Self, Response>> {
        let (answer, stream, received) = exchange(address, request).await?;
        if answer.status != 101 {
            return Ok(Err(answer));
        }
        let socket =
            WebSocketStream::from_partially_read(stream, received, Role::Client, None).await;
        Ok(Ok(AsyncSocket { socket, code: None }))
    }

    /// Opens a socket. A rejection is an error.
    pub async fn open(address: SocketAddr, request: &HttpRequest) -> io::Result<Self> {
        let asked = AsyncSocket::ask(address, request).await?;
        asked.map_err(|answer| io::Error::other(answer.text()))
    }

    /// Sends a document.
    pub async fn say(&mut self, message: &Value) -> io::Result<()> {
        self.send(Message::text(message.to_string())).await
    }

    /// Sends any message.
    pub async fn send(&mut self, message: Message) -> io::Result<()> {
        self.socket.send(message).await.map_err(io_error)
    }

    /// Returns the next document from the server. Cancel safe.
    pub async fn hear(&mut self) -> io::Result<Value> {
        loop {
            let next = self.socket.next().await.unwrap_or(Ok(Message::Close(None)));
            match next.map_err(io_error)? {
                Message::Text(text) => return Ok(serde_json::from_str(&text)?),
                Message::Close(frame) => {
                    self.code = self.code.or(frame.map(|frame| frame.code.into()));
                    return Err(io::Error::other("the server has closed the socket"));
                }
                _ => {}
            }
        }
    }

    /// Reads until the server closes the socket, and returns its code if it sent one.
    pub async fn close_code(&mut self) -> Option<u16> {
        while self.hear().await.is_ok() {}
        self.code
    }
}

fn io_error(error: Error) -> io::Error {
    match error {
        Error::Io(error) => error,
        other => io::Error::other(other),
    }
}

/// The runtime of all blocking sockets.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    let mut runtime = Builder::new_multi_thread();
    let runtime = runtime.worker_threads(1).enable_all().build();
    runtime.expect("a runtime")
});

/// An open WebSocket whose methods block the thread.
pub struct Socket {
    socket: AsyncSocket,
    patience: Duration,
}

impl Socket {
    /// Opens a socket, or returns the response that rejects it.
    pub fn ask(address: SocketAddr, request: &HttpRequest) -> io::Result<Result<Self, Response>> {
        let asked = within(PATIENCE, AsyncSocket::ask(address, request))?;
        Ok(asked.map(|socket| Socket {
            socket,
            patience: PATIENCE,
        }))
    }

    /// Opens a socket of a game without sending a message.
    #[track_caller]
    pub fn silent(address: SocketAddr, game: &str) -> Self {
        let asked = Socket::ask(address, &upgrade(game)).expect("an answer");
        asked.unwrap_or_else(|answer| panic!("no socket: {}", answer.text()))
    }

    /// Watches a game from action `since`, with the token of a seat if given.
    pub fn try_watch(
        address: SocketAddr,
        game: &str,
        since: usize,
        token: Option<&str>,
    ) -> io::Result<Self> {
        let asked = Socket::ask(address, &upgrade(game))?;
        let mut socket = asked.map_err(|answer| io::Error::other(answer.text()))?;
        socket.say(&watch(since, token))?;
        Ok(socket)
    }

    /// Watches a game and returns the initial state.
    #[track_caller]
    pub fn watch(
        address: SocketAddr,
        game: &str,
        since: usize,
        token: Option<&str>,
    ) -> (Self, Value) {
        let mut socket = Socket::try_watch(address, game, since, token).expect("a socket");
        let first = socket.hear().expect("the state comes first");
        assert!(first["state"].is_object(), "{first}");
        (socket, first["state"].clone())
    }

    /// Sends a document.
    pub fn say(&mut self, message: &Value) -> io::Result<()> {
        within(self.patience, self.socket.say(message))
    }

    /// Sends any message.
    pub fn send(&mut self, message: Message) -> io::Result<()> {
        within(self.patience, self.socket.send(message))
    }

    /// Closes the sending half of the connection.
    pub fn half_close(&mut self) -> io::Result<()> {
        within(self.patience, self.socket.socket.get_mut().shutdown())
    }

    /// Sets the timeout of all later operations in milliseconds.
    pub fn set_patience(&mut self, milliseconds: u64) {
        self.patience = Duration::from_millis(milliseconds);
    }

    /// Returns the next document from the server.
    pub fn hear(&mut self) -> io::Result<Value> {
        within(self.patience, self.socket.hear())
    }

    /// Returns the field of the next document that has it, and the documents before it.
    #[track_caller]
    pub fn hear_field(&mut self, field: &str) -> (Value, Vec<Value>) {
        let mut before = Vec::new();
        loop {
            let heard = self.hear().unwrap_or_else(|error| {
                panic!("no {field}, but {error}, after {before:?}");
            });
            if !heard[field].is_null() {
                return (heard[field].clone(), before);
            }
            before.push(heard);
        }
    }

    /// Reads until the server closes the socket, and returns its code if it sent one.
    #[track_caller]
    pub fn close_code(&mut self) -> Option<u16> {
        let closing = async { Ok(self.socket.close_code().await) };
        within(self.patience, closing).expect("the server closes the socket")
    }
}

/// Blocks until a future is ready or `patience` has passed.
fn within<T>(patience: Duration, future: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    let result = RUNTIME.block_on(async { timeout(patience, future).await });
    result.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
}
