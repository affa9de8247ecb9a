//! A server without a network, and its clients.

// Each test crate uses a different part of this module.
#![allow(dead_code)]

pub(crate) mod description;
pub(crate) mod pattern;
pub(crate) mod socket;

use std::io::Read;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, Method, Request, StatusCode, header};
use flate2::read::GzDecoder;
use http_body_util::BodyExt;
use quintet_games::AnyPosition;
use quintet_live::store::{Sqlite, Store};
use quintet_server::{App, Limits, Settings, admin_router, router, serve};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tower::ServiceExt;

/// A server with a database file in a temporary directory.
pub(crate) struct Server {
    pub(crate) app: App,
    router: Router,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) folder: Arc<TempDir>,
}

/// A client, with the headers that it sends.
#[derive(Clone)]
pub(crate) struct Client {
    router: Router,
    is_public: bool,
    headers: Vec<(HeaderName, String)>,
}

/// A response whose body has been read and decompressed.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Server {
    /// A server without rate limits.
    pub(crate) fn new() -> Self {
        Server::with(unlimited())
    }

    pub(crate) fn with(settings: Settings) -> Self {
        Server::on(settings, |store| Arc::new(store))
    }

    /// A server without rate limits, except for those that `change` sets.
    pub(crate) fn limited(change: impl FnOnce(&mut Limits)) -> Self {
        let mut settings = unlimited();
        change(&mut settings.limits);
        Server::with(settings)
    }

    /// A server with a store that wraps its database.
    pub(crate) fn on(settings: Settings, wrap: impl FnOnce(Sqlite) -> Arc<dyn Store>) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let store =
            Sqlite::open(&folder.path().join("games.db"), crate::CATALOGUE).expect("a usable file");
        Server::of(settings, wrap(store), Arc::new(folder))
    }

    fn of(settings: Settings, store: Arc<dyn Store>, folder: Arc<TempDir>) -> Self {
        let app = App::new(settings, Arc::clone(&store));
        Server {
            router: router(app.clone()),
            app,
            store,
            folder,
        }
    }

    /// Another server with the same database.
    pub(crate) fn restarted(&self, settings: Settings) -> Self {
        Server::of(settings, Arc::clone(&self.store), Arc::clone(&self.folder))
    }

    /// A client that holds no seat.
    pub(crate) fn client(&self) -> Client {
        Client {
            router: self.router.clone(),
            is_public: true,
            headers: vec![(header::HOST, "localhost:5555".to_owned())],
        }
    }

    /// A client of the address for the operator.
    pub(crate) fn operator(&self) -> Client {
        Client {
            router: admin_router(self.app.clone()),
            is_public: false,
            headers: vec![(header::HOST, "10.0.0.1:5556".to_owned())],
        }
    }

    /// Listens on a free port.
    pub(crate) async fn listen(&self) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(serve(self.app.clone(), listener, std::future::pending()));
        address
    }

    /// Opens a game of Gridlock: the client with seat 1, and the id of the game.
    pub(crate) async fn open(&self) -> (Client, String) {
        let opening = json!({"game": "gridlock", "seat": 1});
        let opened = self.client().post("/api/v1/games", opening).await;
        assert_eq!(opened.status, StatusCode::CREATED, "{}", opened.text);
        let player = self.client().with_token(&opened.field("/token"));
        (player, opened.field("/game/id"))
    }

    /// Opens a game of Gridlock for two: the clients with seats 1 and 2, and the id of the game.
    pub(crate) async fn two_players(&self) -> (Client, Client, String) {
        let (one, id) = self.open().await;
        let path = format!("/api/v1/games/{id}/join");
        let joined = self.client().post(&path, json!({})).await;
        joined.ok();
        let two = self.client().with_token(&joined.field("/token"));
        (one, two, id)
    }
}

/// Settings without rate limits. Tables are stored with the build output, so that not every run
/// computes them.
pub(crate) fn unlimited() -> Settings {
    let tables = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tables");
    let mut settings = Settings {
        tables: Some(tables),
        catalogue: crate::CATALOGUE,
        ..Settings::default()
    };
    settings.limits.games_per_minute = 0;
    settings.limits.seats_per_minute = 0;
    settings.limits.wrong_tokens_per_minute = 0;
    settings.limits.requests_per_second = 0;
    settings
}

impl Client {
    /// The same client with a header, which replaces an earlier value.
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

