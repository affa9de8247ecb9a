//! The frames of a socket, made by hand: what RFC 6455 allows is understood, and what it forbids closes the
//! connection with the code that it names.

use std::net::SocketAddr;
use std::time::Duration;

use quintet_server::serve;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

use crate::people::{House, unlimited};

const TEXT: u8 = 1;
const BINARY: u8 = 2;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;
/// The bit of the last frame of a message.
const LAST: u8 = 0x80;

/// The longest message that a socket takes.
const LONGEST: usize = 4096;

/// How long an answer may take before it is taken never to come.
const PATIENCE: Duration = Duration::from_mins(1);

/// An action that only a player may do. A spectator is refused with the same `id`, so it serves as an echo.
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

/// A message cut into pieces of so many bytes, some of them within a letter.
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

/// What a client hears in answer.
#[derive(Debug, PartialEq)]
enum Heard {
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
    /// Opens a socket and watches a game.
    async fn watch(address: SocketAddr, id: &str) -> Self {
        let mut stream = TcpStream::connect(address).await.expect("a connection");
        let head = format!(
            "GET /api/v1/games/{id}/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n\
             Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.expect("sent");
        let mut answer = Vec::new();
        while !answer.ends_with(b"\r\n\r\n") {
            answer.push(stream.read_u8().await.expect("an answer"));
        }
        let answer = String::from_utf8(answer).expect("text");
        assert!(answer.starts_with("HTTP/1.1 101 "), "{answer}");
        assert!(answer.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), "{answer}");
        let mut client = Client(stream);
        client.say(&[frame(TEXT | LAST, br#"{"watch": {}}"#)]).await;
        let (first, state) = client.read().await.expect("the game");
        assert_eq!(first, TEXT | LAST);
        assert!(state.starts_with(br#"{"state":"#));
        client
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

    /// Everything that is heard up to the end, or up to the first answer.
    async fn hear(&mut self) -> Vec<Heard> {
        let mut heard = Vec::new();
        loop {
            let next = match self.read().await {
                None => Heard::End,
                Some((first, payload)) if first == CLOSE | LAST => {
                    let code = payload.first_chunk().copied().map(u16::from_be_bytes);
                    // A client that is closed answers, so that the server need not wait.
                    self.say(&[frame(first, &payload)]).await;
                    Heard::Close(code)
                }
                Some((first, payload)) if first == PONG | LAST => Heard::Pong(payload),
                Some((first, payload)) => {
                    assert_eq!(first, TEXT | LAST, "{payload:?}");
                    let message: Value = serde_json::from_slice(&payload).expect("a document");
                    assert_eq!(message["id"], 7, "{message}");
                    assert_eq!(message["problem"]["type"], "/problems/no-seat");
                    Heard::Answer
                }
            };
            let is_last = matches!(next, Heard::Answer | Heard::End);
            heard.push(next);
            if is_last {
                return heard;
            }
        }
    }
}

/// Checks what is heard after each list of frames, each on a connection of its own.
async fn check(cases: Vec<(String, Vec<Vec<u8>>, Vec<Heard>)>) {
    let mut settings = unlimited();
    settings.limits.sockets_a_client = 0;
    settings.limits.messages_in_10_seconds = 0;
    let house = House::with(settings);
    let (_, _, id) = house.two_players().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let serving = tokio::spawn(serve(house.app(), listener, std::future::pending()));
    for (name, frames, wanted) in cases {
        let mut client = Client::watch(address, &id).await;
        client.say(&frames).await;
        let heard = timeout(PATIENCE, client.hear()).await;
        let heard = heard.unwrap_or_else(|_| panic!("{name}: no answer comes"));
        assert_eq!(heard, wanted, "{name}");
    }
    serving.abort();
}

fn answered() -> Vec<Heard> {
    vec![Heard::Answer]
}

fn closed(code: u16) -> Vec<Heard> {
    vec![Heard::Close(Some(code)), Heard::End]
}

#[tokio::test]
async fn a_message_in_any_number_of_frames_is_one_message() {
    let said = SAID.as_bytes();
    let mut cases = vec![(
        "whole".to_owned(),
        vec![frame(TEXT | LAST, said)],
        answered(),
    )];
    for size in 1..=said.len() {
        cases.push((format!("in pieces of {size}"), cut(said, size), answered()));
    }
    let (one, two) = said.split_at(20);
    let empty: &[u8] = b"";
    let with_empty = fragments(TEXT, &[empty, one, empty, empty, two, empty]);
    cases.push(("with empty frames".to_owned(), with_empty, answered()));
    for length in [125, 126, 127, 128, LONGEST] {
        let whole = vec![frame(TEXT | LAST, &padded(length))];
        cases.push((format!("of {length} bytes"), whole, answered()));
        let pieces = cut(&padded(length), 100);
        cases.push((format!("of {length} bytes in pieces"), pieces, answered()));
    }
    let ping = frame(PING | LAST, b"between");
    let mut between = cut(said, 30);
    between.insert(1, ping.clone());
    let heard = vec![Heard::Pong(b"between".to_vec()), Heard::Answer];
    cases.push(("a ping between frames".to_owned(), between, heard));
    let mut between = cut(said, 30);
    between.insert(1, frame(PONG | LAST, b"unasked"));
    cases.push(("a pong between frames".to_owned(), between, answered()));
    check(cases).await;
}

#[tokio::test]
async fn a_ping_is_answered_with_what_it_carries() {
    let said = frame(TEXT | LAST, SAID.as_bytes());
    let mut cases = Vec::new();
    for payload in [&b""[..], b"Hello", &[0, 0xff, 0xfe, 0x80], &[7; 125]] {
        let frames = vec![frame(PING | LAST, payload), said.clone()];
        let heard = vec![Heard::Pong(payload.to_vec()), Heard::Answer];
        cases.push((format!("a ping of {} bytes", payload.len()), frames, heard));
    }
    let unasked = vec![frame(PONG | LAST, b"unasked"), said.clone()];
    cases.push((
        "a pong that nobody asked for".to_owned(),
        unasked,
        answered(),
    ));
    let long = vec![frame(PING | LAST, &[7; 126]), said.clone()];
    cases.push(("a ping that is too long".to_owned(), long, closed(1002)));
    let cut = vec![frame(PING, b"He"), frame(LAST, b"llo"), said];
    cases.push(("a ping in pieces".to_owned(), cut, closed(1002)));
    check(cases).await;
}

#[tokio::test]
async fn what_is_no_message_closes_with_the_code_that_says_why() {
    let said = SAID.as_bytes();
    let mut cases = Vec::new();
    let mut case = |name: String, frames: Vec<Vec<u8>>, code| {
        cases.push((name, frames, closed(code)));
    };
    for bits in [0x10, 0x20, 0x40, 0x70] {
        for kind in [TEXT, PING, CLOSE] {
            let name = format!("kind {kind} with reserved bits {bits:x}");
            case(name, vec![frame(kind | LAST | bits, b"")], 1002);
        }
    }
    for kind in (3..8).chain(11..16) {
        case(
            format!("reserved kind {kind}"),
            vec![frame(kind | LAST, b"")],
            1002,
        );
    }
    case(
        "a continuation of nothing".to_owned(),
        vec![frame(LAST, said)],
        1002,
    );
    case(
        "an unfinished continuation of nothing".to_owned(),
        vec![frame(0, said)],
        1002,
    );
    let twice = vec![frame(TEXT, said), frame(TEXT | LAST, said)];
    case("a message within a message".to_owned(), twice, 1002);
    let unmasked = [&[TEXT | LAST, said.len() as u8][..], said].concat();
    case("no mask".to_owned(), vec![unmasked], 1002);
    case("bytes".to_owned(), vec![frame(BINARY | LAST, said)], 1003);
    case(
        "bytes in pieces".to_owned(),
        fragments(BINARY, &[said, said]),
        1003,
    );
    for (name, text) in [
        ("a byte that is in no letter", &b"{\"id\": \"\xff\"}"[..]),
        ("a letter that is not finished", b"\"\xe2\x82\""),
        (
            "a letter that is not finished at the end",
            b"\"\xf0\x9f\x98",
        ),
        ("half of a pair", b"\"\xed\xa0\x80\""),
        ("a letter that is too long", b"\"\xc0\xaf\""),
        ("a letter beyond the last", b"\"\xf4\x90\x80\x80\""),
    ] {
        case(name.to_owned(), vec![frame(TEXT | LAST, text)], 1007);
        case(format!("{name}, in pieces"), cut(text, 1), 1007);
    }
    let large = padded(LONGEST + 1);
    case(
        "too large".to_owned(),
        vec![frame(TEXT | LAST, &large)],
        1009,
    );
    case("too large in pieces".to_owned(), cut(&large, 1000), 1009);
    let huge = [
        &[TEXT | LAST, 0xff][..],
        &(1u64 << 62).to_be_bytes(),
        &[0; 4],
    ]
    .concat();
    case("a length beyond all memory".to_owned(), vec![huge], 1009);
    check(cases).await;
}

#[tokio::test]
async fn a_close_of_the_client_is_answered_with_its_code() {
    let said = frame(TEXT | LAST, SAID.as_bytes());
    let mut cases = Vec::new();
    let good = [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011];
    for code in good.into_iter().chain([3000, 3999, 4000, 4999]) {
        for reason in ["", "bye", &"ä".repeat(61)] {
            let frames = vec![close(code, reason), said.clone()];
            cases.push((format!("{code} {reason}"), frames, closed(code)));
        }
    }
    for code in [
        0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535,
    ] {
        cases.push((format!("{code}"), vec![close(code, "")], closed(1002)));
    }
    let silent = vec![Heard::Close(None), Heard::End];
    cases.push(("no code".to_owned(), vec![frame(CLOSE | LAST, b"")], silent));
    let half = vec![frame(CLOSE | LAST, &[3])];
    cases.push(("half a code".to_owned(), half, closed(1002)));
    let long = vec![close(1000, &"x".repeat(124))];
    cases.push(("a long reason".to_owned(), long, closed(1002)));
    let broken = frame(CLOSE | LAST, b"\x03\xe8\xff\xff");
    cases.push((
        "a reason that is not UTF-8".to_owned(),
        vec![broken],
        closed(1007),
    ));
    let cut = vec![frame(CLOSE, b"\x03\xe8")];
    cases.push(("a close in pieces".to_owned(), cut, closed(1002)));
    check(cases).await;
}
