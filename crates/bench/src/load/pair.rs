//! Two clients that play a game against each other.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use futures_util::future::try_join_all;
use quintet_games::{AnyPosition, PlayedMove, Variant};
use quintet_rules::{Player, Wyrand};
use serde_json::{Value, json};

use super::Window;
use super::client::{Http, Socket, post};

/// Two players, perhaps a spectator, and their game.
pub(super) struct Pair {
    /// The ports of their servers.
    pub(super) ports: Vec<u16>,
    pub(super) id: String,
    tokens: [String; 2],
    sockets: Vec<Socket>,
    position: Box<dyn AnyPosition>,
    /// Number of acknowledged moves.
    pub(super) ply: u32,
}

/// A move that was acknowledged.
#[derive(Clone)]
pub(super) struct Turn {
    sent: Instant,
    pub(super) acknowledged: Instant,
    /// Times at which the opponent and the spectator received it.
    pub(super) seen: Vec<Instant>,
    /// True if another game was opened after it.
    pub(super) is_last: bool,
}

impl Turn {
    pub(super) fn time(&self) -> Duration {
        self.acknowledged - self.sent
    }
}

/// Moves after which two players begin another game.
const LONGEST: u32 = 500;

/// Opens a game and takes its first seat: the game's id and the seat's token.
pub(super) async fn open_game(http: &mut Http, variant: &dyn Variant) -> Result<(String, String)> {
    let (game, size) = (variant.id(), variant.size().to_string());
    let body = json!({"game": game, "size": size, "seat": 1, "views": false});
    take_seat(http, "/api/v1/games", body).await
}

async fn take_seat(http: &mut Http, path: &str, body: Value) -> Result<(String, String)> {
    let seat: Value = serde_json::from_slice(&http.send(post(path, &body)).await?)?;
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let seat = text(&seat["game"]["id"]).zip(text(&seat["token"]));
    seat.context("a seat has a game and a token")
}

impl Pair {
    /// Opens a game and its sockets. There is a spectator if there are three ports.
    pub(super) async fn open(ports: Vec<u16>, variant: &dyn Variant) -> Result<Self> {
        let mut http = Http::new(None, ports[0]);
        Pair::take(&mut http, ports, variant).await?.connect().await
    }

    /// Opens a game and takes both seats.
    pub(super) async fn take(
        http: &mut Http,
        ports: Vec<u16>,
        variant: &dyn Variant,
    ) -> Result<Self> {
        let (id, one) = open_game(http, variant).await?;
        let join = format!("/api/v1/games/{id}/join");
        let (_, two) = take_seat(http, &join, json!({"views": false})).await?;
        Ok(Pair {
            ports,
            id,
            tokens: [one, two],
            sockets: Vec::new(),
            position: variant.start(Player::One),
            ply: 0,
        })
    }

    /// Opens the sockets.
    pub(super) async fn connect(mut self) -> Result<Self> {
        let mut tokens = self.tokens.iter().map(String::as_str);
        for port in &self.ports {
            let socket = Socket::open(*port, &self.id, tokens.next()).await?;
            self.sockets.push(socket);
        }
        Ok(self)
    }

    /// Opens another game if this one is over or long enough; true if so.
    pub(super) async fn next_game(&mut self, http: &mut Http) -> Result<bool> {
        let is_over = self.position.outcome().is_some() || self.ply >= LONGEST;
        if is_over {
            let next = Pair::take(http, self.ports.clone(), self.position.variant()).await?;
            *self = next.connect().await?;
        }
        Ok(is_over)
    }

