//! HTTP requests: analyses at full speed, and ordinary clients during floods from other addresses.

use std::net::Ipv4Addr;
use std::time::Duration;

use anyhow::{Context, Result};
use hyper::header::{ACCEPT_ENCODING, HeaderValue};
use quintet_games::{AnyPosition, Catalogue, Variant};
use quintet_rules::{Player, Random, Wyrand};
use serde_json::json;
use tokio::task::JoinSet;

use super::client::{Http, Request, connect, get, post};
use super::cores::report_cores;
use super::pair::{Pair, Turn};
use super::server::Server;
use super::{Bench, joined, milliseconds, pause, report, report_times, variants};
use crate::figures::{float, quantiles};
use crate::sample::random_successor;

/// Connections on which positions are analyzed, and different requests on each.
const CONNECTIONS: usize = 16;
const REQUESTS: usize = 1000;

/// Analyzes positions of all games at full speed.
pub(super) async fn analyze(bench: &Bench) -> Result<()> {
    let server = bench.start("analyze")?;
    let mut random = Wyrand::new(bench.seed);
    let mut requests = |count: usize| -> Vec<Request> {
        let variants = variants().take(count);
        variants.map(|it| analysis(it, &mut random)).collect()
    };
    // The server solves every game first.
    let mut http = Http::new(None, server.port);
    for request in requests(Catalogue::STANDARD.iter().count()) {
        http.send(request).await?;
    }
    let clients: Vec<_> = (0..CONNECTIONS).map(|_| requests(REQUESTS)).collect();
    let (window, mut asking) = (bench.window(), JoinSet::new());
    for requests in clients {
        let http = Http::new(None, server.port);
        asking.spawn(http.repeat(requests.into_iter().cycle(), window, Duration::ZERO));
    }
    let cores = window.cores(server.programs()).await?;
    let times = joined(asking).await?.concat();
    let what = format!("analyses on {CONNECTIONS} connections");
    report(what, window.per_second(times.len()), "at least 20,000");
    report_times(times, "");
    report_cores(&cores);
    Ok(())
}

/// Returns the request for a position of a random game.
fn analysis(variant: &dyn Variant, random: &mut Wyrand) -> Request {
    let moves = random.below(8) as usize;
    let position = position(variant, moves, random).text();
    let (game, size) = (variant.id(), variant.size().to_string());
    let body = json!({"game": game, "size": size, "position": position});
    post("/api/v1/analyze", &body)
}

/// Returns the position after this number of random moves, or at the end of the game.
fn position(variant: &dyn Variant, moves: usize, random: &mut Wyrand) -> Box<dyn AnyPosition> {
    let mut position = variant.start(Player::One);
    for _ in 0..moves {
        match random_successor(&*position, random) {
            Some(next) => position = next,
            None => break,
        }
    }
    position
}

/// Connections that repeat requests as often as they can.
struct Flood {
    name: &'static str,
    connections: usize,
    /// Addresses from which the connections come.
    addresses: usize,
    /// None for idle connections at the port for the operator.
    requests: Vec<Request>,
}

/// Different pictures in a flood of previews: more than the server stores.
const PICTURES: usize = 1000;

/// Returns all floods, most of them with a size that is not solved.
fn floods(unsolved: &dyn Variant, random: &mut Wyrand) -> [Flood; 5] {
    let (game, size) = (unsolved.id(), unsolved.size().to_string());
    let mut gzip = get("/module/quintet_bg.wasm");
    let encoding = HeaderValue::from_static("gzip");
    gzip.headers_mut().insert(ACCEPT_ENCODING, encoding);
    let preview = |n: usize| {
        let text = position(unsolved, n % 30, random).text().replace(' ', "+");
        get(&format!("/preview/play/{game}/{size}?start={text}"))
    };
    let previews = (0..PICTURES).map(preview).collect();
    let mv = &unsolved.start(Player::One).moves()[0].text;
    let judge = json!({"game": game, "size": size, "move": mv});
    let judge = post("/api/v1/judge", &judge);
    [
        ("searches", 64, 8, vec![choose(unsolved)]),
        ("gzip", 100, 1, vec![gzip]),
        ("preview", 100, 1, previews),
        ("judge", 64, 1, vec![judge]),
        ("admin", 80, 1, Vec::new()),
    ]
    .map(|(name, connections, addresses, requests)| Flood {
        name,
        connections,
        addresses,
        requests,
    })
}

