//! The page for programs: every example in `docs/protocol.md` is replayed, in order.

#[path = "../common/mod.rs"]
mod common;

mod page;
mod pattern;
mod socket;

use std::collections::BTreeSet;
use std::path::Path;

use axum::body::Body;
use axum::http::{HeaderName, Method};
use quintet_catalogue::catalogue as games;
use quintet_games::shown_up_to;
use quintet_server::api_document;

use common::{Answer, House};
use page::{Example, Kind, Message};
use pattern::Bindings;

fn examples() -> Vec<Example> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol.md");
    page::examples(&std::fs::read_to_string(path).expect("the page is there"))
}

#[tokio::test]
async fn every_example_of_the_page_is_what_the_server_does() {
    let house = House::new();
    let mut bindings = Bindings::default();
    let examples = examples();
    assert!(examples.len() > 10, "{} examples", examples.len());
    let mut faults = Vec::new();
    for example in &examples {
        let replayed = match &example.kind {
            Kind::Request(request, shown) => {
                let answer = ask(&house, request, &bindings).await;
                compare(shown, &answer, &mut bindings).map_err(|fault| {
                    let (status, text) = (answer.status, shown_up_to(1000, &answer.text));
                    format!("{fault}\nthe server says {status}: {text}")
                })
            }
            Kind::Socket(line, said) => socket::converse(&house, line, said, &mut bindings).await,
        };
        if let Err(fault) = replayed {
            faults.push(format!("line {}: {fault}", example.line));
        }
    }
    assert!(
        faults.is_empty(),
        "docs/protocol.md\n{}",
        faults.join("\n\n")
    );
}

#[test]
fn every_operation_has_an_example() {
    let document = serde_json::to_value(api_document()).expect("a document");
    let examples = examples();
    let shown: BTreeSet<_> = examples.iter().map(Example::first_line).collect();
    let paths = document["paths"].as_object().expect("paths");
    for (path, methods) in paths {
        for method in methods.as_object().expect("methods").keys() {
            let is_shown = shown.iter().any(|line| is_for(line, method, path));
            assert!(
                is_shown,
                "docs/protocol.md has no example of {method} {path}"
            );
        }
    }
}

/// Whether the first line of a request is one for this path, in which names stand in braces.
fn is_for(line: &str, method: &str, path: &str) -> bool {
    let Some((shown_method, shown_path)) = line.split_once(' ') else {
        return false;
    };
    let shown_path = shown_path.split('?').next().unwrap_or("");
    let (shown, wanted) = (shown_path.split('/'), path.split('/'));
    shown_method.eq_ignore_ascii_case(method)
        && shown.clone().count() == wanted.clone().count()
        && shown
            .zip(wanted)
            .all(|(shown, wanted)| shown == wanted || wanted.starts_with('{'))
}

async fn ask(house: &House, request: &Message, bindings: &Bindings) -> Answer {
    let line = bindings.fill(&request.first_line);
    let (method, path) = line.split_once(' ').expect("a method and a path");
    let method: Method = method.parse().expect("a method");
    let mut client = house.stranger();
    for (name, value) in &request.headers {
        let name: HeaderName = name.parse().expect("a header");
        client = client.with(name, &bindings.fill(value));
    }
    let body = Body::from(bindings.fill(&request.body));
    client.send(method, path, body).await
}

/// Whether an answer is as it is shown.
fn compare(shown: &Message, answer: &Answer, bindings: &mut Bindings) -> Result<(), String> {
    let status = shown.first_line.split(' ').nth(1).expect("a status");
    if status != answer.status.as_str() {
        return Err(format!("the status should be {status}"));
    }
    for (name, value) in &shown.headers {
        let found = answer
            .headers
            .get(name)
            .and_then(|value| value.to_str().ok());
        let found = found.ok_or_else(|| format!("there is no header {name}"))?;
        bindings.match_text(value, found)?;
    }
    if answer.kind().ends_with("json") {
        bindings.match_json(&pattern::read(&shown.body)?, &answer.json())
    } else {
        bindings.match_text(&shown.body, &answer.text)
    }
}
