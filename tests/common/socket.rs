//! A WebSocket, from the side of a client.

use std::io;
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use quintet_testkit::http::{Answer, Connection, PATIENCE, Request, get};
use serde_json::{Value, json};
use tungstenite::protocol::Role;
use tungstenite::{Error, Message, WebSocket};

/// A socket that has been opened.
pub(crate) struct Socket {
    socket: WebSocket<TcpStream>,
    /// The code with which the server has closed it.
    code: Option<u16>,
}

/// A request for the socket of a game.
pub(crate) fn upgrade(game: &str) -> Request {
    get(&format!("/api/v1/games/{game}/socket"))
        .header("Connection", "Upgrade")
        .header("Upgrade", "websocket")
        .header("Sec-WebSocket-Version", "13")
        .header("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")
}

impl Socket {
    /// Opens a socket, or gives the answer that refuses it.
    pub(crate) fn ask(address: SocketAddr, request: &Request) -> io::Result<Result<Self, Answer>> {
        let mut connection = Connection::open(address)?;
        let answer = connection.ask(request)?;
        if answer.status != 101 {
            return Ok(Err(answer));
        }
        let stream = connection.into_stream();
        let socket = WebSocket::from_raw_socket(stream, Role::Client, None);
        Ok(Ok(Socket { socket, code: None }))
    }

    /// A socket of a game on which nothing has been said.
    #[track_caller]
    pub(crate) fn silent(address: SocketAddr, game: &str) -> Self {
        let asked = Socket::ask(address, &upgrade(game));
        asked.expect("a connection").expect("a socket")
    }

    /// Watches a game from a number on, as the holder of the token if there is one.
    pub(crate) fn try_watch(
        address: SocketAddr,
        game: &str,
        since: usize,
        token: Option<&str>,
    ) -> Result<Self, Error> {
        let asked = Socket::ask(address, &upgrade(game))?;
        let mut socket = asked.map_err(|answer| io::Error::other(answer.text()))?;
        socket.say(&json!({"watch": {"since": since, "token": token}}))?;
        Ok(socket)
    }

    /// Watches a game, and gives the state that it is told first.
    #[track_caller]
    pub(crate) fn watch(
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

    pub(crate) fn say(&mut self, message: &Value) -> Result<(), Error> {
        self.send(Message::text(message.to_string()))
    }

    pub(crate) fn send(&mut self, message: Message) -> Result<(), Error> {
        self.socket.send(message)
    }

    /// The stream below, for what no socket would send.
    pub(crate) fn stream(&mut self) -> &mut TcpStream {
        self.socket.get_mut()
    }

    /// How many milliseconds to wait for the next message.
    pub(crate) fn set_patience(&mut self, milliseconds: u64) {
        let wait = Duration::from_millis(milliseconds);
        let set = self.stream().set_read_timeout(Some(wait));
        set.expect("any wait but none can be set");
    }

    /// The next thing that the server says.
    pub(crate) fn hear(&mut self) -> Result<Value, Error> {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            match self.socket.read()? {
                Message::Text(text) => {
                    let heard = serde_json::from_str(&text);
                    return Ok(heard.expect("the server says JSON"));
                }
                Message::Close(frame) => {
                    self.code = frame.map(|frame| frame.code.into());
                    return Err(Error::ConnectionClosed);
                }
                _ => {}
            }
        }
        Err(io::Error::from(io::ErrorKind::TimedOut).into())
    }

    /// Waits for the next thing that has a field, and says what was heard before it.
    #[track_caller]
    pub(crate) fn hear_field(&mut self, field: &str) -> (Value, Vec<Value>) {
        let mut before = Vec::new();
        loop {
            let heard = self.hear().unwrap_or_else(|fault| {
                panic!("no {field}, but {fault}, after {before:?}");
            });
            if !heard[field].is_null() {
                return (heard[field].clone(), before);
            }
            before.push(heard);
        }
    }

    /// The code with which the server closes the socket, whatever it says before. `None` if it
    /// closes it without a word.
    pub(crate) fn close_code(&mut self) -> Option<u16> {
        loop {
            match self.hear() {
                Ok(_) => {}
                Err(Error::Io(fault)) if is_waiting(&fault) => panic!("the socket is not closed"),
                Err(_) => return self.code,
            }
        }
    }
}

fn is_waiting(fault: &io::Error) -> bool {
    matches!(
        fault.kind(),
        io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock
    )
}
