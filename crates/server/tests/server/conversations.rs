//! Conversations with the server, in the text files of the folder `conversations`.
//!
//! ```text
//!     ## A rematch follows a finished game        starts a new server
//!     given seats-a-minute=1                      a setting
//!     given two players                           red and blue in the game <id>
//!     spy sends Origin: http://evil.example       a header of all later requests of this client
//!     red plays 0 2-2 -> 200 {"game": "<game>"}   a move, the status and the pattern of the response
//!     red does 1 resign -> 409 not-your-turn      an action, and the kind of problem
//!     nobody GET games/<id>                       any other request, below /api/v1
//!         -> 200 has "over":true                  part of the body
//!         Cache-Control: no-store                 a header of the response
//!     red > {"watch": {"token": "<red>"}}         a message through a socket of the game <id>
//!     red < {"state": {"you": 1, ...}}            the next message of the server
//!     red closed 1008                             the server closes the socket
//! ```
//!
//! A client sends the token that is bound to its name. After the kind of problem may follow its detail or the
//! pattern of its document.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use axum::body::Body;
use axum::http::{HeaderName, Method, header};
use quintet_server::Settings;
use quintet_testkit::socket::Message;
use serde_json::json;

use crate::common::pattern::{self, Bindings};
use crate::common::socket::Socket;
use crate::common::{Client, Response, Server, unlimited};

const TWO_PLAYERS: [&str; 2] = [
    r#"red POST games {"game": "gridlock", "seat": 1} -> 201 {"token": "<red>", "game": {"id": "<id>", ...}, ...}"#,
    r#"blue POST games/<id>/join {} -> 200 {"token": "<blue>", ...}"#,
];

macro_rules! conversations {
    ($($file:literal $test:ident)*) => {
        $(#[tokio::test]
        async fn $test() {
            hold_all(include_str!(concat!("conversations/", $file))).await;
        })*
    };
}

conversations! {
    "games.txt" a_game_is_opened_played_and_taken_back
    "hosts.txt" other_sites_and_hosts_are_refused
    "operator.txt" the_operator_watches_the_server_and_deletes_games
    "requests.txt" a_request_has_equivalent_spellings
    "refusals.txt" a_refusal_names_its_reason
    "rematches.txt" a_rematch_is_for_the_two_players
    "seats.txt" a_seat_belongs_to_the_holder_of_its_token
    "sockets.txt" a_socket_carries_the_news_of_a_game
}

async fn hold_all(text: &str) {
    for conversation in text.split("\n## ").skip(1) {
        let title = conversation.lines().next().unwrap_or_default();
        let mut scene = Scene {
            settings: unlimited(),
            ..Scene::default()
        };
        scene.bindings.bind("version", env!("CARGO_PKG_VERSION"));
        for statement in statements(conversation) {
            let followed = scene.follow(&statement).await;
            followed.unwrap_or_else(|error| panic!("{title}\n{statement}\n{error}"));
        }
    }
}

/// The statements below the title, each with its indented lines.
fn statements(conversation: &str) -> Vec<String> {
    let mut statements: Vec<String> = Vec::new();
    for line in conversation.lines().skip(1).filter(|line| !line.is_empty()) {
        match statements.last_mut() {
            Some(last) if line.starts_with(' ') => *last = format!("{last}\n{}", line.trim()),
            _ => statements.push(line.to_owned()),
        }
    }
    statements
}

#[derive(Default)]
struct Scene {
    settings: Settings,
    server: Option<Server>,
    address: Option<SocketAddr>,
    headers: BTreeMap<String, Vec<(HeaderName, String)>>,
    sockets: BTreeMap<String, Socket>,
    bindings: Bindings,
}

impl Scene {
    async fn follow(&mut self, statement: &str) -> Result<(), String> {
        let mut words = statement.splitn(3, ' ');
        let [name, verb, rest] = [(); 3].map(|()| words.next().unwrap_or_default());
        match verb {
            "two" => {
                for statement in TWO_PLAYERS {
                    Box::pin(self.follow(statement)).await?;
                }
            }
            "restart" => {
                let settings = self.settings.clone();
                self.server = Some(self.server().restarted(settings));
            }
            _ if name == "given" => self.set(verb),
            "sends" => {
                let (header, value) = rest.split_once(':').ok_or("a header has a colon")?;
                let header = header.parse().map_err(|_| "not a header")?;
                let headers = self.headers.entry(name.to_owned()).or_default();
                headers.push((header, value.trim().to_owned()));
            }
            ">" => {
                let message = Message::text(self.bindings.fill_json(rest));
                self.socket(name).await.send(message).await;
            }
            "<" => {
                let found = self.socket(name).await.hear().await;
                let mut lines = rest.split("\nlacks ");
                let pattern = pattern::read(lines.next().unwrap_or_default())?;
                let matched = self.bindings.match_json(&pattern, &found);
                matched.map_err(|error| format!("{error}\n{found}"))?;
                if lines.any(|text| found.to_string().contains(text)) {
                    return Err(format!("not lacking: {found}"));
                }
            }
            "closed" => {
                let code = self.socket(name).await.close_code().await;
                self.sockets.remove(name);
                if code != rest.parse().ok() {
                    return Err(format!("closed with {code:?}"));
                }
            }
            _ => {
                let (request, wanted) = rest.split_once("-> ").ok_or("a response is missing")?;
                let response = self.request(name, verb, request.trim()).await;
                let compared = self.compare(wanted, &response);
                compared.map_err(|error| format!("{error}\n{response:?}"))?;
            }
        }
        Ok(())
    }

