//! A game on the server whose two seats belong to the test.

use std::io;
use std::net::SocketAddr;

use quintet_games::Catalogue;
use quintet_games::Variant;
use quintet_rules::{PerPlayer, Player};
use quintet_testkit::http::{Connection, HttpRequest, Response, get, post};
use serde_json::{Value, json};

/// A game and the tokens of its seats.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) id: String,
    pub(crate) tokens: PerPlayer<String>,
}

/// Returns the request for a new game with the first seat.
pub(crate) fn opening(game: &str) -> HttpRequest {
    post("/api/v1/games", &json!({"game": game, "seat": 1}))
}

/// Returns the request for the second seat of a game.
pub(crate) fn join(opened: &Value) -> HttpRequest {
    let id = text(&opened["game"]["id"]);
    post(&format!("/api/v1/games/{id}/join"), &json!({}))
}

/// Returns the standard size of a game.
pub(crate) fn variant(game: &str) -> &'static dyn Variant {
    Catalogue::STANDARD
        .find(game)
        .expect("a game of the catalogue")
        .standard()
}

/// Returns a whole game in which both players play the first legal move.
pub(crate) fn line(game: &str) -> Vec<String> {
    let mut position = variant(game).start(Player::One);
    let mut line = Vec::new();
    while let Some(mv) = position.moves().into_iter().next().map(|mv| mv.text) {
        position = position.play(&mv).expect("a listed move").position;
        line.push(mv);
    }
    line
}

/// Returns a move with its number.
pub(crate) fn mv(ply: usize, mv: &str) -> Value {
    json!({"ply": ply, "action": "move", "move": mv})
}

/// Returns another action with its number.
pub(crate) fn action(ply: usize, action: &str) -> Value {
    json!({"ply": ply, "action": action})
}

/// Returns the action with a number, and its player, in an endless game: after one move, its player offers to take it back
/// again and again, and the opponent declines.
pub(crate) fn endless(ply: usize) -> (Player, Value) {
    match ply {
        0 => (Player::One, mv(0, &line("gridlock")[0])),
        _ if ply % 2 == 1 => (Player::One, action(ply, "offer-take-back")),
        _ => (Player::Two, action(ply, "decline-take-back")),
    }
}

impl Table {
    /// Opens a game and takes both seats.
    #[track_caller]
    pub(crate) fn open(address: SocketAddr, game: &str) -> Self {
        let opened = Connection::open(address)
            .and_then(|mut connection| Table::try_open(&mut connection, game));
        opened.expect("a table")
    }

    /// Opens a game and takes both seats, unless the server is down.
    pub(crate) fn try_open(connection: &mut Connection, game: &str) -> io::Result<Self> {
        let opened = connection.ask(&opening(game))?.expect(201);
        let joined = connection.ask(&join(&opened))?.expect(200);
        Ok(Table::of(&opened, &joined))
    }

    /// Builds a table from the responses to the requests for its seats.
    pub(crate) fn of(one: &Value, two: &Value) -> Self {
        let tokens = PerPlayer {
            one: text(&one["token"]),
            two: text(&two["token"]),
        };
        let id = text(&one["game"]["id"]);
        Table { id, tokens }
    }

    pub(crate) fn path(&self, what: &str) -> String {
        format!("/api/v1/games/{}{what}", self.id)
    }

    /// Returns the request for an action of a player.
    pub(crate) fn action(&self, player: Player, action: &Value) -> HttpRequest {
        post(&self.path("/actions"), action).bearer(&self.tokens[player])
    }

    /// Returns the request for a rematch.
    pub(crate) fn rematch(&self, player: Player) -> HttpRequest {
        post(&self.path("/rematch"), &json!({})).bearer(&self.tokens[player])
    }

    /// Takes an action that must be accepted.
    #[track_caller]
    pub(crate) fn act(&self, address: SocketAddr, player: Player, action: &Value) -> Value {
        self.action(player, action).ask(address).expect(200)
    }

    /// Takes the action with a number in an [`endless`] game.
    #[track_caller]
    pub(crate) fn go_on(&self, address: SocketAddr, ply: usize) {
        let (player, action) = endless(ply);
        self.act(address, player, &action);
    }

    /// Plays an [`endless`] game from its start until `hear`, which receives each acknowledged action, returns false. Returns the
    /// first response that is not an acknowledgement, if there is one.
    pub(crate) fn play_endlessly(
        &self,
        address: SocketAddr,
        mut hear: impl FnMut(Value) -> bool,
    ) -> io::Result<Option<Response>> {
        let mut connection = Connection::open(address)?;
        for ply in 0.. {
            let (player, action) = endless(ply);
            let answer = connection.ask(&self.action(player, &action))?;
            if answer.status != 200 {
                return Ok(Some(answer));
            }
            if !hear(answer.expect(200)["event"].take()) {
                break;
            }
        }
        Ok(None)
    }

    /// Plays these moves by both players in turn. The first one has the number `from`.
    #[track_caller]
    pub(crate) fn play(&self, address: SocketAddr, from: usize, moves: &[String]) {
        for (ply, played) in (from..).zip(moves) {
            self.act(address, Player::BOTH[ply % 2], &mv(ply, played));
        }
    }

    #[track_caller]
    pub(crate) fn state(&self, address: SocketAddr) -> Value {
        get(&self.path("")).ask(address).expect(200)
    }

    /// Returns all events of the game.
    #[track_caller]
    pub(crate) fn events(&self, address: SocketAddr) -> Vec<Value> {
        let answer = get(&self.path("/events")).ask(address).expect(200);
        answer["events"].as_array().expect("a list").clone()
    }
}

#[track_caller]
pub(crate) fn text(value: &Value) -> String {
    let text = value.as_str();
    text.unwrap_or_else(|| panic!("{value} is not a string"))
        .to_owned()
}
