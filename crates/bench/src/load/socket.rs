//! A WebSocket of a player, with as little around it as the protocol allows.
//!
//! ```text
//!     81 fe 00 7e  mask  text     from the client: masked, its length in 7 or 16 bits
//!     81 7e 00 9c        text     from the server: not masked
//! ```

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::http::Http;

const TEXT: u8 = 1;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;

/// Set in the second byte where a mask follows.
const MASKED: u8 = 0x80;

/// Stands for a length in the two bytes that follow.
const LONG: u8 = 126;

/// Any mask is as good as another between a program and itself.
const MASK: [u8; 4] = [0x51, 0x75, 0x69, 0x6e];

/// An open socket.
pub(super) struct Socket {
    stream: TcpStream,
    /// What has arrived, from `read` on not looked at yet.
    buffer: Vec<u8>,
    read: usize,
}

/// What the server says, as far as a player cares.
#[derive(Deserialize)]
pub(super) struct Heard {
    pub(super) id: Option<u64>,
    pub(super) done: Option<Numbered>,
    pub(super) event: Option<Numbered>,
    pub(super) problem: Option<Problem>,
}

/// A deed that has been done.
#[derive(Deserialize)]
pub(super) struct Numbered {
    pub(super) ply: u32,
}

/// Why a deed was not done.
#[derive(Deserialize)]
pub(super) struct Problem {
    pub(super) detail: String,
}

/// The server has closed the socket, with this number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the server closed a socket ({0})")]
pub(super) struct Closed(pub(super) u16);

impl Socket {
    /// Watches a game, for the seat with a token, and waits until the server has said how it stands.
    pub(super) async fn open(port: u16, game: &str, token: &str) -> Result<Self> {
        let mut http = Http::connect(port).await?;
        let request = format!(
            "GET /api/v1/games/{game}/socket HTTP/1.1\r\nHost: localhost\r\n\
             Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: UXVpbnRldCBpcyA1IGdhbQ==\r\n\r\n"
        );
        let (status, answer) = http.send(request.as_bytes()).await?;
        ensure!(
            status == 101,
            "no socket: {status} {}",
            String::from_utf8_lossy(answer)
        );
        let mut socket = Socket {
            stream: http.into_stream(),
            buffer: Vec::new(),
            read: 0,
        };
        let watch = format!(r#"{{"watch":{{"since":0,"token":"{token}"}}}}"#);
        socket.say(&watch).await?;
        // Whatever it is, it is the first word about the game.
        socket.hear().await?;
        Ok(socket)
    }

    /// Sends a text.
    pub(super) async fn say(&mut self, text: &str) -> Result<()> {
        self.send(TEXT, text.as_bytes()).await
    }

    async fn send(&mut self, kind: u8, payload: &[u8]) -> Result<()> {
        let mut frame = vec![0x80 | kind];
        match u16::try_from(payload.len()).context("a long message")? {
            length if length < LONG.into() => frame.push(MASKED | length as u8),
            length => {
                frame.push(MASKED | LONG);
                frame.extend(length.to_be_bytes());
            }
        }
        frame.extend(MASK);
        frame.extend(payload.iter().zip(MASK.iter().cycle()).map(|(a, b)| a ^ b));
        Ok(self.stream.write_all(&frame).await?)
    }

    /// Waits for the next text. A closed socket is an error, [`Closed`] if the server said why.
    pub(super) async fn hear(&mut self) -> Result<Heard> {
        loop {
            let Some((kind, start, end)) = frame(&self.buffer[self.read..])? else {
                self.buffer.drain(..self.read);
                self.read = 0;
                let read = self.stream.read_buf(&mut self.buffer).await?;
                ensure!(read > 0, "the server ended a connection");
                continue;
            };
            let (start, end) = (self.read + start, self.read + end);
            self.read = end;
            match kind {
                TEXT => return Ok(serde_json::from_slice(&self.buffer[start..end])?),
                PING => {
                    let payload = self.buffer[start..end].to_vec();
                    self.send(PONG, &payload).await?;
                }
                CLOSE => {
                    let code = self.buffer[start..end].first_chunk();
                    bail!(Closed(code.map_or(1005, |code| u16::from_be_bytes(*code))));
                }
                _ => bail!("a frame of kind {kind}"),
            }
        }
    }
}

/// The kind of the first frame and where its payload is, once all of it is there.
fn frame(bytes: &[u8]) -> Result<Option<(u8, usize, usize)>> {
    let Some([first, second]) = bytes.first_chunk() else {
        return Ok(None);
    };
    ensure!(
        first & 0x80 != 0 && *second <= LONG,
        "a frame in parts, masked or huge"
    );
    let (start, length) = match (*second, bytes.get(2..4)) {
        (LONG, Some(length)) => (4, usize::from(u16::from_be_bytes([length[0], length[1]]))),
        (LONG, None) => return Ok(None),
        (length, _) => (2, usize::from(length)),
    };
    let end = start + length;
    Ok((bytes.len() >= end).then_some((first & 15, start, end)))
}
