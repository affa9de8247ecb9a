//! `quintet solve`: a game solved from nothing.

use std::io::Write;
use std::time::Instant;

use anyhow::{Context, Result};
use quintet_arena::document::Worth;
use quintet_arena::{Known, spoken};
use quintet_games::{AnyPosition, Variant, grouped};
use quintet_rules::Player;
use quintet_solver::{Budget, Census, Value};
use serde::Serialize;

use crate::analyze::one_words;
use crate::answer::Answer;
use crate::args::{self, SolveArgs};
use crate::knowledge;

pub(crate) fn run(args: &SolveArgs, out: &mut dyn Write) -> Result<Answer> {
    let variant = args::variant(args.game, args.size.as_deref())?;
    let budget = args.budget.get();
    let began = Instant::now();
    let start = variant.start(Player::One);
    let (known, value) = knowledge::watched(&format!("solving {variant:?}"), |progress| {
        let known = knowledge::tables().compute(variant, progress);
        let value = known.oracle.value(&*start, budget);
        (known, value)
    });
    let seconds = began.elapsed().as_secs_f64();
    knowledge::note_if_not_kept(&known);
    let verified = if args.verify {
        let checked = known.oracle.verify();
        Some(checked.context("this size is not known whole, so there is no table to verify")?)
    } else {
        None
    };
    let solution = Solution {
        game: variant.id(),
        size: variant.size().to_string(),
        start: start.text(),
        winner: winner(&*start, value),
        worth: value.into(),
        line: known.oracle.line(&*start, budget),
        positions: known
            .oracle
            .census()
            .map(|census| Positions::of(variant, &known, census)),
        seconds,
        table_bytes: known.table_bytes,
        peak_memory_bytes: peak_memory(),
        verified_values: verified
            .as_ref()
            .and_then(|verified| verified.as_ref().ok().copied()),
        wrong_position: verified.and_then(Result::err),
    };
    if args.json {
        serde_json::to_writer(&mut *out, &solution)?;
        writeln!(out)?;
    } else {
        solution.show(variant, value, out)?;
    }
    let is_right = value.is_some() && solution.wrong_position.is_none();
    Ok(if is_right { Answer::Yes } else { Answer::No })
}

/// Who wins from a position; `None` if nobody can force it or it is not known.
fn winner(position: &dyn AnyPosition, value: Option<Value>) -> Option<u8> {
    match value? {
        Value::Win(_) => Some(position.to_move().number()),
        Value::Loss(_) => Some(position.to_move().other().number()),
        Value::Endless => None,
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
    verified_values: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wrong_position: Option<String>,
}

/// The count of unfinished positions.
#[derive(Serialize)]
struct Positions {
    counted: &'static str,
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
                line: known.oracle.line(&*position, Budget::NONE),
                position: text,
            }
        };
        Positions {
            counted: variant.counted(),
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
            "{} {}, {name} begins: {}",
            self.game,
            self.size,
            spoken(name, value)
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
        if let Some(checked) = self.verified_values {
            let checked = grouped(checked);
            writeln!(
                out,
                "Verified: {checked} values, all there are up to symmetry, agree with those of their successors"
            )?;
        }
        if let Some(position) = &self.wrong_position {
            writeln!(out, "Verification failed: the value of {position} is wrong")?;
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
            "{}: {total}, of which the player to move",
            self.counted
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
