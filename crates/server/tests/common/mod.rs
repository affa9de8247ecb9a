//! A server without sockets, and those who ask it.

// Every test crate uses its own part of this.
#![allow(dead_code)]

pub(crate) mod description;

use std::io::Read;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, Method, Request, StatusCode, header};
use flate2::read::GzDecoder;
use http_body_util::BodyExt;
use quintet_live::store::{Sqlite, Store};
use quintet_server::{App, Settings, router};
use serde_json::Value;
use tempfile::TempDir;
use tower::ServiceExt;

/// A server whose games are in a folder that goes with it.
pub(crate) struct House {
    app: App,
    router: Router,
    pub(crate) folder: TempDir,
}

/// Somebody who asks, with the headers that say who they are.
#[derive(Clone)]
pub(crate) struct Client {
    router: Router,
    headers: Vec<(HeaderName, String)>,
}

/// An answer of the server.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl House {
    /// A server that sets no limits.
    pub(crate) fn new() -> Self {
        House::with(unlimited())
    }

    pub(crate) fn with(settings: Settings) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Sqlite::open(&folder.path().join("games.db")).expect("a usable file");
        House {
            folder,
            ..House::on(settings, Arc::new(store))
        }
    }

    pub(crate) fn on(settings: Settings, store: Arc<dyn Store>) -> Self {
        // Before the server asks for the games there are.
        let _ = crate::games();
        let app = App::new(settings, store);
        House {
            router: router(app.clone()),
            app,
            folder: tempfile::tempdir().expect("a folder"),
        }
    }

    /// The server itself, to be given a network.
    pub(crate) fn app(&self) -> App {
        self.app.clone()
    }

    /// Somebody whom the server does not know.
    pub(crate) fn stranger(&self) -> Client {
        Client {
            router: self.router.clone(),
            headers: vec![(header::HOST, "localhost:5555".to_owned())],
        }
    }
}

/// Settings under which tests do not get in each other's way. Tables are kept where the command
/// keeps them, so that not every run of the tests computes them anew.
pub(crate) fn unlimited() -> Settings {
    let mut settings = Settings {
        tables: Some(kept_tables()),
        ..Settings::default()
    };
    settings.limits.games_a_minute = 0;
    settings.limits.seats_a_minute = 0;
    settings.limits.wrong_tokens_a_minute = 0;
    settings.limits.requests_a_second = 0;
    settings
}

/// A folder that survives a run of the tests and goes with the other build output.
fn kept_tables() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("tables")
}

impl Client {
    /// The same client with a header, in the place of the one that it had.
    pub(crate) fn with(&self, name: HeaderName, value: &str) -> Self {
        let mut client = self.clone();
        client.headers.retain(|(known, _)| *known != name);
        client.headers.push((name, value.to_owned()));
        client
    }

    /// The same client with the token of a seat.
    pub(crate) fn with_token(&self, token: &str) -> Self {
        self.with(header::AUTHORIZATION, &format!("Bearer {token}"))
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, Body::empty()).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Answer {
        self.post_text(path, &body.to_string()).await
    }

    /// Sends a text that says of itself that it is JSON.
    pub(crate) async fn post_text(&self, path: &str, body: &str) -> Answer {
        self.with(header::CONTENT_TYPE, "application/json")
            .send(Method::POST, path, Body::from(body.to_owned()))
            .await
    }

    /// Sends a request. The answer is checked against the description of the interface.
    pub(crate) async fn send(&self, method: Method, path: &str, body: Body) -> Answer {
        let mut request = Request::builder().method(method.clone()).uri(path);
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let request = request.body(body).expect("a request");
        let answer = self.router.clone().oneshot(request).await;
        let (parts, body) = answer.expect("the router always answers").into_parts();
        let body = body.collect().await.expect("a whole body").to_bytes();
        let mut text = String::new();
        let coding = parts.headers.get(header::CONTENT_ENCODING);
        let read = match coding.filter(|_| !body.is_empty()) {
            Some(coding) if coding == "br" => {
                brotli::Decompressor::new(&body[..], 4096).read_to_string(&mut text)
            }
            Some(_) => GzDecoder::new(&body[..]).read_to_string(&mut text),
            None => (&body[..]).read_to_string(&mut text),
        };
        read.expect("answers are UTF-8, and whole if compressed");
        let answer = Answer {
            status: parts.status,
            headers: parts.headers,
            text,
        };
        description::check(&method, path, &answer);
        answer
    }
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|fault| panic!("{fault}: {}", self.text))
    }

    /// The document of an answer that must be a good one.
    #[track_caller]
    pub(crate) fn ok(&self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{}", self.text);
        assert_eq!(self.kind(), "application/json");
        self.json()
    }

    /// The text at a place in the answer, such as `/game/id`.
    #[track_caller]
    pub(crate) fn field(&self, place: &str) -> String {
        let json = self.json();
        let found = json.pointer(place).and_then(Value::as_str);
        found
            .unwrap_or_else(|| panic!("no text at {place}: {}", self.text))
            .to_owned()
    }

    /// What kind of document the answer says it is.
    pub(crate) fn kind(&self) -> &str {
        let said = self.headers.get(header::CONTENT_TYPE);
        said.and_then(|kind| kind.to_str().ok()).unwrap_or("")
    }

    /// Checks that the answer is a problem document of this kind, and gives it.
    #[track_caller]
    pub(crate) fn is_problem(&self, status: u16, kind: &str) -> Value {
        assert_eq!(self.kind(), "application/problem+json", "{}", self.text);
        let problem = self.json();
        assert_eq!(
            (self.status.as_u16(), problem["type"].as_str()),
            (status, Some(&*format!("/problems/{kind}"))),
            "{}",
            self.text
        );
        assert_eq!(problem["status"], status);
        for said in ["title", "detail"] {
            let said = problem[said]
                .as_str()
                .expect("a problem says what is wrong");
            assert!(!said.is_empty(), "{problem}");
        }
        problem
    }
}
