//! Many games at once, in which the players answer each other as fast as acknowledgements come.
//!
//! Once at the largest sizes, where games are long and nearly everything is a move; and once at the rule books', where
//! every few moves a game is opened, joined and watched through two new connections.

use std::time::Instant;

use anyhow::Result;
use quintet_games::{Catalogue, Variant};
use quintet_rules::Wyrand;
use tokio::task::JoinSet;

use super::cores::Cores;
use super::figures::{Row, Times, per_second};
use super::pair::Pair;
use super::{Bench, variants};

/// Moves that are acknowledged when they are on disk.
pub(super) async fn run(bench: &Bench) -> Result<Vec<Row>> {
    let mut rows = play_all(bench, "long", largest()).await?;
    rows.extend(play_all(bench, "short", variants()).await?);
    Ok(rows)
}

/// All games at their largest sizes, over and over.
pub(super) fn largest() -> impl Iterator<Item = &'static dyn Variant> {
    let largest = Catalogue::STANDARD
        .iter()
        .filter_map(|listing| listing.sizes.last().copied());
    largest.cycle()
}

/// Games of these variants at once.
async fn play_all(
    bench: &Bench,
    length: &str,
    variants: impl Iterator<Item = &'static dyn Variant>,
) -> Result<Vec<Row>> {
    let (scale, server) = (bench.scale, bench.start(length)?);
    let mut pairs = Vec::new();
    for (_, variant) in (0..scale.games).zip(variants) {
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
    let (mut times, mut opened) = (Times::default(), 0);
    while let Some(played) = games.join_next().await {
        let (more, games) = played??;
        times.extend(more);
        opened += games;
    }
    let what = format!("durable moves in {} {length} games", scale.games);
    let found = per_second(times.len(), scale.time);
    let mut rows = vec![Row::new(what, found).wanted("at least 25,000")];
    rows.extend(times.rows("at most 10 ms"));
    rows.push(Row::new("  games opened", per_second(opened, scale.time)));
    rows.push(cores);
    Ok(rows)
}

/// Plays one game after the other. Moves that are acknowledged, and games that are opened, within the time are counted.
async fn play(
    mut pair: Pair,
    mut random: Wyrand,
    begin: Instant,
    end: Instant,
) -> Result<(Times, usize)> {
    let (mut times, mut opened) = (Times::default(), 0);
    while Instant::now() < end {
        let asked = Instant::now();
        let acknowledged = pair.turn(&mut random).await?.acknowledged;
        if (begin..end).contains(&acknowledged) {
            times.add(acknowledged - asked);
        }
        opened += usize::from(pair.next_game().await? && acknowledged >= begin);
    }
    Ok((times, opened))
}
