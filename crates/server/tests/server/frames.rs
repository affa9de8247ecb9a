//! The frames of a socket, byte by byte: the server accepts all that RFC 6455 allows, and closes the connection
//! with the code that it names after any other.

use std::net::SocketAddr;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::common::Server;
use crate::common::socket::{PATIENCE, upgrade};

const TEXT: u8 = 1;
const BINARY: u8 = 2;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;
/// The bit of the last frame of a message.
const LAST: u8 = 0x80;

/// The longest message that a socket accepts.
const LONGEST: usize = 4096;

/// An action that only a player may take. A spectator is refused with the same `id`, so it serves as an echo.
const SAID: &str = r#"{"id": 7, "ply": 0, "action": "move", "move": "ä€😀"}"#;

/// A frame as a client sends it: the first byte, and the payload under a mask.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    const MASK: [u8; 4] = [0x12, 0xa5, 0x00, 0xff];
    let mut bytes = vec![first];
    match u16::try_from(payload.len()) {
        Ok(short @ ..=125) => bytes.push(0x80 | short as u8),
        Ok(length) => {
            bytes.push(0xfe);
            bytes.extend(length.to_be_bytes());
        }
        Err(_) => {
            bytes.push(0xff);
            bytes.extend((payload.len() as u64).to_be_bytes());
        }
    }
    bytes.extend(MASK);
    let masked = payload.iter().zip(MASK.iter().cycle());
    bytes.extend(masked.map(|(byte, mask)| byte ^ mask));
    bytes
}

/// A message in several frames.
fn fragments(kind: u8, pieces: &[&[u8]]) -> Vec<Vec<u8>> {
    let last = pieces.len() - 1;
    let piece = |(n, piece): (usize, &&[u8])| {
        let kind = if n == 0 { kind } else { 0 };
        frame(if n == last { kind | LAST } else { kind }, piece)
    };
    pieces.iter().enumerate().map(piece).collect()
}

/// A message cut into pieces of `size` bytes, some of them within a character.
fn cut(text: &[u8], size: usize) -> Vec<Vec<u8>> {
    let pieces: Vec<_> = text.chunks(size).collect();
    fragments(TEXT, &pieces)
}

fn close(code: u16, reason: &str) -> Vec<u8> {
    let payload = [&code.to_be_bytes(), reason.as_bytes()].concat();
    frame(CLOSE | LAST, &payload)
}

/// [`SAID`] with spaces up to a length.
fn padded(length: usize) -> Vec<u8> {
    let mut text = SAID.as_bytes().to_vec();
    text.resize(length, b' ');
    text
}

/// A message to the client, or the end.
#[derive(Clone, Debug, PartialEq)]
enum Received {
    /// The answer to [`SAID`].
    Answer,
    /// A pong with this payload.
    Pong(Vec<u8>),
    /// A close with this code.
    Close(Option<u16>),
    /// The end of the connection.
    End,
}

/// A client that makes its frames by hand.
struct Client(TcpStream);

impl Client {
    async fn open(address: SocketAddr, id: &str) -> Self {
        let (stream, answer) = upgrade(address, id).await;
        assert_eq!(answer.status, 101, "{}", answer.head);
        let accepted = answer.header("sec-websocket-accept");
        assert_eq!(accepted, Some("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="));
        Client(stream)
    }

