//! Many games at full speed: at the largest sizes, where nearly every request is a move, and at the rule books' sizes, where
//! a game is opened every few moves.

use std::time::Duration;

use anyhow::Result;
use quintet_games::{Catalogue, Variant};
use tokio::task::JoinSet;

use super::cores::report_cores;
use super::pair::{Pair, Turn};
use super::{Bench, Window, joined, report, report_times, variants};

/// Measures moves, which are acknowledged when they are on disk.
pub(super) async fn run(bench: &Bench) -> Result<()> {
    play(bench, "long", largest()).await?;
    play(bench, "short", variants()).await
}

/// Returns all games at their largest sizes, over and over.
pub(super) fn largest() -> impl Iterator<Item = &'static dyn Variant> {
    let largest = Catalogue::STANDARD
        .iter()
        .filter_map(|listing| listing.sizes.last().copied());
    largest.cycle()
}

async fn play(
    bench: &Bench,
    length: &str,
    variants: impl Iterator<Item = &'static dyn Variant>,
) -> Result<()> {
    let server = bench.start(length)?;
    let (window, games) = start(bench, variants, |_| vec![server.port; 2]).await?;
    let cores = window.cores(server.programs()).await?;
    let turns = joined(games).await?.concat();
    let what = format!("durable moves in {} {length} games", bench.games);
    report(what, window.per_second(turns.len()), "at least 25,000");
    report_times(turns.iter().map(Turn::time), "at most 10 ms");
    let opened = turns.iter().filter(|turn| turn.is_last).count();
    report("  games opened", window.per_second(opened), "");
    report_cores(&cores);
    Ok(())
}

/// Starts games through the servers at these ports. Their moves within the window are counted.
pub(super) async fn start(
    bench: &Bench,
    variants: impl Iterator<Item = &'static dyn Variant>,
    ports: impl Fn(usize) -> Vec<u16>,
) -> Result<(Window, JoinSet<Result<Vec<Turn>>>)> {
    let mut pairs = Vec::new();
    for (game, variant) in (0..bench.games).zip(variants) {
        pairs.push(Pair::open(ports(game), variant).await?);
    }
    let (window, mut games) = (bench.window(), JoinSet::new());
    for (n, pair) in (0..).zip(pairs) {
        games.spawn(pair.play(bench.seed + n, window, Duration::ZERO));
    }
    Ok((window, games))
}
