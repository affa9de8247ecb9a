//! Thousands of sockets, most of them idle at any moment: what they cost, and how long a move takes.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use quintet_rules::Wyrand;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::cores::Cores;
use super::figures::{Row, Times, kilobytes, per_second};
use super::http::Http;
use super::pair::{Pair, Seats};
use super::server::Server;
use super::{Bench, Scale, variants};

/// How long the server may settle before its memory is read.
const SETTLE: Duration = Duration::from_secs(1);

/// Moves at a fixed rate, each measured from the moment at which it should have been sent.
pub(super) async fn run(bench: &Bench) -> Result<Vec<Row>> {
    let (scale, server) = (bench.scale, bench.start("sockets")?);
    server.ready().await?;
    let empty = settled(&server).await?;
    let mut seats = Vec::new();
    let mut http = Http::connect(server.port).await?;
    for (_, variant) in (0..scale.crowd).zip(variants()) {
        seats.push(Seats::take(&mut http, variant).await?);
    }
    let opened = settled(&server).await?;
    let mut pairs = Vec::new();
    for seats in seats {
        pairs.push(seats.sit(server.port).await?);
    }
    let watched = settled(&server).await?;
    let cores = Cores::watch(&server)?;
    let (mut times, time) = paced(pairs, &scale, bench.seed).await?;
    let cores = cores.row()?;
    let played = settled(&server).await?;

    let each =
        |more: u64, less: u64, count: usize| kilobytes(more.saturating_sub(less) / count as u64);
    let (games, sockets) = (scale.crowd, 2 * scale.crowd);
    let what = format!("paced moves, {sockets} sockets in {games} games");
    let mut rows = vec![Row::new(what, per_second(times.len(), time)).wanted("2,000")];
    rows.extend(times.rows("at most 5 ms"));
    rows.push(cores);
    let idle = each(watched, opened, sockets);
    rows.push(Row::new("  memory of an idle connection", idle).wanted("at most 12 kB"));
    rows.push(Row::new("  memory of a game", each(opened, empty, games)));
    let moves = format!("  more after {} moves each", times.len() / games);
    rows.push(Row::new(moves, each(played, watched, games)));
    Ok(rows)
}

async fn settled(server: &Server) -> Result<u64> {
    tokio::time::sleep(SETTLE).await;
    server.memory()
}

/// The times of moves that are sent one after the other at a rate, whatever happens to those
/// before; and the time from the first to the last.
async fn paced(pairs: Vec<Pair>, scale: &Scale, seed: u64) -> Result<(Times, Duration)> {
    let between = Duration::from_secs(1) / scale.rate;
    let round = between * pairs.len() as u32;
    let rounds = scale.time.as_nanos().div_ceil(round.as_nanos());
    let begin = Instant::now() + Duration::from_millis(100);
    let turns: Arc<[Semaphore]> = pairs.iter().map(|_| Semaphore::new(0)).collect();
    let mut players = JoinSet::new();
    for (n, mut pair) in (0..).zip(pairs) {
        let turns = Arc::clone(&turns);
        players.spawn(async move {
            let mut random = Wyrand::new(seed + u64::from(n));
            let mut times = Times::default();
            let mut at = begin + between * n;
            for _ in 0..rounds {
                turns[n as usize].acquire().await?.forget();
                times.add(pair.turn(&mut random).await?.acknowledged - at);
                pair.next_game().await?;
                at += round;
            }
            anyhow::Ok((times, pair))
        });
    }
    // A thread keeps the pace: the timers of the runtime would be up to two milliseconds late.
    thread::spawn(move || {
        let moves = (0..rounds).flat_map(|_| turns.iter());
        for (turn, at) in moves.zip((0..).map(|n| begin + between * n)) {
            thread::sleep(at.saturating_duration_since(Instant::now()));
            turn.add_permits(1);
        }
    });
    let mut times = Times::default();
    // The sockets stay open until all have played.
    let mut open = Vec::new();
    while let Some(played) = players.join_next().await {
        let (more, pair) = played??;
        times.extend(more);
        open.push(pair);
    }
    Ok((times, begin.elapsed()))
}
