//! A WebSocket of a player, written and read by hand: the client must not cost more than the server that it measures.

use std::ops::Range;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::http;

/// An open socket.
pub(super) struct Socket {
    stream: TcpStream,
    /// What was read.
    buffer: Vec<u8>,
    /// How much of it has been heard.
    heard: usize,
    /// The frame that is being sent.
    said: Vec<u8>,
}

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

/// The kinds of frames.
const TEXT: u8 = 1;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;

/// Stands for a length that follows in two bytes.
const IN_TWO_BYTES: u8 = 126;

/// Bytes that are read at a time: there are thousands of sockets, and nearly every message is short.
const ROOM: usize = 1024;

impl Socket {
    /// Watches a game, for the seat with a token if there is one, and waits until the server has said how it stands.
    pub(super) async fn open(port: u16, game: &str, token: Option<&str>) -> Result<Self> {
        let mut socket = Socket {
            stream: http::connect(port).await?,
            buffer: Vec::with_capacity(ROOM),
            heard: 0,
            said: Vec::new(),
        };
        socket.upgrade(game).await?;
        let watch = json!({"watch": {"since": 0, "token": token, "views": false}});
        socket.say(&watch.to_string()).await?;
        // Whatever it is, it is the first word about the game.
        socket.hear().await?;
        Ok(socket)
    }

    /// Has the connection become a WebSocket.
    async fn upgrade(&mut self, game: &str) -> Result<()> {
        let request = format!(
            "GET /api/v1/games/{game}/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n\
             Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        );
        self.stream.write_all(request.as_bytes()).await?;
        let head = loop {
            self.read().await?;
            if let Some(head) = http::head(&self.buffer)? {
                break head;
            }
        };
        ensure!(head.status == 101, "no WebSocket: {}", head.status);
        self.heard = head.body;
        Ok(())
    }

    /// Sends a text.
    pub(super) async fn say(&mut self, text: &str) -> Result<()> {
        self.send(TEXT, text.as_bytes()).await
    }

    /// Sends a frame of less than 64 kB.
    async fn send(&mut self, kind: u8, payload: &[u8]) -> Result<()> {
        self.said.clear();
        self.said.push(0x80 | kind);
        match u8::try_from(payload.len()) {
            Ok(length) if length < IN_TWO_BYTES => self.said.push(0x80 | length),
            _ => {
                self.said.push(0x80 | IN_TWO_BYTES);
                let length = u16::try_from(payload.len())?;
                self.said.extend(length.to_be_bytes());
            }
        }
        // Bytes are masked with zeros, which leaves them as they are. The server takes the mask off all the same.
        self.said.extend([0; 4]);
        self.said.extend_from_slice(payload);
        Ok(self.stream.write_all(&self.said).await?)
    }

    /// Waits for the next text. A closed socket is an error, [`Closed`] if the server said why.
    pub(super) async fn hear(&mut self) -> Result<Heard> {
        loop {
            let Some((kind, payload)) = frame(&self.buffer[self.heard..]) else {
                self.read().await?;
                continue;
            };
            let payload = self.heard + payload.start..self.heard + payload.end;
            self.heard = payload.end;
            let payload = &self.buffer[payload];
            match kind {
                TEXT => return Ok(serde_json::from_slice(payload)?),
                CLOSE => match payload.first_chunk() {
                    Some(code) => bail!(Closed(u16::from_be_bytes(*code))),
                    None => bail!("the server closed a socket"),
                },
                PING => {
                    let payload = payload.to_vec();
                    self.send(PONG, &payload).await?;
                }
                PONG => {}
                other => bail!("a frame of kind {other}"),
            }
        }
    }

    /// Reads on.
    async fn read(&mut self) -> Result<()> {
        self.buffer.drain(..self.heard);
        self.heard = 0;
        self.buffer.reserve(ROOM);
        let read = self.stream.read_buf(&mut self.buffer).await;
        let read = read.context("the server ended a connection")?;
        ensure!(read > 0, "the server ended a connection");
        Ok(())
    }
}

/// The first frame of these bytes, once all of it is there: its kind, and where its payload is. The server sends each
/// message in one frame, without a mask.
fn frame(bytes: &[u8]) -> Option<(u8, Range<usize>)> {
    let [kind, length, rest @ ..] = bytes else {
        return None;
    };
    let (begin, length) = match length {
        &IN_TWO_BYTES => (4, u64::from(u16::from_be_bytes(*rest.first_chunk()?))),
        127 => (10, u64::from_be_bytes(*rest.first_chunk()?)),
        length => (2, u64::from(*length)),
    };
    let end = begin + usize::try_from(length).ok()?;
    (bytes.len() >= end).then_some((kind & 0x0f, begin..end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_heard_once_all_of_it_is_there() {
        for length in [0, 1, 125, 126, 300, 70_000] {
            let mut bytes = vec![0x80 | TEXT];
            match length {
                0..126 => bytes.push(length as u8),
                126..0x1_0000 => {
                    bytes.push(126);
                    bytes.extend((length as u16).to_be_bytes());
                }
                _ => {
                    bytes.push(127);
                    bytes.extend((length as u64).to_be_bytes());
                }
            }
            let begin = bytes.len();
            bytes.resize(begin + length, b'a');
            assert_eq!(frame(&bytes[..begin - 1]), None, "{length}");
            if length > 0 {
                assert_eq!(frame(&bytes[..begin + length - 1]), None, "{length}");
            }
            bytes.extend([0x80 | PING, 0]);
            assert_eq!(frame(&bytes), Some((TEXT, begin..begin + length)));
            assert_eq!(frame(&bytes[begin + length..]), Some((PING, 2..2)));
        }
    }
}
