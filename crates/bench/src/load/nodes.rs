//! Several servers on one `PostgreSQL`: the two players of each game and a spectator on different servers.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use quintet_testkit::Postgres;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::client::{Http, Socket};
use super::cores::{Cores, Programs, Shares, report_cores};
use super::moves::{self, largest};
use super::pair::{Turn, open_game};
use super::server::Server;
use super::{Bench, joined, milliseconds, report, report_times, variants};
use crate::figures::{float, quantiles};

/// The defaults are measured, with more memory than for tests.
const SETTINGS: [&str; 3] = [
    "shared_buffers=256MB",
    "max_wal_size=4GB",
    "track_wal_io_timing=on",
];

/// The time of a query for the work of the database.
const QUERY: Duration = Duration::from_millis(100);

/// Games in which nothing happens, and the connections on which they are opened.
const IDLE_GAMES: usize = 10_000;
const OPENERS: usize = 50;

/// Syncs of the log, milliseconds spent in them, bytes of the log, and bytes of the database.
type Work = [u64; 4];

/// Starts servers on a new database.
fn start(bench: &Bench, postgres: &Postgres, name: &str, count: usize) -> Result<Vec<Server>> {
    let url = postgres.database(name);
    (0..count).map(|_| bench.start_on(url.as_ref())).collect()
}

/// Returns the processes of servers and of the database.
fn programs(postgres: &Postgres, servers: &[Server]) -> Programs {
    let nodes = servers.iter().map(Server::id).collect();
    vec![("nodes", nodes), ("database", vec![postgres.pid()])]
}

/// Returns the work of the database until now.
fn work(postgres: &Postgres, name: &str) -> Result<Work> {
    let row = postgres.sql(&format!(
        "SELECT wal_sync, wal_sync_time::bigint, (pg_current_wal_lsn() - '0/0'::pg_lsn)::bigint,
             pg_database_size('{name}') FROM pg_stat_wal"
    ));
    let columns: Result<Vec<_>, _> = row.split('|').map(str::parse).collect();
    let work = columns.ok().and_then(|columns| columns.try_into().ok());
    work.with_context(|| format!("the database answers {row:?}"))
}

/// Measures 1 to `most` servers.
pub(super) async fn run(bench: &Bench, most: usize) -> Result<()> {
    let postgres = Postgres::start_in(bench.folder.path(), &SETTINGS);
    for count in 1..=most {
        play(bench, &postgres, count).await?;
    }
    rest(bench, &postgres, most).await
}

/// Games in which the players answer as fast as they can.
async fn play(bench: &Bench, postgres: &Postgres, count: usize) -> Result<()> {
    let name = format!("play{count}");
    let servers = start(bench, postgres, &name, count)?;
    let ports = |game: usize| {
        let places = (game..game + 3).map(|place| servers[place % count].port);
        places.collect()
    };
    let (window, games) = moves::start(bench, largest(), ports).await?;
    // A query stops all clients for a while, so it is made just before and after the window.
    let warm_up = window.begin.saturating_duration_since(Instant::now());
    sleep(warm_up.saturating_sub(QUERY)).await;
    let before = work(postgres, &name)?;
    let cores = window.cores(programs(postgres, &servers)).await?;
    let after = work(postgres, &name)?;
    let turns = joined(games).await?.concat();

    let nodes = if count == 1 { "node" } else { "nodes" };
    let what = format!("{count} {nodes}: durable moves in {} games", bench.games);
    report(what, window.per_second(turns.len()), "at least 5,000");
    report_times(turns.iter().map(Turn::time), "at most 25 ms");
    for (n, name) in ["opponent", "spectator"].into_iter().enumerate() {
        let seen = |turn: &Turn| turn.seen[n].saturating_duration_since(turn.acknowledged);
        let mut times: Vec<_> = turns.iter().map(seen).collect();
        let [median, p99] = quantiles(&mut times, [500, 990]).map(milliseconds);
        let what = format!("  until the {name} sees it, median");
        report(what, median, "at most 10 ms");
        report("    99th percentile", p99, "");
    }
    report_cores(&cores);
    let work = |n: usize| after[n].saturating_sub(before[n]);
    let syncs = window.per_second(work(0) as usize);
    let share = float(work(1)) / 10.0 / (window.end - window.begin).as_secs_f64();
    let a_move = |bytes: u64| format!("{} bytes", bytes / (turns.len() as u64).max(1));
    report("  waits for the disk", syncs, "");
    report("  time in these", format!("{share:.0}%"), "");
    report("  log of the database a move", a_move(work(2)), "");
    report("  its tables a move", a_move(work(3)), "");
    Ok(())
}

/// Returns the cost of games in which nothing happens, with a socket each on one of the servers.
async fn rest(bench: &Bench, postgres: &Postgres, count: usize) -> Result<()> {
    let servers = start(bench, postgres, "rest", count)?;
    let port = servers[0].port;
    let empty = idle(bench, postgres, &servers).await?;
    let games = bench.scaled(IDLE_GAMES / OPENERS);
    let mut openers = JoinSet::new();
    for _ in 0..OPENERS {
        openers.spawn(async move {
            let (mut http, mut sockets) = (Http::new(None, port), Vec::new());
            for (_, variant) in (0..games).zip(variants()) {
                let (id, token) = open_game(&mut http, variant).await?;
                sockets.push(Socket::open(port, &id, Some(&token)).await?);
            }
            Ok(sockets)
        });
    }
    let mut listening = JoinSet::new();
    for mut socket in joined(openers).await?.into_iter().flatten() {
        // Pings are answered while it listens.
        listening.spawn(async move { while socket.hear().await.is_ok() {} });
    }
    let full = idle(bench, postgres, &servers).await?;
    let what = format!("idle, {count} servers, games with a socket on one");
    report(what, listening.len(), "");
    for ((name, empty), (_, full)) in empty.into_iter().zip(full) {
        let percent = |share: f64| format!("{:.1}%", 100.0 * share);
        report(format!("  of a core: {name}"), percent(full), "");
        report("    without games", percent(empty), "");
    }
    Ok(())
}

/// Returns the share of one core used by the server with the games, and by the database, while nothing happens.
async fn idle(bench: &Bench, postgres: &Postgres, servers: &[Server]) -> Result<Shares> {
    // They settle first.
    sleep(Duration::from_secs(3)).await;
    let programs = programs(postgres, &servers[..1]);
    let count = programs.len();
    let cores = Cores::watch(programs)?;
    sleep(Duration::from_secs(bench.scaled(20) as u64)).await;
    Ok(cores.shares()?[..count].to_vec())
}
