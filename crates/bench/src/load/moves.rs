//! Many games at once, in which the players answer each other as fast as acknowledgements come.

use std::time::Instant;

use anyhow::Result;
use quintet_rules::Wyrand;
use tokio::task::JoinSet;

use super::cores::Cores;
use super::figures::{Row, Times, per_second};
use super::pair::Pair;
use super::{Bench, variants};

/// Moves that are acknowledged when they are on disk.
pub(super) async fn run(bench: &Bench) -> Result<Vec<Row>> {
    let (scale, server) = (bench.scale, bench.start("moves")?);
    let mut pairs = Vec::new();
    for (_, variant) in (0..scale.games).zip(variants()) {
        pairs.push(Pair::open(server.port, variant).await?);
    }
    let begin = Instant::now() + scale.warm_up;
    let end = begin + scale.time;
    let mut games = JoinSet::new();
    for (n, pair) in (0..).zip(pairs) {
        games.spawn(play(pair, Wyrand::new(bench.seed + n), begin, end));
    }
    tokio::time::sleep_until(begin.into()).await;
    let cores = Cores::watch(&server)?;
    tokio::time::sleep_until(end.into()).await;
    let cores = cores.row()?;
    let mut times = Times::default();
    while let Some(played) = games.join_next().await {
        times.extend(played??);
    }
    let what = format!("durable moves in {} games", scale.games);
    let found = per_second(times.len(), scale.time);
    let mut rows = vec![Row::new(what, found).wanted("at least 10,000")];
    rows.extend(times.rows("at most 10 ms"));
    rows.push(cores);
    Ok(rows)
}

/// Plays one game after the other. Moves that are acknowledged within the time are counted.
async fn play(mut pair: Pair, mut random: Wyrand, begin: Instant, end: Instant) -> Result<Times> {
    let mut times = Times::default();
    while Instant::now() < end {
        let asked = Instant::now();
        let acknowledged = pair.turn(&mut random).await?;
        if (begin..end).contains(&acknowledged) {
            times.add(acknowledged - asked);
        }
        pair.next_game().await?;
    }
    Ok(times)
}