    /// Plays a random move in an unfinished game, and waits until the server has acknowledged it and sent it to the
    /// others.
    pub(super) async fn turn(&mut self, random: &mut Wyrand) -> Result<Turn> {
        let sent = Instant::now();
        let mover = usize::from(self.position.to_move() == Player::Two);
        let played = long_move(&*self.position, random).context("a move after the end")?;
        let (ply, mv) = (self.ply, &played.mv);
        let message = format!(r#"{{"id":{ply},"ply":{ply},"action":"move","move":"{mv}"}}"#);
        self.sockets[mover].send(message).await?;
        let done = loop {
            let heard = self.sockets[mover].hear().await?;
            if let Some(problem) = heard.problem {
                bail!("{mv} in game {}: {problem}", self.id);
            }
            // News of earlier moves may come first.
            if let Some(done) = heard.done {
                break done;
            }
        };
        let acknowledged = Instant::now();
        ensure!(done.ply == ply, "action {ply} became {}", done.ply);
        self.ply += 1;
        self.position = played.position;
        let others = (self.sockets.iter_mut().enumerate()).filter(|(n, _)| *n != mover);
        Ok(Turn {
            sent,
            acknowledged,
            seen: try_join_all(others.map(|(_, socket)| see(socket, ply))).await?,
            is_last: false,
        })
    }

    /// Plays one game after the other until the window is over, with a pause after each move. Returns the moves
    /// acknowledged within it.
    pub(super) async fn play(
        mut self,
        seed: u64,
        window: Window,
        pause: Duration,
    ) -> Result<Vec<Turn>> {
        let (mut turns, mut random) = (Vec::new(), Wyrand::new(seed));
        let mut http = Http::new(None, self.ports[0]);
        while !window.is_over() {
            let mut turn = self.turn(&mut random).await?;
            turn.is_last = self.next_game(&mut http).await?;
            if window.contains(turn.acknowledged) {
                turns.push(turn);
            }
            super::pause(pause).await;
        }
        Ok(turns)
    }

    /// Waits until the server closes the sockets, and returns the error.
    pub(super) async fn closed(&mut self) -> anyhow::Error {
        loop {
            if let Err(error) = self.sockets[0].hear().await {
                return error;
            }
        }
    }
}

/// Waits until a client has received an action.
async fn see(socket: &mut Socket, ply: u32) -> Result<Instant> {
    loop {
        let heard = socket.hear().await?;
        if heard.event.is_some_and(|event| event.ply == ply) {
            return Ok(Instant::now());
        }
    }
}

/// Returns a random move, if possible one that does not end the game, because opening games costs more than moves.
fn long_move(position: &dyn AnyPosition, random: &mut Wyrand) -> Option<PlayedMove> {
    let mut played = None;
    for _ in 0..9 {
        let mv = position.random_move(random)?;
        let next = position.play(&mv).expect("a random move is legal");
        let is_over = next.position.outcome().is_some();
        played = Some(next);
        if !is_over {
            break;
        }
    }
    played
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use quintet_games::{Catalogue, Listing};
    use quintet_live::store::Sqlite;
    use quintet_server::{App, Settings};
    use tokio::net::TcpListener;
    use tokio::sync::oneshot;
    use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

    use super::*;
    use crate::load::client::Closed;

    #[tokio::test]
    async fn players_go_from_game_to_game_until_the_server_stops() -> Result<()> {
        let folder = tempfile::tempdir()?;
        let store = Sqlite::open(&folder.path().join("games.db"), Catalogue::STANDARD)?;
        let mut settings = Settings::default();
        settings.limits.messages_per_10_seconds = 0;
        settings.limits.games_per_minute = 0;
        settings.limits.seats_per_minute = 0;
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let port = listener.local_addr()?.port();
        let (stop, stopped) = oneshot::channel::<()>();
        let app = App::new(settings, Arc::new(store));
        let stopped = async { drop(stopped.await) };
        let serving = tokio::spawn(quintet_server::serve(app, listener, stopped));
        let (mut pairs, mut ended) = (Vec::new(), 0);
        let (mut http, mut random) = (Http::new(None, port), Wyrand::new(1));
        for variant in Catalogue::STANDARD.iter().map(Listing::standard) {
            let mut pair = Pair::open(vec![port; 3], variant).await?;
            for _ in 0..40 {
                assert_eq!(pair.turn(&mut random).await?.seen.len(), 2);
                ended += u32::from(pair.next_game(&mut http).await?);
            }
            pairs.push(pair);
        }
        assert!(ended > 0, "some games have less than 40 moves");
        drop(stop);
        for mut pair in pairs {
            let error = pair.closed().await;
            assert_eq!(error.downcast_ref(), Some(&Closed(CloseCode::Restart)));
        }
        Ok(serving.await?)
    }
}
