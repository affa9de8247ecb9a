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
    pub(super) async fn sit(self, port: u16) -> Result<Pair> {
        let one = Socket::open(port, &self.id, &self.tokens.one).await?;
        let two = Socket::open(port, &self.id, &self.tokens.two).await?;
        Ok(Pair {
            id: self.id,
            port,
            http: None,
            sockets: PerPlayer { one, two },
            position: self.start,
            ply: 0,
        })
    }
}

/// Two players with a socket each, and what they know about their game.
pub(super) struct Pair {
    pub(super) id: String,
    port: u16,
    /// The connection on which they open games, once they have opened one themselves.
    http: Option<Http>,
    sockets: PerPlayer<Socket>,
    position: Box<dyn AnyPosition>,
    /// How many moves are acknowledged.
    pub(super) ply: u32,
}

/// Moves after which two players begin another game, should theirs know no end. The server refuses
/// games of several thousand.
const LONGEST: u32 = 500;

impl Pair {
    /// Opens a game for two players.
    pub(super) async fn open(port: u16, variant: &dyn Variant) -> Result<Self> {
        Pair::open_on(Http::connect(port).await?, port, variant).await
    }

    async fn open_on(mut http: Http, port: u16, variant: &dyn Variant) -> Result<Self> {
        let mut pair = Seats::take(&mut http, variant).await?.sit(port).await?;
        pair.http = Some(http);
        Ok(pair)
    }

    /// Goes on to another game if this one is over, or long enough. Whether that was so.
    pub(super) async fn next_game(&mut self) -> Result<bool> {
        let is_next = self.position.outcome().is_some() || self.ply >= LONGEST;
        if is_next {
            let http = match self.http.take() {
                Some(http) => http,
                None => Http::connect(self.port).await?,
            };
            *self = Pair::open_on(http, self.port, self.position.variant()).await?;
        }
        Ok(is_next)
    }

    /// Plays a random move in a game that is not over, and waits until the server has acknowledged
    /// it and told the opponent. Says when it was acknowledged.
    pub(super) async fn turn(&mut self, random: &mut Wyrand) -> Result<Instant> {
        let mover = self.position.to_move();
        let played = long_move(&*self.position, random).context("a move after the end")?;
        let (ply, mv) = (self.ply, &played.mv);
        let said = format!(r#"{{"id":{ply},"ply":{ply},"action":"move","move":"{mv}"}}"#);
        self.sockets[mover].say(said).await?;
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
        self.see(mover.other(), ply).await?;
        Ok(acknowledged)
    }

    /// Waits until the server ends it, and says how.
    pub(super) async fn end(&mut self) -> anyhow::Error {
        loop {
            if let Err(end) = self.sockets.one.hear().await {
                return end;
            }
        }
    }

    /// Waits until a player has been told of an action.
    async fn see(&mut self, player: Player, ply: u32) -> Result<()> {
        loop {
            let heard = self.sockets[player].hear().await?;
            if heard.event.is_some_and(|event| event.ply == ply) {
                return Ok(());
            }
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
        let store = Sqlite::open(&folder.path().join("games.db"))?;
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
        for variant in variants().take(quintet_games::catalogue().count()) {
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
