//! Thousands of mostly idle sockets: their memory, and the time of a move.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use quintet_rules::Wyrand;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::client::Http;
use super::cores::{Cores, report_cores};
use super::pair::Pair;
use super::server::Server;
use super::{Bench, joined, rate, report, report_times, variants};
use crate::figures::float;

const GAMES: usize = 2500;

/// The time between two moves, in all games together.
const BETWEEN: Duration = Duration::from_micros(500);

/// Moves in each game.
const ROUNDS: u32 = 8;

/// Moves at a fixed rate, each measured from the moment at which it should have been sent.
pub(super) async fn run(bench: &Bench) -> Result<()> {
    let (games, server) = (bench.scaled(GAMES), bench.start("sockets")?);
    server.ready().await?;
    let empty = settled(&server).await?;
    let (mut pairs, mut http) = (Vec::new(), Http::new(None, server.port));
    for (_, variant) in (0..games).zip(variants()) {
        pairs.push(Pair::take(&mut http, vec![server.port; 2], variant).await?);
    }
    let opened = settled(&server).await?;
    let mut connected = Vec::new();
    for pair in pairs {
        connected.push(pair.connect().await?);
    }
    let watched = settled(&server).await?;
    let cores = Cores::watch(server.programs())?;
    let began = Instant::now();
    let times = paced(connected, server.port, bench.seed).await?;
    let (time, cores) = (began.elapsed(), cores.shares()?);

    let what = format!("paced moves, {} sockets in {games} games", 2 * games);
    report(what, rate(times.len(), time), "2,000");
    report_times(times, "at most 5 ms");
    report_cores(&cores);
    let kilobytes = |bytes: u64, count: usize| {
        let kilobytes = float(bytes) / float(count as u64) / 1e3;
        format!("{kilobytes:.1} kB")
    };
    let idle = kilobytes(watched.saturating_sub(opened), 2 * games);
    report("  memory of an idle connection", idle, "at most 12 kB");
    let game = kilobytes(opened.saturating_sub(empty), games);
    report("  memory of a game", game, "");
    Ok(())
}

/// Returns the memory of the server after it has settled.
async fn settled(server: &Server) -> Result<u64> {
    sleep(Duration::from_secs(1)).await;
    server.memory()
}

/// Sends moves at a fixed rate, independent of earlier responses, and returns their times.
async fn paced(pairs: Vec<Pair>, port: u16, seed: u64) -> Result<Vec<Duration>> {
    let begin = Instant::now() + Duration::from_millis(100);
    let turns: Arc<[Semaphore]> = pairs.iter().map(|_| Semaphore::new(0)).collect();
    let round = BETWEEN * pairs.len() as u32;
    let mut players = JoinSet::new();
    for (n, mut pair) in (0..).zip(pairs) {
        let turns = Arc::clone(&turns);
        players.spawn(async move {
            let (mut random, mut http) = (Wyrand::new(seed + u64::from(n)), Http::new(None, port));
            let mut times = Vec::new();
            for number in 0..ROUNDS {
                turns[n as usize].acquire().await?.forget();
                let due = begin + BETWEEN * n + round * number;
                times.push(pair.turn(&mut random).await?.acknowledged - due);
                pair.next_game(&mut http).await?;
            }
            // The sockets stay open until all have played.
            Ok((times, pair))
        });
    }
    // A thread sets the pace, because the timers of the runtime are up to two milliseconds late.
    thread::spawn(move || {
        let moves = (0..ROUNDS).flat_map(|_| turns.iter());
        for (turn, due) in moves.zip((0..).map(|n| begin + BETWEEN * n)) {
            thread::sleep(due.saturating_duration_since(Instant::now()));
            turn.add_permits(1);
        }
    });
    let played = joined(players).await?;
    Ok(played.into_iter().flat_map(|(times, _)| times).collect())
}
