//! A server without sockets, and people who ask it.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Request, StatusCode, header};
use http_body_util::BodyExt;
use quintet_games::{AnyPosition, CATALOGUE};
use quintet_rules::Player;
use quintet_server::store::{Sqlite, Store};
use quintet_server::{App, Settings, router};
use serde_json::{Value, json};
use tempfile::TempDir;
use tower::ServiceExt;

/// A server whose games are in a folder that goes with it.
pub(crate) struct House {
    pub(crate) router: Router,
    pub(crate) folder: TempDir,
}

/// An answer of the server.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

/// Somebody who asks, with the headers that say who they are.
#[derive(Clone)]
pub(crate) struct Person<'a> {
    house: &'a House,
    headers: Vec<(header::HeaderName, String)>,
}

impl House {
    pub(crate) fn new() -> Self {
        House::with(unlimited())
    }

    pub(crate) fn with(settings: Settings) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("games.db");
        let store = Sqlite::open(&file).expect("a usable file");
        House {
            router: router(App::new(settings, Arc::new(store))),
            folder,
        }
    }

    pub(crate) fn on(settings: Settings, store: Arc<dyn Store>) -> Self {
        House {
            router: router(App::new(settings, store)),
            folder: tempfile::tempdir().expect("a folder"),
        }
    }

    /// Somebody whom the server does not know.
    pub(crate) fn stranger(&self) -> Person<'_> {
        Person {
            house: self,
            headers: vec![(header::HOST, "localhost:5555".to_owned())],
        }
    }

    /// Two players in a new game of the first variant, and its address.
    pub(crate) async fn two_players(&self) -> (Person<'_>, Person<'_>, String) {
        let game = CATALOGUE[0].id;
        let opened = self
            .stranger()
            .post("/api/v1/games", json!({"game": game, "seat": 1}))
            .await;
        assert_eq!(opened.status, StatusCode::CREATED, "{}", opened.text);
        let id = opened.field("/game/id");
        let joined = self
            .stranger()
            .post(&format!("/api/v1/games/{id}/join"), json!({}))
            .await;
        assert_eq!(joined.status, StatusCode::OK, "{}", joined.text);
        let holder = |answer: &Answer| self.stranger().with_token(&answer.field("/token"));
        (holder(&opened), holder(&joined), id)
    }
}

/// Settings under which tests do not get in each other's way.
pub(crate) fn unlimited() -> Settings {
    let mut settings = Settings::default();
    settings.limits.games_a_minute = 0;
    settings.limits.requests_a_second = 0;
    settings
}

impl Person<'_> {
    pub(crate) fn with_token(&self, token: &str) -> Self {
        self.with(header::AUTHORIZATION, &format!("Bearer {token}"))
    }

    pub(crate) fn with(&self, name: header::HeaderName, value: &str) -> Self {
        let mut person = self.clone();
        person.headers.retain(|(known, _)| *known != name);
        person.headers.push((name, value.to_owned()));
        person
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.ask(Request::get(path), Body::empty()).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Answer {
        let request = Request::post(path).header(header::CONTENT_TYPE, "application/json");
        self.ask(request, Body::from(body.to_string())).await
    }

    async fn ask(&self, mut request: axum::http::request::Builder, body: Body) -> Answer {
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let request = request.body(body).expect("a request");
        let answer = self.house.router.clone().oneshot(request).await;
        let answer = answer.expect("the router always answers");
        let (parts, body) = answer.into_parts();
        let body = body.collect().await.expect("a whole body").to_bytes();
        Answer {
            status: parts.status,
            headers: parts.headers,
            text: String::from_utf8(body.to_vec()).expect("texts are UTF-8"),
        }
    }

    /// Does something in a game.
    pub(crate) async fn act(&self, id: &str, ply: u64, deed: &str) -> Answer {
        let path = format!("/api/v1/games/{id}/deeds");
        self.post(&path, json!({"ply": ply, "deed": deed})).await
    }

    /// Moves in a game.
    pub(crate) async fn play(&self, id: &str, ply: u64, mv: &str) -> Answer {
        let path = format!("/api/v1/games/{id}/deeds");
        let body = json!({"ply": ply, "deed": "move", "move": mv});
        self.post(&path, body).await
    }

    /// The game as it stands.
    pub(crate) async fn look(&self, id: &str) -> Value {
        let found = self.get(&format!("/api/v1/games/{id}")).await;
        assert_eq!(found.status, StatusCode::OK, "{}", found.text);
        found.json()
    }
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|fault| panic!("{fault}: {}", self.text))
    }

    /// The text at a place in the answer, such as `/game/id`.
    pub(crate) fn field(&self, place: &str) -> String {
        let json = self.json();
        let found = json.pointer(place).and_then(Value::as_str);
        found
            .unwrap_or_else(|| panic!("{place} in {}", self.text))
            .to_owned()
    }

    /// Checks that it is a problem document of this kind.
    pub(crate) fn is_problem(&self, status: u16, kind: &str) {
        let said = self.headers.get(header::CONTENT_TYPE);
        assert_eq!(
            said.map(HeaderValue::as_bytes),
            Some(&b"application/problem+json"[..])
        );
        assert_eq!(
            (self.status.as_u16(), self.field("/type")),
            (status, format!("/problems/{kind}"))
        );
        assert_eq!(self.json()["status"], status);
    }
}

/// The position of a game as the server describes it.
pub(crate) fn position(state: &Value) -> Box<dyn AnyPosition> {
    let text = |name: &str| state[name].as_str().expect("a text").to_owned();
    let listing = quintet_games::find(&text("game")).expect("a listed game");
    let variant = listing.size(&text("size")).expect("a listed size");
    variant.position(&text("position")).expect("a position")
}

/// The number of the player to move.
pub(crate) fn to_move(state: &Value) -> Player {
    position(state).to_move()
}