    async fn watch(&mut self) {
        self.say(&[frame(TEXT | LAST, br#"{"watch": {}}"#)]).await;
        let (first, state) = self.read().await.expect("the game");
        assert_eq!(first, TEXT | LAST);
        assert!(state.starts_with(br#"{"state":"#));
    }

    async fn say(&mut self, frames: &[Vec<u8>]) {
        // The server may have closed the connection before the last one.
        let _ = self.0.write_all(&frames.concat()).await;
    }

    /// The first byte and the payload of the next frame; `None` at the end of the connection.
    async fn read(&mut self) -> Option<(u8, Vec<u8>)> {
        let first = self.0.read_u8().await.ok()?;
        let length = match self.0.read_u8().await.ok()? {
            126 => self.0.read_u16().await.ok()?.into(),
            127 => self.0.read_u64().await.ok()?,
            // The bit of a mask would be here: a server sends none.
            short => {
                assert!(short < 126, "a server does not mask");
                short.into()
            }
        };
        let length = usize::try_from(length).expect("a frame that fits into memory");
        let mut payload = vec![0; length];
        self.0.read_exact(&mut payload).await.ok()?;
        Some((first, payload))
    }

    /// Everything up to the end of the connection, or up to the first answer.
    async fn hear(&mut self) -> Vec<Received> {
        let mut heard = Vec::new();
        loop {
            let next = match self.read().await {
                None => Received::End,
                Some((first, payload)) if first == CLOSE | LAST => {
                    let code = payload.first_chunk().copied().map(u16::from_be_bytes);
                    // A client that is closed answers, so that the server need not wait.
                    self.say(&[frame(first, &payload)]).await;
                    Received::Close(code)
                }
                Some((first, payload)) if first == PONG | LAST => Received::Pong(payload),
                Some((first, payload)) => {
                    assert_eq!(first, TEXT | LAST, "{payload:?}");
                    let message: Value = serde_json::from_slice(&payload).expect("a document");
                    assert_eq!(message["id"], 7, "{message}");
                    assert_eq!(message["problem"]["type"], "/problems/no-seat");
                    Received::Answer
                }
            };
            let is_last = matches!(next, Received::Answer | Received::End);
            heard.push(next);
            if is_last {
                return heard;
            }
        }
    }
}

/// Lists of frames, each for a connection of its own, with the expected messages.
#[derive(Default)]
struct Cases(Vec<(String, Vec<Vec<u8>>, Vec<Received>)>);

impl Cases {
    fn add(&mut self, name: impl Into<String>, frames: Vec<Vec<u8>>, heard: &[Received]) {
        self.0.push((name.into(), frames, heard.to_vec()));
    }

    fn answers(&mut self, name: impl Into<String>, frames: Vec<Vec<u8>>) {
        self.add(name, frames, &[Received::Answer]);
    }

    fn closes(&mut self, code: u16, name: impl Into<String>, frames: Vec<Vec<u8>>) {
        self.add(name, frames, &[Received::Close(Some(code)), Received::End]);
    }

    async fn check(self) {
        let server = Server::limited(|limits| {
            limits.sockets_per_client = 0;
            limits.messages_per_10_seconds = 0;
        });
        let (_, id) = server.open().await;
        let address = server.listen().await;
        for (name, frames, wanted) in self.0 {
            for watches in [true, false] {
                let mut client = Client::open(address, &id).await;
                if watches {
                    client.watch().await;
                } else if wanted.contains(&Received::Answer) {
                    continue;
                }
                client.say(&frames).await;
                let heard = timeout(PATIENCE, client.hear()).await;
                let heard = heard.unwrap_or_else(|_| panic!("{name}: no answer"));
                assert_eq!(heard, wanted, "{name}, watching: {watches}");
            }
        }
    }
}

#[tokio::test]
async fn a_message_in_any_number_of_frames_is_one_message() {
    let said = SAID.as_bytes();
    let mut cases = Cases::default();
    cases.answers("whole", vec![frame(TEXT | LAST, said)]);
    for size in 1..=said.len() {
        cases.answers(format!("in pieces of {size}"), cut(said, size));
    }
    let (one, two) = said.split_at(20);
    let empty: &[u8] = b"";
    let with_empty = fragments(TEXT, &[empty, one, empty, empty, two, empty]);
    cases.answers("with empty frames", with_empty);
    for length in [125, 126, 127, 128, LONGEST] {
        let message = padded(length);
        cases.answers(
            format!("{length} bytes"),
            vec![frame(TEXT | LAST, &message)],
        );
        cases.answers(format!("{length} bytes in pieces"), cut(&message, 100));
    }
    let mut between = cut(said, 30);
    between.insert(1, frame(PONG | LAST, b"unasked"));
    cases.answers("a pong between frames", between.clone());
    between[1] = frame(PING | LAST, b"between");
    let heard = [Received::Pong(b"between".to_vec()), Received::Answer];
    cases.add("a ping between frames", between, &heard);
    cases.check().await;
}

#[tokio::test]
async fn a_ping_is_answered_with_its_payload() {
    let said = frame(TEXT | LAST, SAID.as_bytes());
    let mut cases = Cases::default();
    for payload in [&b""[..], b"Hello", &[0, 0xff, 0xfe, 0x80], &[7; 125]] {
        let frames = vec![frame(PING | LAST, payload), said.clone()];
        let heard = [Received::Pong(payload.to_vec()), Received::Answer];
        cases.add(format!("a ping of {} bytes", payload.len()), frames, &heard);
    }
    let unasked = frame(PONG | LAST, b"unasked");
    cases.answers("an unsolicited pong", vec![unasked, said.clone()]);
    let long = frame(PING | LAST, &[7; 126]);
    cases.closes(1002, "a ping that is too long", vec![long, said.clone()]);
    let pieces = vec![frame(PING, b"He"), frame(LAST, b"llo"), said];
    cases.closes(1002, "a ping in pieces", pieces);
    cases.check().await;
}

#[tokio::test]
async fn bytes_that_are_not_a_message_close_with_the_code_that_says_why() {
    let said = SAID.as_bytes();
    let mut cases = Cases::default();
    for bits in [0x10, 0x20, 0x40, 0x70] {
        for kind in [TEXT, PING, CLOSE] {
            let name = format!("kind {kind} with reserved bits {bits:x}");
            cases.closes(1002, name, vec![frame(kind | LAST | bits, b"")]);
        }
    }
    for kind in (3..8).chain(11..16) {
        let frames = vec![frame(kind | LAST, b"")];
        cases.closes(1002, format!("reserved kind {kind}"), frames);
    }
    for first in [LAST, 0] {
        let frames = vec![frame(first, said)];
        cases.closes(1002, format!("continuation {first} of nothing"), frames);
    }
    let twice = vec![frame(TEXT, said), frame(TEXT | LAST, said)];
    cases.closes(1002, "a message within a message", twice);
    let unmasked = [&[TEXT | LAST, said.len() as u8][..], said].concat();
    cases.closes(1002, "no mask", vec![unmasked]);
    let request = b"GET / HTTP/1.1\r\n\r\n".to_vec();
    cases.closes(1002, "a request", vec![request]);
    cases.closes(1003, "bytes", vec![frame(BINARY | LAST, said)]);
    cases.closes(1003, "bytes in pieces", fragments(BINARY, &[said, said]));
    for (name, text) in [
        ("a byte of no character", &b"{\"id\": \"\xff\"}"[..]),
        ("an unfinished character", b"\"\xe2\x82\""),
        ("an unfinished character at the end", b"\"\xf0\x9f\x98"),
        ("half of a surrogate pair", b"\"\xed\xa0\x80\""),
        ("an overlong character", b"\"\xc0\xaf\""),
        ("a character beyond the last", b"\"\xf4\x90\x80\x80\""),
    ] {
        cases.closes(1007, name, vec![frame(TEXT | LAST, text)]);
        cases.closes(1007, format!("{name}, in pieces"), cut(text, 1));
    }
    let large = padded(LONGEST + 1);
    cases.closes(1009, "too large", vec![frame(TEXT | LAST, &large)]);
    cases.closes(1009, "too large in pieces", cut(&large, 1000));
    let length = (1u64 << 62).to_be_bytes();
    let huge = [&[TEXT | LAST, 0xff][..], &length, &[0; 4]].concat();
    cases.closes(1009, "a length beyond all memory", vec![huge]);
    let deep = frame(TEXT | LAST, &b"[".repeat(4000));
    cases.closes(1008, "a document that is nested too deeply", vec![deep]);
    cases.check().await;
}

#[tokio::test]
async fn a_close_of_the_client_is_answered_with_its_code() {
    let said = frame(TEXT | LAST, SAID.as_bytes());
    let mut cases = Cases::default();
    let good = [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011];
    for code in good.into_iter().chain([3000, 3999, 4000, 4999]) {
        for reason in ["", "bye", &"ä".repeat(61)] {
            let frames = vec![close(code, reason), said.clone()];
            cases.closes(code, format!("{code} {reason}"), frames);
        }
    }
    for code in [
        0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535,
    ] {
        cases.closes(1002, format!("{code}"), vec![close(code, "")]);
    }
    let silent = [Received::Close(None), Received::End];
    cases.add("no code", vec![frame(CLOSE | LAST, b"")], &silent);
    cases.closes(1002, "half a code", vec![frame(CLOSE | LAST, &[3])]);
    cases.closes(1002, "a long reason", vec![close(1000, &"x".repeat(124))]);
    cases.closes(1002, "in pieces", vec![frame(CLOSE, b"\x03\xe8")]);
    let broken = frame(CLOSE | LAST, b"\x03\xe8\xff\xff");
    cases.closes(1007, "a reason that is not UTF-8", vec![broken]);
    cases.check().await;
}
