//! Ordinary clients beside others that ask for as much as they may.

use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use quintet_games::{Catalogue, Variant};
use quintet_rules::Wyrand;
use quintet_solver::Progress;
use tokio::task::JoinSet;

use super::cores::Cores;
use super::figures::{Row, Times, milliseconds};
use super::http::{Http, request};
use super::pair::Pair;
use super::server::Server;
use super::{Bench, variants};

/// Questions that are searched for at any time, and the addresses from which they come.
const SEARCHES: usize = 64;
const ADDRESSES: u8 = 8;

/// Answers about known sizes and live moves, first alone and then beside searches.
pub(super) async fn run(bench: &Bench) -> Result<Vec<Row>> {
    let (scale, server) = (bench.scale, bench.start("fairness")?);
    let known: Vec<_> = variants()
        .take(Catalogue::STANDARD.iter().count())
        .map(question)
        .collect();
    // The server learns every game first.
    let mut http = Http::connect(server.port).await?;
    for question in &known {
        ask(&mut http, question).await?;
    }
    let alone = Measured::within(scale.time, &server, &known, bench.seed).await?;
    let mut searches = JoinSet::new();
    let unknown = unknown().context("every size is known")?;
    for n in 0..SEARCHES {
        let address = Ipv4Addr::new(127, 0, 0, 2 + n as u8 % ADDRESSES);
        let mut http = Http::connect_from(address, server.port).await?;
        let question = question(unknown);
        searches.spawn(async move {
            loop {
                if let Err(fault) = ask(&mut http, &question).await {
                    return fault;
                }
            }
        });
    }
    tokio::time::sleep(scale.warm_up).await;
    let cores = Cores::watch(&server)?;
    let beside = Measured::within(scale.time, &server, &known, bench.seed).await?;
    let cores = cores.row()?;
    // They are never done, unless something went wrong.
    if let Some(fault) = searches.try_join_next() {
        return Err(fault?);
    }
    let wanted = format!("at most {}", milliseconds(2 * alone.moves));
    let beside_searches = format!("beside {SEARCHES} searches");
    Ok(vec![
        Row::new(
            "levels at known sizes, 99th percentile",
            milliseconds(alone.answers),
        ),
        Row::new(format!("  {beside_searches}"), milliseconds(beside.answers))
            .wanted("at most 20 ms"),
        Row::new("live moves, 99th percentile", milliseconds(alone.moves)),
        Row::new(format!("  {beside_searches}"), milliseconds(beside.moves)).wanted(wanted),
        cores,
    ])
}

/// The times below which 99 of 100 lie.
struct Measured {
    answers: Duration,
    moves: Duration,
}

impl Measured {
    /// One client asks what a level plays at known sizes, and two others play.
    async fn within(time: Duration, server: &Server, known: &[Vec<u8>], seed: u64) -> Result<Self> {
        let end = Instant::now() + time;
        let mut http = Http::connect(server.port).await?;
        let asking = async {
            let mut times = Times::default();
            for question in known.iter().cycle() {
                let asked = Instant::now();
                if asked >= end {
                    break;
                }
                ask(&mut http, question).await?;
                times.add(asked.elapsed());
                pause().await;
            }
            anyhow::Ok(times)
        };
        let playing = async {
            let (mut times, mut random) = (Times::default(), Wyrand::new(seed));
            let variant = variants().next().context("there are games")?;
            let mut pair = Pair::open(server.port, variant).await?;
            while Instant::now() < end {
                let asked = Instant::now();
                times.add(pair.turn(&mut random).await?.acknowledged - asked);
                pair.next_game().await?;
                pause().await;
            }
            anyhow::Ok(times)
        };
        let (mut answers, mut moves) = tokio::try_join!(asking, playing)?;
        let [answers] = answers.quantiles([990]);
        let [moves] = moves.quantiles([990]);
        Ok(Measured { answers, moves })
    }
}

/// People do not ask without a break.
async fn pause() {
    tokio::time::sleep(Duration::from_millis(2)).await;
}

/// A size that is not known whole, the largest of its game.
fn unknown() -> Option<&'static dyn Variant> {
    let is_unknown = |variant: &&'static dyn Variant| {
        let solution = variant.solution();
        let oracle = || solution.oracle(&Progress::default());
        // What has a table is known whole, and takes a while to compute.
        solution.table_version().is_none() && oracle().is_some_and(|oracle| !oracle.is_whole())
    };
    let sizes = Catalogue::STANDARD
        .iter()
        .flat_map(|listing| listing.sizes.iter().copied());
    // The most moves at the start make the longest answer.
    sizes.filter(is_unknown).max_by_key(|variant| {
        let start = variant.start(quintet_rules::Player::One);
        start.moves().len()
    })
}

fn question(variant: &dyn Variant) -> Vec<u8> {
    let (game, size) = (variant.id(), variant.size());
    let body = format!(r#"{{"game":"{game}","size":"{size}","player":"perfect"}}"#);
    request("POST", "/api/v1/choose", &body)
}

async fn ask(http: &mut Http, question: &[u8]) -> Result<()> {
    let (status, answer) = http.send(question).await?;
    ensure!(
        status == 200,
        "{status} {}",
        String::from_utf8_lossy(answer)
    );
    Ok(())
}
