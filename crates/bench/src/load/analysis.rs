//! Questions about positions, of which nothing is remembered.

use std::time::Instant;

use anyhow::{Result, ensure};
use quintet_games::{Catalogue, Variant};
use quintet_rules::{Player, Random, Wyrand};
use tokio::task::JoinSet;

use super::cores::Cores;
use super::figures::{Row, Times, per_second};
use super::http::{Http, request};
use super::{Bench, variants};

/// Different questions on each connection.
const QUESTIONS: usize = 1000;

/// Positions of all games, analysed as fast as answers come.
pub(super) async fn run(bench: &Bench) -> Result<Vec<Row>> {
    let (scale, server) = (bench.scale, bench.start("analyze")?);
    let mut random = Wyrand::new(bench.seed);
    // The server learns every game first.
    let mut http = Http::connect(server.port).await?;
    for (_, variant) in (0..Catalogue::STANDARD.iter().count()).zip(variants()) {
        ask(&mut http, &question(variant, &mut random)).await?;
    }
    let begin = Instant::now() + scale.warm_up;
    let end = begin + scale.time;
    let mut clients = JoinSet::new();
    for _ in 0..scale.connections {
        let questions = (0..QUESTIONS).zip(variants());
        let questions: Vec<_> = questions
            .map(|(_, variant)| question(variant, &mut random))
            .collect();
        let mut http = Http::connect(server.port).await?;
        clients.spawn(async move {
            let mut times = Times::default();
            for question in questions.iter().cycle() {
                let asked = Instant::now();
                if asked >= end {
                    break;
                }
                ask(&mut http, question).await?;
                if asked >= begin {
                    times.add(asked.elapsed());
                }
            }
            anyhow::Ok(times)
        });
    }
    tokio::time::sleep_until(begin.into()).await;
    let cores = Cores::watch(&server)?;
    tokio::time::sleep_until(end.into()).await;
    let cores = cores.row()?;
    let mut times = Times::default();
    while let Some(asked) = clients.join_next().await {
        times.extend(asked??);
    }
    let what = format!("analyses on {} connections", scale.connections);
    let found = per_second(times.len(), scale.time);
    let mut rows = vec![Row::new(what, found).wanted("at least 20,000")];
    rows.extend(times.rows(""));
    rows.push(cores);
    Ok(rows)
}

async fn ask(http: &mut Http, question: &[u8]) -> Result<()> {
    let (status, answer) = http.send(question).await?;
    ensure!(
        status == 200 && answer.starts_with(b"{"),
        "{status} {}",
        String::from_utf8_lossy(answer)
    );
    Ok(())
}

/// The request for a position of a random game.
fn question(variant: &dyn Variant, random: &mut Wyrand) -> Vec<u8> {
    let mut position = variant.start(Player::One);
    for _ in 0..random.below(8) {
        let Some(mv) = position.random_move(random) else {
            break;
        };
        position = position.play(&mv).expect("a random move is legal").position;
    }
    let (game, size, position) = (variant.id(), variant.size(), position.text());
    let body = format!(r#"{{"game":"{game}","size":"{size}","position":"{position}"}}"#);
    request("POST", "/api/v1/analyze", &body)
}