    pub(crate) async fn get(&self, path: &str) -> Response {
        self.send(Method::GET, path, Body::empty()).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Response {
        self.post_text(path, body.to_string()).await
    }

    /// Posts a body that claims to be JSON.
    pub(crate) async fn post_text(&self, path: &str, body: impl Into<Body>) -> Response {
        let client = self.with(header::CONTENT_TYPE, "application/json");
        client.send(Method::POST, path, body.into()).await
    }

    /// Sends a request, such as `play`, and returns the response.
    pub(crate) async fn ask(&self, name: &str, body: Value) -> Value {
        self.post(&format!("/api/v1/{name}"), body).await.ok()
    }

    /// Sends a request. A public response is checked against the `OpenAPI` document.
    pub(crate) async fn send(&self, method: Method, path: &str, body: Body) -> Response {
        let response = self.unread(method.clone(), path, body).await;
        let (parts, body) = response.into_parts();
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
        read.expect("bodies are UTF-8, and valid if compressed");
        let response = Response {
            status: parts.status,
            headers: parts.headers,
            text,
        };
        if self.is_public {
            description::check(&method, path, &response);
        }
        response
    }

    /// Sends a request, and returns the response without reading its body.
    pub(crate) async fn unread(
        &self,
        method: Method,
        path: &str,
        body: Body,
    ) -> axum::response::Response {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let request = request.body(body).expect("a request");
        let response = self.router.clone().oneshot(request).await;
        response.expect("the router always answers")
    }

    /// Takes an action in a game.
    pub(crate) async fn act(&self, id: &str, ply: u64, action: &str) -> Response {
        let path = format!("/api/v1/games/{id}/actions");
        let body = json!({"ply": ply, "action": action});
        self.post(&path, body).await
    }

    /// Makes a move in a game.
    pub(crate) async fn play(&self, id: &str, ply: u64, mv: &str) -> Response {
        let path = format!("/api/v1/games/{id}/actions");
        let body = json!({"ply": ply, "action": "move", "move": mv});
        self.post(&path, body).await
    }

    /// The current state of a game.
    pub(crate) async fn look(&self, id: &str) -> Value {
        self.get(&format!("/api/v1/games/{id}")).await.ok()
    }
}

/// The position in the state of a game.
pub(crate) fn position(state: &Value) -> Box<dyn AnyPosition> {
    let text = |name: &str| state[name].as_str().expect("a string");
    let listing = crate::CATALOGUE.find(text("game")).expect("a listed game");
    let variant = listing.size(text("size")).expect("a listed size");
    variant.position(text("position")).expect("a position")
}

impl Response {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    /// The document of a response that must be a success.
    #[track_caller]
    pub(crate) fn ok(&self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{}", self.text);
        assert_eq!(self.content_type(), "application/json");
        self.json()
    }

    /// The string at a JSON pointer, such as `/game/id`.
    #[track_caller]
    pub(crate) fn field(&self, pointer: &str) -> String {
        let json = self.json();
        let found = json.pointer(pointer).and_then(Value::as_str);
        let found = found.unwrap_or_else(|| panic!("no string at {pointer}: {}", self.text));
        found.to_owned()
    }

    /// The value of a header; empty if it is absent.
    pub(crate) fn header(&self, name: impl header::AsHeaderName) -> &str {
        let value = self.headers.get(name);
        value.map_or("", |value| value.to_str().expect("ASCII"))
    }

    pub(crate) fn content_type(&self) -> &str {
        self.header(header::CONTENT_TYPE)
    }

    /// Returns the problem document if it is one of this kind.
    pub(crate) fn problem(&self, status: u16, kind: &str) -> Result<Value, String> {
        let content_type = self.content_type();
        if content_type != "application/problem+json" {
            return Err(format!("{content_type:?} is not a problem: {}", self.text));
        }
        let problem = self.json();
        let is_filled = |name: &str| problem[name].as_str().is_some_and(|text| !text.is_empty());
        let is_wanted = self.status.as_u16() == status
            && problem["status"] == status
            && problem["type"] == format!("/problems/{kind}")
            && is_filled("title")
            && is_filled("detail");
        let error = || format!("not a problem {status} {kind}: {} {problem}", self.status);
        is_wanted.then_some(problem.clone()).ok_or_else(error)
    }

    /// Checks that the response is a problem of this kind, and returns its document.
    #[track_caller]
    pub(crate) fn is_problem(&self, status: u16, kind: &str) -> Value {
        let problem = self.problem(status, kind);
        problem.unwrap_or_else(|error| panic!("{error}"))
    }
}