    /// Changes a setting of the server that is about to start.
    fn set(&mut self, setting: &str) {
        let settings = &mut self.settings;
        match setting.split_once('=').expect("a value") {
            ("admin", value) => settings.has_admin = value == "yes",
            ("host", value) => settings.hosts.push(value.to_owned()),
            ("proxies", value) => settings.proxies = value.parse().expect("proxies"),
            ("seat-seconds", value) => settings.seat_seconds = value.parse().expect("a number"),
            (limit, value) => {
                let limits = &mut settings.limits;
                let limit = match limit {
                    "games-per-minute" => &mut limits.games_per_minute,
                    "seats-per-minute" => &mut limits.seats_per_minute,
                    "wrong-tokens-per-minute" => &mut limits.wrong_tokens_per_minute,
                    other => panic!("no such limit: {other}"),
                };
                *limit = value.parse().expect("a number");
            }
        }
    }

    fn server(&mut self) -> &Server {
        let settings = &self.settings;
        self.server
            .get_or_insert_with(|| Server::with(settings.clone()))
    }

    fn client(&mut self, name: &str) -> Client {
        let mut client = match name {
            "operator" => self.server().operator(),
            _ => self.server().client(),
        };
        client = client.with(header::CONTENT_TYPE, "application/json");
        if let Some(token) = self.bindings.get(name) {
            client = client.with_token(token);
        }
        let headers = self.headers.get(name).into_iter().flatten();
        headers.fold(client, |client, (header, value)| {
            client.with(header.clone(), &self.bindings.fill(value))
        })
    }

    async fn socket(&mut self, name: &str) -> &mut Socket {
        if !self.sockets.contains_key(name) {
            let address = match self.address {
                Some(address) => address,
                None => self.server().listen().await,
            };
            self.address = Some(address);
            let id = self.bindings.get("id").expect("a game");
            let socket = Socket::open(address, id).await;
            self.sockets.insert(name.to_owned(), socket);
        }
        self.sockets.get_mut(name).expect("just opened")
    }

    async fn request(&mut self, name: &str, verb: &str, request: &str) -> Response {
        let (target, rest) = request.split_once(' ').unwrap_or((request, ""));
        let act = |action| ("POST", "games/<id>/actions", action);
        let ply = || target.parse::<u32>().expect("the number of an action");
        let (method, path, body) = match verb {
            "plays" => act(json!({"ply": ply(), "action": "move", "move": rest}).to_string()),
            "does" => act(json!({"ply": ply(), "action": rest}).to_string()),
            method => (method, target, self.bindings.fill_json(rest)),
        };
        let path = match self.bindings.fill(path) {
            path if path.starts_with('/') => path,
            path => format!("/api/v1/{path}"),
        };
        let method: Method = method.parse().expect("a method");
        let client = self.client(name);
        client.send(method, &path, Body::from(body)).await
    }

    fn compare(&mut self, wanted: &str, response: &Response) -> Result<(), String> {
        let mut lines = wanted.lines();
        let body = lines.next().unwrap_or_default();
        let (status, body) = body.split_once(' ').unwrap_or((body, ""));
        if status != response.status.as_str() {
            return Err(format!("the status should be {status}"));
        }
        for line in [body].into_iter().chain(lines) {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let contains = response.text.contains(&self.bindings.fill(rest));
            match word {
                "" => {}
                "has" if contains => {}
                "lacks" if !contains => {}
                "has" | "lacks" => return Err(line.to_owned()),
                _ if line.starts_with(['{', '"']) => {
                    let pattern = pattern::read(line)?;
                    self.bindings.match_json(&pattern, &response.json())?;
                }
                _ if let Some(name) = word.strip_suffix(':') => {
                    self.bindings.match_text(rest, response.header(name))?;
                }
                kind => {
                    let problem = response.problem(response.status.as_u16(), kind)?;
                    let found = match rest.chars().next() {
                        None => continue,
                        Some('"') => &problem["detail"],
                        Some(_) => &problem,
                    };
                    self.bindings.match_json(&pattern::read(rest)?, found)?;
                }
            }
        }
        Ok(())
    }
}
