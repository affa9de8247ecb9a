//! Several servers on one `PostgreSQL`: the two seats of each game on different servers, a spectator on another.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use quintet_rules::Wyrand;
use quintet_testkit::Postgres;
use serde::Deserialize;
use tokio::task::JoinSet;

use super::cores::Cores;
use super::figures::{Row, Times, milliseconds, per_second};
use super::http::Http;
use super::moves::largest;
use super::pair::{Pair, Ports};
use super::server::Server;
use super::socket::Socket;
use super::{Bench, variants};

/// The database that the servers share.
pub(super) enum Database {
    /// It is measured, too.
    Private(Box<Postgres>),
    /// Where it is.
    Given(String),
}

/// What a database of our own does by default is measured, with more memory than for tests.
const SETTINGS: [&str; 3] = [
    "shared_buffers=256MB",
    "max_wal_size=4GB",
    "track_wal_io_timing=on",
];

/// Connections on which idle games are opened at a time.
const OPENERS: usize = 50;

/// How long it takes to ask the database what it has done.
const ASKING: Duration = Duration::from_millis(100);

/// How long the servers may settle before their idle cost is measured.
const SETTLE: Duration = Duration::from_secs(3);

impl Database {
    /// The one at an address; a private one in a folder if that is empty.
    pub(super) fn open(url: &str, folder: &Path) -> Self {
        match url {
            url if !url.is_empty() => Database::Given(url.to_owned()),
            _ => Database::Private(Box::new(Postgres::start_in(folder, &SETTINGS))),
        }
    }

    /// Servers on a new database, or on the one that is given.
    fn start(&self, bench: &Bench, name: &str, count: usize) -> Result<Vec<Server>> {
        let url = match self {
            Database::Private(postgres) => postgres.database(name),
            Database::Given(url) => url.clone(),
        };
        let servers = (0..count).map(|_| bench.start_on(url.as_ref()));
        servers.collect()
    }

    /// Watches the processor time of servers, and of the database if it is here.
    fn watch(&self, servers: &[Server]) -> Result<Cores> {
        let mut parts = vec![("nodes", servers.iter().map(Server::id).collect())];
        if let Database::Private(postgres) = self {
            parts.push(("database", vec![postgres.pid()]));
        }
        Cores::watch_all(parts)
    }

    /// What the database has done until now.
    fn work(&self, name: &str) -> Result<Option<Work>> {
        let Database::Private(postgres) = self else {
            return Ok(None);
        };
        let found = postgres.sql(&format!(
            "SELECT xact_commit, wal_sync, wal_sync_time::bigint,
                 (pg_current_wal_lsn() - '0/0'::pg_lsn)::bigint, pg_database_size('{name}')
             FROM pg_stat_wal, pg_stat_database WHERE datname = '{name}'"
        ));
        let numbers: Vec<u64> = found
            .split('|')
            .map(str::parse)
            .collect::<Result<_, _>>()
            .with_context(|| format!("the database tells {found:?}"))?;
        let [commits, syncs, milliseconds, log, size] = numbers[..] else {
            unreachable!("five columns");
        };
        Ok(Some(Work {
            commits,
            syncs,
            syncing: Duration::from_millis(milliseconds),
            log,
            size,
        }))
    }
}

/// What a database has done.
struct Work {
    commits: u64,
    syncs: u64,
    syncing: Duration,
    /// Bytes of its log.
    log: u64,
    /// Bytes of its tables.
    size: u64,
}

impl Work {
    /// What it has done since then, for so many moves.
    fn rows(&self, before: &Work, moves: usize, time: Duration) -> Vec<Row> {
        let rate = |now: u64, before: u64| per_second((now - before) as usize, time);
        let each = |now: u64, before: u64| {
            let bytes = (now.saturating_sub(before)) / (moves as u64).max(1);
            format!("{bytes} bytes")
        };
        let syncing =
            self.syncing.saturating_sub(before.syncing).as_secs_f64() / time.as_secs_f64();
        vec![
            Row::new("  transactions", rate(self.commits, before.commits)),
            Row::new("  waits for the disk", rate(self.syncs, before.syncs)),
            Row::new("  time in these", format!("{:.0} %", 100.0 * syncing)),
            Row::new("  log of the database a move", each(self.log, before.log)),
            Row::new("  its tables a move", each(self.size, before.size)),
        ]
    }
}

/// The servers of a game: each player on another, the spectator on a third, as far as there are so many.
fn ports(servers: &[Server], game: usize) -> Ports {
    let port = |place: usize| servers[(game + place) % servers.len()].port;
    Ports {
        one: port(0),
        two: port(1),
        spectator: Some(port(2)),
    }
}

/// The times of the moves of one game or of all.
#[derive(Default)]
struct Moves {
    acknowledged: Times,
    seen: Times,
    watched: Times,
}