/// Measures moves of levels at solved sizes and live moves, alone and during each flood.
pub(super) async fn fairness(bench: &Bench) -> Result<()> {
    let sizes = Catalogue::STANDARD
        .iter()
        .flat_map(|listing| listing.sizes.iter().copied());
    let unsolved = sizes.filter(|variant| !variant.is_solved());
    // The most moves at the start make the longest answer.
    let unsolved = unsolved.max_by_key(|variant| variant.start(Player::One).moves().len());
    let mut random = Wyrand::new(bench.seed);
    for flood in floods(unsolved.context("every size is solved")?, &mut random) {
        let server = bench.start(flood.name)?;
        // The server solves every game first.
        let mut http = Http::new(None, server.port);
        for variant in variants().take(Catalogue::STANDARD.iter().count()) {
            http.send(choose(variant)).await?;
        }
        let alone = ordinary(bench, &server).await?;
        let _flooding = flood.start(&server);
        let flooded = ordinary(bench, &server).await?;
        let memory = float(server.memory()?) / 1e6;
        let targets = [Duration::from_millis(20), 2 * alone[1]];
        for (n, what) in ["moves of levels", "live moves"].into_iter().enumerate() {
            let what = format!("{what}, 99th percentile");
            report(what, milliseconds(alone[n]), "");
            let during = format!(
                "  during {} connections of {}",
                flood.connections, flood.name
            );
            let target = format!("at most {}", milliseconds(targets[n]));
            report(during, milliseconds(flooded[n]), target);
        }
        report("  memory", format!("{memory:.0} MB"), "at most 300 MB");
    }
    Ok(())
}

impl Flood {
    /// Starts the flood, which ends when the result is dropped.
    fn start(&self, server: &Server) -> JoinSet<Result<()>> {
        let mut tasks = JoinSet::new();
        for n in 0..self.connections {
            let from = Ipv4Addr::new(127, 0, 0, 2 + (n % self.addresses) as u8);
            let (mut http, admin) = (Http::new(Some(from), server.port), server.admin);
            let mut requests = self.requests.clone();
            if !requests.is_empty() {
                let first = n * requests.len() / self.connections;
                requests.rotate_left(first);
            }
            tasks.spawn(async move {
                for request in requests.into_iter().cycle() {
                    // A server may refuse a part of a flood.
                    if http.send(request).await.is_err() {
                        pause(Duration::from_millis(1)).await;
                    }
                }
                let _idle = connect(Some(from), admin).await?;
                std::future::pending().await
            });
        }
        tasks
    }
}

/// Returns the 99th percentiles of a client that asks levels for moves at solved sizes, and of two others who play.
async fn ordinary(bench: &Bench, server: &Server) -> Result<[Duration; 2]> {
    // People pause between requests.
    let (window, pause) = (bench.window(), Duration::from_millis(2));
    let levels = Http::new(None, server.port).repeat(variants().map(choose), window, pause);
    let variant = variants().next().context("there are games")?;
    let pair = Pair::open(vec![server.port; 2], variant).await?;
    let (mut levels, turns) = tokio::try_join!(levels, pair.play(bench.seed, window, pause))?;
    let mut moves: Vec<_> = turns.iter().map(Turn::time).collect();
    Ok([&mut levels, &mut moves].map(|times| quantiles(times, [990])[0]))
}

/// Returns the request for the move of a level.
fn choose(variant: &dyn Variant) -> Request {
    let (game, size) = (variant.id(), variant.size().to_string());
    let body = json!({"game": game, "size": size, "player": "perfect"});
    post("/api/v1/choose", &body)
}
