//! Two players at one game, who know its rules themselves.

use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use quintet_games::{AnyPosition, Played, Variant};
use quintet_rules::{PerPlayer, Player, Wyrand};
use serde::Deserialize;

use super::http::Http;
use super::socket::Socket;

/// A game and its two seats, taken but not watched.
pub(super) struct Seats {
    id: String,
    tokens: PerPlayer<String>,
    start: Box<dyn AnyPosition>,
}

/// A seat in a game, as the server grants it.
#[derive(Deserialize)]
struct Joined {
    token: String,
    game: Named,
}

#[derive(Deserialize)]
struct Named {
    id: String,
}

impl Seats {
    /// Opens a game and takes both seats.
    pub(super) async fn take(http: &mut Http, variant: &dyn Variant) -> Result<Self> {
        let (game, size) = (variant.id(), variant.size());
        let body = format!(r#"{{"game":"{game}","size":"{size}","seat":1,"views":false}}"#);
        let one: Joined = http.post("/api/v1/games", &body).await?;
        let id = one.game.id;
        let two: Joined = http
            .post(&format!("/api/v1/games/{id}/join"), r#"{"views":false}"#)
            .await?;
        Ok(Seats {
            id,
            tokens: PerPlayer {
                one: one.token,
                two: two.token,
            },
            start: variant.start(Player::One),
        })
    }

    /// Sits down: a socket for each player.
    pub(super) async fn sit(self, ports: impl Into<Ports>) -> Result<Pair> {
        let ports = ports.into();
        let open = |port, token| Socket::open(port, &self.id, token);
        let one = open(ports.one, Some(&self.tokens.one)).await?;
        let two = open(ports.two, Some(&self.tokens.two)).await?;
        let spectator = match ports.spectator {
            Some(port) => Some(open(port, None).await?),
            None => None,
        };
        Ok(Pair {
            id: self.id,
            ports,
            http: None,
            sockets: PerPlayer { one, two },
            spectator,
            position: self.start,
            ply: 0,
        })
    }
}

/// The servers through which a game is played and watched.
#[derive(Clone, Copy)]
pub(super) struct Ports {
    pub(super) one: u16,
    pub(super) two: u16,
    pub(super) spectator: Option<u16>,
}

impl From<u16> for Ports {
    /// One server, and no spectator.
    fn from(port: u16) -> Self {
        Ports {
            one: port,
            two: port,
            spectator: None,
        }
    }
}

/// When a move was acknowledged, and when others were told.
pub(super) struct Turn {
    pub(super) acknowledged: Instant,
    pub(super) seen: Instant,
    /// By the spectator, if there is one.
    pub(super) watched: Option<Instant>,
}

/// Two players with a socket each, and what they know about their game.
pub(super) struct Pair {
    pub(super) id: String,
    ports: Ports,
    /// The connection on which they open games, once they have opened one themselves.
    http: Option<Http>,
    sockets: PerPlayer<Socket>,
    spectator: Option<Socket>,
    position: Box<dyn AnyPosition>,
    /// How many moves are acknowledged.
    pub(super) ply: u32,
}

/// Moves after which two players begin another game, should theirs know no end. The server refuses
/// games of several thousand.
const LONGEST: u32 = 500;

impl Pair {
    /// Opens a game for two players.
    pub(super) async fn open(ports: impl Into<Ports>, variant: &dyn Variant) -> Result<Self> {
        let ports = ports.into();
        Pair::open_on(Http::connect(ports.one).await?, ports, variant).await
    }

    async fn open_on(mut http: Http, ports: Ports, variant: &dyn Variant) -> Result<Self> {
        let mut pair = Seats::take(&mut http, variant).await?.sit(ports).await?;
        pair.http = Some(http);
        Ok(pair)
    }

    /// Goes on to another game if this one is over, or long enough. Whether that was so.
    pub(super) async fn next_game(&mut self) -> Result<bool> {
        let is_next = self.position.outcome().is_some() || self.ply >= LONGEST;
        if is_next {
            let http = match self.http.take() {
                Some(http) => http,
                None => Http::connect(self.ports.one).await?,
            };
            *self = Pair::open_on(http, self.ports, self.position.variant()).await?;
        }
        Ok(is_next)
    }

    /// Plays a random move in a game that is not over, and waits until the server has acknowledged
    /// it and told the others.
    pub(super) async fn turn(&mut self, random: &mut Wyrand) -> Result<Turn> {
        let mover = self.position.to_move();
        let played = long_move(&*self.position, random).context("a move after the end")?;
        let (ply, mv) = (self.ply, &played.mv);
        let said = format!(r#"{{"id":{ply},"ply":{ply},"action":"move","move":"{mv}"}}"#);
        self.sockets[mover].say(&said).await?;
        let done = loop {
            let heard = self.sockets[mover].hear().await?;
            if let Some(problem) = heard.problem {
                bail!("{mv} in game {}: {}", self.id, problem.detail);
            }
            // Before it there may be news of earlier moves.
            if let Some(done) = heard.done {
                ensure!(heard.id == Some(ply.into()), "an answer to something else");
                break done;
            }
        };
        let acknowledged = Instant::now();
        ensure!(done.ply == ply, "action {ply} became {}", done.ply);
        self.ply += 1;
        self.position = played.position;
        let watching = async {
            match &mut self.spectator {
                Some(spectator) => see(spectator, ply).await.map(Some),
                None => Ok(None),
            }
        };
        let seeing = see(&mut self.sockets[mover.other()], ply);
        let (seen, watched) = tokio::try_join!(seeing, watching)?;
        Ok(Turn {
            acknowledged,
            seen,
            watched,
        })
    }

    /// Waits until the server ends it, and says how.
    pub(super) async fn end(&mut self) -> anyhow::Error {
        loop {
            if let Err(end) = self.sockets.one.hear().await {
                return end;
            }
        }
    }
}

/// Waits until a client has been told of an action.
async fn see(socket: &mut Socket, ply: u32) -> Result<Instant> {
    loop {
        let heard = socket.hear().await?;
        if heard.event.is_some_and(|event| event.ply == ply) {
            return Ok(Instant::now());
        }
    }
}

/// A random move, if possible one that does not end the game: what is measured is moves.
fn long_move(position: &dyn AnyPosition, random: &mut Wyrand) -> Option<Played> {
    let mut draw = || {
        let mv = position.random_move(random)?;
        Some(position.play(&mv).expect("a random move is legal"))
    };
    let mut played = draw()?;
    for _ in 0..8 {
        if played.position.outcome().is_none() {
            break;
        }
        played = draw()?;
    }
    Some(played)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use quintet_games::Catalogue;
    use quintet_live::store::Sqlite;
    use quintet_server::{App, Settings};
    use tokio::net::TcpListener;
    use tokio::sync::oneshot;

    use super::*;
    use crate::load::socket::Closed;
    use crate::load::variants;

    #[tokio::test]
    async fn players_go_from_game_to_game_until_the_server_stops() -> Result<()> {
        let folder = tempfile::tempdir()?;
        let store = Sqlite::open(&folder.path().join("games.db"), Catalogue::STANDARD)?;
        let mut settings = Settings::default();
        settings.limits.messages_in_10_seconds = 0;
        settings.limits.games_a_minute = 0;
        settings.limits.seats_a_minute = 0;
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let port = listener.local_addr()?.port();
        let (stop, stopped) = oneshot::channel::<()>();
        let serving = tokio::spawn(quintet_server::serve(
            App::new(settings, Arc::new(store)),
            listener,
            async { drop(stopped.await) },
        ));
        let (mut pairs, mut ended) = (Vec::new(), 0);
        for variant in variants().take(Catalogue::STANDARD.iter().count()) {
            let mut pair = Pair::open(port, variant).await?;
            let (first, mut random) = (pair.id.clone(), Wyrand::new(1));
            for _ in 0..40 {
                pair.turn(&mut random).await?;
                pair.next_game().await?;
            }
            ended += u32::from(pair.id != first);
            pairs.push(pair);
        }
        assert!(ended > 0, "some games have less than 40 moves");
        drop(stop);
        for mut pair in pairs {
            let end = pair.end().await;
            assert_eq!(end.downcast_ref(), Some(&Closed(1012)), "{end}");
        }
        Ok(serving.await?)
    }
}
