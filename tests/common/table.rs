//! A game on the server, of which the test has both seats.

use std::io;
use std::net::SocketAddr;

use quintet_games::Catalogue;
use quintet_games::Variant;
use quintet_rules::{PerPlayer, Player};
use quintet_testkit::http::{Answer, Connection, Request, get, post};
use serde_json::{Value, json};

/// A game and the tokens of its seats.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) id: String,
    pub(crate) tokens: PerPlayer<String>,
}

/// The request for a new game in which the first seat is taken.
pub(crate) fn opening(game: &str) -> Request {
    post("/api/v1/games", &json!({"game": game, "seat": 1}))
}

/// The request for the second seat of a game that was opened.
pub(crate) fn join(opened: &Value) -> Request {
    let id = text(&opened["game"]["id"]);
    post(&format!("/api/v1/games/{id}/join"), &json!({}))
}

/// The standard size of a game.
pub(crate) fn variant(game: &str) -> &'static dyn Variant {
    Catalogue::STANDARD
        .find(game)
        .expect("a game of the catalogue")
        .standard()
}

/// A whole game, in which everybody plays the first move there is.
pub(crate) fn line(game: &str) -> Vec<String> {
    let mut position = variant(game).start(Player::One);
    let mut line = Vec::new();
    while let Some(mv) = position.moves().into_iter().next().map(|mv| mv.text) {
        position = position.play(&mv).expect("a listed move").position;
        line.push(mv);
    }
    line
}

/// A move with its number.
pub(crate) fn mv(ply: usize, mv: &str) -> Value {
    json!({"ply": ply, "action": "move", "move": mv})
}

/// Another action with its number.
pub(crate) fn action(ply: usize, action: &str) -> Value {
    json!({"ply": ply, "action": action})
}

/// The action with a number in a game that never ends, and who does it: after one move, its player
/// asks again and again to take it back, and is not allowed to.
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

    /// Opens a game and takes both seats, if the server is running.
    pub(crate) fn try_open(connection: &mut Connection, game: &str) -> io::Result<Self> {
        let opened = connection.ask(&opening(game))?.expect(201);
        let joined = connection.ask(&join(&opened))?.expect(200);
        Ok(Table::of(&opened, &joined))
    }

    /// The game of the answers to those who took its seats.
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

    /// The request that a player does something.
    pub(crate) fn action(&self, player: Player, action: &Value) -> Request {
        post(&self.path("/actions"), action).bearer(&self.tokens[player])
    }

    /// The request for a rematch.
    pub(crate) fn rematch(&self, player: Player) -> Request {
        post(&self.path("/rematch"), &json!({})).bearer(&self.tokens[player])
    }

    /// Takes an action, which must be accepted.
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

    /// Plays an [`endless`] game from its start until `hear`, which gets each acknowledged action, returns false. Returns
    /// the first answer that is not an acknowledgement, if there is one.
    pub(crate) fn play_endlessly(
        &self,
        address: SocketAddr,
        mut hear: impl FnMut(Value) -> bool,
    ) -> io::Result<Option<Answer>> {
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

    /// The players make these moves in turn, the first of which has the number `from`.
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

    /// Everything that has been done.
    #[track_caller]
    pub(crate) fn events(&self, address: SocketAddr) -> Vec<Value> {
        let answer = get(&self.path("/events")).ask(address).expect(200);
        answer["events"].as_array().expect("a list").clone()
    }
}

#[track_caller]
pub(crate) fn text(value: &Value) -> String {
    let text = value.as_str();
    text.unwrap_or_else(|| panic!("{value} is not a text"))
        .to_owned()
}
