//! What stopping takes while games are played, and what it leaves.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use quintet_games::Catalogue;
use quintet_live::GameId;
use quintet_live::store::{Sqlite, Store};
use quintet_rules::Wyrand;
use tokio::task::JoinSet;

use super::figures::{Row, seconds};
use super::pair::Pair;
use super::socket::Closed;
use super::{Bench, variants};

/// The number with which a server says that it restarts.
const RESTARTS: Closed = Closed(1012);

/// Asks the server to stop in the middle of everything, and compares what it had acknowledged with
/// what it has kept.
pub(super) async fn run(bench: &Bench) -> Result<Vec<Row>> {
    let mut server = bench.start("stop")?;
    let mut games = JoinSet::new();
    for (n, variant) in (0..bench.scale.games as u64).zip(variants()) {
        let pair = Pair::open(server.port, variant).await?;
        games.spawn(play(pair, Wyrand::new(bench.seed + n)));
    }
    tokio::time::sleep(bench.scale.warm_up).await;
    let asked = Instant::now();
    server.ask_to_stop()?;
    let mut left = Vec::new();
    while let Some(player) = games.join_next().await {
        left.push(player?);
    }
    server.stopped().await?;
    let took = asked.elapsed();

    let store = Sqlite::open(&bench.file("stop"), Catalogue::STANDARD)?;
    let (mut acknowledged, mut lost, mut told) = (0, 0, 0);
    for (id, ply, end) in &left {
        let id: GameId = id.parse().ok().context("an address of a game")?;
        let stored = store.game(id).await?.context("a game is gone")?.log.len() as u32;
        acknowledged += ply;
        lost += ply.saturating_sub(stored);
        told += u32::from(end.downcast_ref() == Some(&RESTARTS));
    }
    let most = Duration::from_secs(10);
    Ok(vec![
        Row::new(format!("stop, {} games in play", left.len()), seconds(took))
            .wanted(format!("less than {} s", most.as_secs())),
        Row::new("  games told that the server restarts", told.to_string())
            .wanted(left.len().to_string()),
        Row::new("  moves acknowledged in them", acknowledged.to_string()),
        Row::new("  of these lost", lost.to_string()).wanted("0"),
    ])
}

/// Plays until the server ends it: the last game, its acknowledged moves, and how it ended.
async fn play(mut pair: Pair, mut random: Wyrand) -> (String, u32, anyhow::Error) {
    let end = loop {
        if let Err(end) = pair.turn(&mut random).await {
            break end;
        }
        if pair.next_game().await.is_err() {
            // There are no more games, but the last one is still watched.
            break pair.end().await;
        }
    };
    (pair.id, pair.ply, end)
}
