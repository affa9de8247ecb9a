//! What is kept of a table, and how soon it answers.

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use quintet_games::{AnyPosition, Variant};
use quintet_solver::{Budget, Progress, Solution, Stored};

use super::{megabytes, random_positions};

pub(super) const HEADING: &str = "game               size    kept MB   bits/pos  write ms   open ms  cold p50 us  cold p99 us  warm p50 us  warm p99 us";

/// Random games are played until so many of their positions are found in the table, or so often.
const MOST_TRIES: usize = 100;

/// Writes a game's table as it is kept, opens it from memory and asks for each of some positions twice: the
/// first time a block is decoded, the second time it is there. Nothing for a game that keeps no table.
pub(super) fn measure(
    variant: &dyn Variant,
    questions: usize,
    seed: u64,
    out: &mut dyn Write,
) -> Result<()> {
    let Solution::Table {
        compute,
        write,
        open,
        ..
    } = variant.solution()
    else {
        return Ok(());
    };
    let table = compute(&Progress::default()).context("never cancelled")?;
    let began = Instant::now();
    let mut kept = Vec::new();
    write(&table, &mut kept)?;
    let written = began.elapsed();
    let kept_bytes = kept.len();
    let whole = open(Stored::Whole(table)).context("a computed table can be opened")?;
    let table = whole.listed().context("all positions are listed")?;
    let census = table.census(&Progress::default());
    let positions = census.context("never cancelled")?.total();

    let began = Instant::now();
    let oracle = open(Stored::Kept(Arc::new(kept))).context("a kept table can be opened")?;
    let opened = began.elapsed();
    let mut asked: Vec<Box<dyn AnyPosition>> = Vec::new();
    for n in 0..MOST_TRIES as u64 {
        let found = random_positions(variant, questions, seed + n);
        asked.extend(found.into_iter().filter(|it| oracle.is_tabulated(&**it)));
        if asked.len() >= questions {
            break;
        }
    }
    asked.truncate(questions);
    let mut cold = Vec::new();
    let mut warm = Vec::new();
    for position in &asked {
        for times in [&mut cold, &mut warm] {
            let began = Instant::now();
            let value = oracle.value(&**position, Budget::NONE);
            times.push(began.elapsed());
            assert_eq!(
                value,
                whole.value(&**position, Budget::NONE),
                "{position:?}"
            );
        }
    }
    let [cold, warm] = [cold, warm].map(|mut times| {
        times.sort_unstable();
        [50, 99].map(|percent| micros(times.get(times.len() * percent / 100)))
    });
    #[expect(
        clippy::cast_precision_loss,
        reason = "a ratio needs no more than a few digits"
    )]
    let bits = 8.0 * kept_bytes as f64 / positions as f64;
    writeln!(
        out,
        "{:<18} {:<5} {:>9.3} {:>10.4} {:>9.1} {:>9.2} {:>12.2} {:>12.2} {:>12.2} {:>12.2}",
        variant.id(),
        variant.size().to_string(),
        megabytes(kept_bytes as u64),
        bits,
        written.as_secs_f64() * 1e3,
        opened.as_secs_f64() * 1e3,
        cold[0],
        cold[1],
        warm[0],
        warm[1]
    )?;
    Ok(())
}

fn micros(time: Option<&Duration>) -> f64 {
    time.map_or(f64::NAN, |time| time.as_secs_f64() * 1e6)
}
