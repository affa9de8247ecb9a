//! What the server tells programs, asked without a browser.

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::Value;

/// The body of the answer to a request, which must be a good one.
#[track_caller]
fn ask(port: u16, method: &str, path: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("the server listens");
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .expect("the server reads");
    let mut answer = String::new();
    stream
        .read_to_string(&mut answer)
        .expect("the server answers in UTF-8");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
    assert!(head.starts_with("HTTP/1.1 2"), "{method} {path}: {answer}");
    body.to_owned()
}

/// What is at a path, as text.
#[track_caller]
pub(crate) fn text(port: u16, path: &str) -> String {
    ask(port, "GET", path, "")
}

/// What is at a path.
#[track_caller]
pub(crate) fn get(port: u16, path: &str) -> Value {
    serde_json::from_str(&text(port, path)).expect("an answer in JSON")
}

/// The answer to a question.
#[track_caller]
pub(crate) fn post(port: u16, path: &str, question: &Value) -> Value {
    let answer = ask(port, "POST", path, &question.to_string());
    serde_json::from_str(&answer).expect("an answer in JSON")
}