/// Games in which the players answer as fast as they can.
pub(super) async fn play(bench: &Bench, database: &Database, count: usize) -> Result<Vec<Row>> {
    let (scale, name) = (bench.scale, format!("play{count}"));
    let servers = database.start(bench, &name, count)?;
    let mut pairs = Vec::new();
    for (game, variant) in (0..scale.games).zip(largest()) {
        pairs.push(Pair::open(ports(&servers, game), variant).await?);
    }
    let begin = Instant::now() + scale.warm_up;
    let end = begin + scale.time;
    let mut games = JoinSet::new();
    for (n, pair) in (0..).zip(pairs) {
        games.spawn(turns(pair, Wyrand::new(bench.seed + n), begin, end));
    }
    // To ask the database takes the time of all clients, so that is done before and after.
    tokio::time::sleep(scale.warm_up.saturating_sub(ASKING)).await;
    let before = database.work(&name)?;
    tokio::time::sleep_until(begin.into()).await;
    let cores = database.watch(&servers)?;
    tokio::time::sleep_until(end.into()).await;
    let (cores, after) = (cores.row()?, database.work(&name)?);
    let mut moves = Moves::default();
    while let Some(played) = games.join_next().await {
        let more = played??;
        moves.acknowledged.extend(more.acknowledged);
        moves.seen.extend(more.seen);
        moves.watched.extend(more.watched);
    }
    let nodes = if count == 1 { "node" } else { "nodes" };
    let what = format!("{count} {nodes}: durable moves in {} games", scale.games);
    let made = moves.acknowledged.len();
    let mut rows = vec![Row::new(what, per_second(made, scale.time)).wanted("at least 5,000")];
    rows.extend(moves.acknowledged.rows("at most 25 ms"));
    for (who, mut times) in [("opponent", moves.seen), ("spectator", moves.watched)] {
        let [median, p99] = times.quantiles([500, 990]);
        let what = format!("  until the {who} sees it, median");
        rows.push(Row::new(what, milliseconds(median)).wanted("at most 10 ms"));
        rows.push(Row::new("    99th percentile", milliseconds(p99)));
    }
    rows.push(cores);
    if let (Some(before), Some(after)) = (before, after) {
        rows.extend(after.rows(&before, made, scale.time));
    }
    Ok(rows)
}

/// Plays one game after the other. Moves that are acknowledged within the time are counted.
async fn turns(mut pair: Pair, mut random: Wyrand, begin: Instant, end: Instant) -> Result<Moves> {
    let mut moves = Moves::default();
    while Instant::now() < end {
        let asked = Instant::now();
        let turn = pair.turn(&mut random).await?;
        if (begin..end).contains(&turn.acknowledged) {
            let after = |seen: Instant| seen.saturating_duration_since(turn.acknowledged);
            moves.acknowledged.add(turn.acknowledged - asked);
            moves.seen.add(after(turn.seen));
            turn.watched
                .map(after)
                .into_iter()
                .for_each(|time| moves.watched.add(time));
        }
        pair.next_game().await?;
    }
    Ok(moves)
}

/// A game that was opened, and its token.
#[derive(Deserialize)]
struct Opened {
    token: String,
    game: Named,
}

#[derive(Deserialize)]
struct Named {
    id: String,
}

/// What games cost in which nothing happens, with a socket each on one of the servers.
pub(super) async fn rest(bench: &Bench, database: &Database, count: usize) -> Result<Vec<Row>> {
    let scale = bench.scale;
    let servers = database.start(bench, "rest", count)?;
    let port = servers[0].port;
    let empty = idle(bench, database, &servers).await?;
    let mut openers = JoinSet::new();
    for opener in 0..OPENERS {
        let games = (scale.idle + OPENERS - 1 - opener) / OPENERS;
        openers.spawn(async move {
            let mut http = Http::connect(port).await?;
            let mut sockets = Vec::new();
            for (_, variant) in (0..games).zip(variants()) {
                let (game, size) = (variant.id(), variant.size());
                let body = format!(r#"{{"game":"{game}","size":"{size}","seat":1,"views":false}}"#);
                let opened: Opened = http.post("/api/v1/games", &body).await?;
                sockets.push(Socket::open(port, &opened.game.id, Some(&opened.token)).await?);
            }
            anyhow::Ok(sockets)
        });
    }
    let mut listening = JoinSet::new();
    while let Some(opened) = openers.join_next().await {
        for mut socket in opened?? {
            // Pings are answered while it listens.
            listening.spawn(async move { while socket.hear().await.is_ok() {} });
        }
    }
    let full = idle(bench, database, &servers).await?;
    let open = listening.len();
    let mut rows = vec![Row::new(
        format!("idle, {count} servers, games with a socket on one"),
        open.to_string(),
    )];
    for ((name, empty), (_, full)) in empty.into_iter().zip(full) {
        let found = format!("{:.1} %", 100.0 * full);
        rows.push(Row::new(format!("  of a core: {name}"), found));
        rows.push(Row::new(
            "    without games",
            format!("{:.1} %", 100.0 * empty),
        ));
    }
    Ok(rows)
}

/// The share of one core that each part uses while nothing happens: the server with the games, and the database.
async fn idle(
    bench: &Bench,
    database: &Database,
    servers: &[Server],
) -> Result<Vec<(&'static str, f64)>> {
    tokio::time::sleep(SETTLE).await;
    let cores = database.watch(&servers[..1])?;
    tokio::time::sleep(bench.scale.idle_time).await;
    cores.shares()
}
