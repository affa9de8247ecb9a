//! Replays every example in `docs/protocol.md`, in order.

#[path = "../common/mod.rs"]
mod common;

mod page;

use std::path::Path;

use axum::body::Body;
use axum::http::{HeaderName, Method};
use quintet_games::{Catalogue, escape_up_to};
use quintet_testkit::socket::Message as Frame;

use common::Server;
use common::description::{DESCRIPTION, fields, fits};
use common::pattern::{self, Bindings};
use common::socket::Socket;
use page::{Example, Message};

/// The page shows the standard games.
const CATALOGUE: Catalogue = Catalogue::STANDARD;

fn examples() -> Vec<Example> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol.md");
    page::examples(&std::fs::read_to_string(path).expect("the page exists"))
}

#[tokio::test]
async fn every_example_in_the_protocol_matches_the_server() {
    let server = Server::new();
    let mut bindings = Bindings::default();
    let mut errors = Vec::new();
    for example in examples() {
        let replayed = match &example.response {
            Some(shown) => ask(&server, &example.request, shown, &mut bindings).await,
            None => converse(&server, &example.request, &mut bindings).await,
        };
        if let Err(error) = replayed {
            errors.push(format!("line {}: {error}", example.line));
        }
    }
    let errors = errors.join("\n\n");
    assert!(errors.is_empty(), "docs/protocol.md\n{errors}");
}

#[test]
fn every_operation_has_an_example() {
    let examples = examples();
    for (path, methods) in fields(&DESCRIPTION["paths"]) {
        for (method, _) in fields(methods) {
            let is_example = |example: &Example| {
                let (shown, target) = example
                    .request
                    .first_line
                    .split_once(' ')
                    .expect("a target");
                shown.eq_ignore_ascii_case(method) && fits(target, path)
            };
            let is_shown = examples.iter().any(is_example);
            assert!(is_shown, "no example of {method} {path}");
        }
    }
}

/// Sends a request, and compares the response with the one shown.
async fn ask(
    server: &Server,
    request: &Message,
    shown: &Message,
    bindings: &mut Bindings,
) -> Result<(), String> {
    let line = bindings.fill(&request.first_line);
    let (method, path) = line.split_once(' ').expect("a method and a path");
    let method: Method = method.parse().expect("a method");
    let mut client = server.client();
    for (name, value) in &request.headers {
        let name: HeaderName = name.parse().expect("a header");
        client = client.with(name, &bindings.fill(value));
    }
    let body = Body::from(bindings.fill_json(&request.body));
    let response = client.send(method, path, body).await;
    let status = shown.first_line.split(' ').nth(1).expect("a status");
    let wanted = (status, &shown.headers[..], &shown.body[..]);
    let matched = bindings.match_response(wanted, &response);
    matched.map_err(|error| {
        let (status, text) = (response.status, escape_up_to(1000, &response.text));
        format!("{error}\nthe server answers {status}: {text}")
    })
}

/// Holds a conversation over a socket, in the order of its lines.
async fn converse(
    server: &Server,
    request: &Message,
    bindings: &mut Bindings,
) -> Result<(), String> {
    let address = server.listen().await;
    let line = bindings.fill(&request.first_line);
    let path = line.strip_prefix("GET ").expect("a GET request");
    let mut socket = Socket::at(address, path).await;
    for line in request.body.lines() {
        match line.split_at_checked(2) {
            Some(("> ", text)) => socket.send(Frame::text(bindings.fill_json(text))).await,
            Some(("< ", shown)) => {
                let found = socket.hear().await;
                let matched = bindings.match_json(&pattern::read(shown)?, &found);
                matched.map_err(|error| format!("{error}\nthe server sends {found}"))?;
            }
            _ => return Err(format!("neither a client nor a server sends {line:?}")),
        }
    }
    Ok(())
}
