//! Requests over a connection that stays open, written and read by hand: the client must not cost
//! more than the server that it measures.

use std::io::ErrorKind;
use std::net::Ipv4Addr;

use anyhow::{Context, Result, bail, ensure};
use serde::de::DeserializeOwned;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// Bytes that an answer may have.
const MOST: usize = 1 << 20;

/// A connection for requests, one after the other.
pub(super) struct Http {
    stream: TcpStream,
    buffer: Vec<u8>,
}

/// The bytes of a request with a JSON body; of one without, if the body is empty.
pub(super) fn request(method: &str, path: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}

/// Connects to a port of this machine.
pub(super) async fn connect(port: u16) -> Result<TcpStream> {
    let stream = TcpStream::connect(("127.0.0.1", port)).await?;
    // A move is a few bytes, and the opponent waits for them.
    stream.set_nodelay(true)?;
    Ok(stream)
}

impl Http {
    /// Connects to a port of this machine.
    pub(super) async fn connect(port: u16) -> Result<Self> {
        Ok(Http {
            stream: connect(port).await?,
            buffer: Vec::new(),
        })
    }

    /// Connects to a port of this machine, from one of its own addresses.
    pub(super) async fn connect_from(address: Ipv4Addr, port: u16) -> Result<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.bind((address, 0).into())?;
        Ok(Http {
            stream: socket.connect((Ipv4Addr::LOCALHOST, port).into()).await?,
            buffer: Vec::new(),
        })
    }

    /// Sends a request and reads the answer: the status and the body. A connection that the server has closed because
    /// nothing was asked for a while is made again.
    pub(super) async fn send(&mut self, request: &[u8]) -> Result<(u16, &[u8])> {
        if self.is_closed() {
            let (from, to) = (self.stream.local_addr()?, self.stream.peer_addr()?);
            let socket = TcpSocket::new_v4()?;
            socket.bind((from.ip(), 0).into())?;
            self.stream = socket.connect(to).await?;
            self.stream.set_nodelay(true)?;
        }
        self.stream.write_all(request).await?;
        self.buffer.clear();
        let mut wanted = None;
        loop {
            if wanted.is_none() {
                wanted = head(&self.buffer)?;
            }
            match wanted {
                Some(Head { status, body, end }) if self.buffer.len() >= end => {
                    return Ok((status, &self.buffer[body..end]));
                }
                _ => ensure!(self.buffer.len() < MOST, "an answer is too long"),
            }
            let read = self.stream.read_buf(&mut self.buffer).await?;
            ensure!(read > 0, "the server ended a connection");
        }
    }

    /// Whether the server has closed the connection. It says nothing unasked.
    fn is_closed(&self) -> bool {
        !matches!(self.stream.try_read(&mut [0]), Err(fault) if fault.kind() == ErrorKind::WouldBlock)
    }

    /// Posts JSON and reads JSON; anything but success is an error.
    pub(super) async fn post<T: DeserializeOwned>(&mut self, path: &str, body: &str) -> Result<T> {
        let (status, answer) = self.send(&request("POST", path, body)).await?;
        if !(200..300).contains(&status) {
            bail!("{path}: {status} {}", String::from_utf8_lossy(answer));
        }
        serde_json::from_slice(answer).with_context(|| format!("{path}: no JSON"))
    }
}

/// Where the parts of an answer are.
#[derive(Clone, Copy)]
pub(super) struct Head {
    pub(super) status: u16,
    pub(super) body: usize,
    end: usize,
}

/// The head of an answer, once it is there.
pub(super) fn head(bytes: &[u8]) -> Result<Option<Head>> {
    let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else {
        return Ok(None);
    };
    let text = std::str::from_utf8(&bytes[..end]).context("a head that is no text")?;
    let mut lines = text.split("\r\n");
    let status = lines.next().and_then(|line| line.split(' ').nth(1));
    let status = status.and_then(|status| status.parse().ok());
    let length = lines
        .filter_map(|line| line.split_once(':'))
        .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        .and_then(|(_, length)| length.trim().parse::<usize>().ok());
    let body = end + 4;
    Ok(Some(Head {
        status: status.context("an answer without a status")?,
        body,
        end: body + length.unwrap_or(0),
    }))
}
