//! `quintet solve`: a game solved from nothing.

use std::io::Write;
use std::time::Instant;

use anyhow::{Result, bail};
use quintet_arena::{Known, verdict};
use quintet_games::{AnyPosition, Variant, grouped};
use quintet_rules::Player;
use quintet_solver::{Census, Value};
use serde::Serialize;

use crate::analyze::{Worth, one_words};
use crate::answer::Answer;
use crate::args::{self, SolveArgs};
use crate::knowledge;

pub(crate) fn run(args: &SolveArgs, out: &mut dyn Write) -> Result<Answer> {
    let variant = args::variant(args.game, args.size.as_deref())?;
    let began = Instant::now();
    let known = knowledge::watched(&format!("solving {variant:?}"), |progress| {
        knowledge::tables().compute(variant, progress)
    });
    let start = variant.start(Player::One);
    let value = known.oracle.value(&*start, args.budget.nodes);
    let seconds = began.elapsed().as_secs_f64();
    knowledge::note_if_not_kept(&known);
    let solution = Solution {
        game: variant.id(),
        size: variant.size().to_string(),
        start: start.text(),
        winner: winner(&*start, value),
        worth: value.into(),
        line: known.oracle.line(&*start, args.budget.nodes),
        positions: known
            .oracle
            .census()
            .map(|census| Positions::of(variant, &known, census)),
        seconds,
        table_bytes: known.table_bytes,
        peak_memory_bytes: peak_memory(),
        verified_positions: if args.verify {
            Some(verify(&known)?)
        } else {
            None
        },
    };
    if args.json {
        serde_json::to_writer(&mut *out, &solution)?;
        writeln!(out)?;
    } else {
        solution.show(variant, value, out)?;
    }
    Ok(if value.is_some() {
        Answer::Yes
    } else {
        Answer::No
    })
}

/// Who wins from a position; `None` if nobody can force it or it is not known.
fn winner(position: &dyn AnyPosition, value: Option<Value>) -> Option<u8> {
    match value? {
        Value::Win(_) => Some(position.to_move().number()),
        Value::Loss(_) => Some(position.to_move().other().number()),
        Value::Endless => None,
    }
}

/// Checks every value by the rules. A fault is a fault of the program, and said so.
fn verify(known: &Known) -> Result<u64> {
    match known.oracle.verify() {
        Some(Ok(checked)) => Ok(checked),
        Some(Err(position)) => bail!("the value of {position} is wrong"),
        None => bail!("this size is not known whole, so there is no table to verify"),
    }
}

/// Everything there is to say about a solved game.
#[derive(Serialize)]
struct Solution {
    game: &'static str,
    size: String,
    start: String,
    winner: Option<u8>,
    #[serde(flatten)]
    worth: Worth,
    line: Vec<String>,
    positions: Option<Positions>,
    seconds: f64,
    table_bytes: usize,
    peak_memory_bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verified_positions: Option<u64>,
}

/// The count of unfinished positions.
#[derive(Serialize)]
struct Positions {
    total: u64,
    won: u64,
    lost: u64,
    endless: u64,
    longest_win: Option<LongestWin>,
}

#[derive(Serialize)]
struct LongestWin {
    distance: u8,
    position: String,
    line: Vec<String>,
}

impl Positions {
    fn of(variant: &dyn Variant, known: &Known, census: Census<String>) -> Self {
        let longest_win = |(distance, text): (u8, String)| {
            let position = variant.position(&text).expect("a counted position is one");
            LongestWin {
                distance,
                line: known.oracle.line(&*position, 0),
                position: text,
            }
        };
        Positions {
            total: census.total(),
            won: census.won,
            lost: census.lost,
            endless: census.endless,
            longest_win: census.longest_win.map(longest_win),
        }
    }
}

impl Solution {
    fn show(&self, variant: &dyn Variant, value: Option<Value>, out: &mut dyn Write) -> Result<()> {
        let name = variant.name(Player::One);
        writeln!(
            out,
            "{} {}, {name} begins: {name} {}",
            self.game,
            self.size,
            verdict(value)
        )?;
        if !self.line.is_empty() {
            writeln!(out, "Best line: {}", one_words(&self.line))?;
        }
        if let Some(positions) = &self.positions {
            positions.show(out)?;
        }
        write!(out, "Time: {:.3} s", self.seconds)?;
        if self.table_bytes > 0 {
            write!(out, ", table: {:.1} MB", megabytes(self.table_bytes as u64))?;
        }
        if let Some(peak) = self.peak_memory_bytes {
            write!(out, ", most memory: {:.1} MB", megabytes(peak))?;
        }
        writeln!(out)?;
        if let Some(checked) = self.verified_positions {
            writeln!(
                out,
                "Verified: {} values agree with those of their successors",
                grouped(checked)
            )?;
        }
        Ok(())
    }
}

impl Positions {
    fn show(&self, out: &mut dyn Write) -> Result<()> {
        let [total, won, lost, endless] =
            [self.total, self.won, self.lost, self.endless].map(grouped);
        writeln!(
            out,
            "Unfinished positions: {total}, of which the player to move"
        )?;
        writeln!(out, "  wins {won}, loses {lost}, and {endless} are endless")?;
        if let Some(longest) = &self.longest_win {
            writeln!(
                out,
                "Longest win: {} moves from {}",
                longest.distance, longest.position
            )?;
            writeln!(out, "  {}", one_words(&longest.line))?;
        }
        Ok(())
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a size needs no more than a few digits"
)]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

/// The most memory that this process has used, where the system says so.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
