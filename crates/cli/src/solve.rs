//! `quintet solve`: a game solved from nothing.

use std::fmt;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use quintet_api::{Positions, SolutionDocument};
use quintet_arena::{Offer, verify_sample};
use quintet_games::{AnyOracle, Variant, group_digits};
use quintet_rules::Player;
use quintet_solver::{Budget, Progress};
use serde::Serialize;

use crate::args::{SolveArgs, Verify};
use crate::output::{Status, note, print};
use crate::{library, system};

/// What is known about a game, and what it took to find out.
#[derive(Serialize)]
struct Measured {
    #[serde(flatten)]
    solution: SolutionDocument,
    seconds: f64,
    table_bytes: usize,
    kept_bytes: u64,
    #[serde(skip)]
    is_sample: bool,
    peak_memory_bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verified_values: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wrong_position: Option<String>,
}

pub(crate) fn run(args: &SolveArgs, out: &mut dyn Write) -> Result<Status> {
    let variant = args.game.variant()?;
    let began = Instant::now();
    if args.keep && !keep(variant)? {
        return Ok(Status::Failure);
    }
    let start = variant.start(Player::One);
    let (known, value, allowance) = library::watched(&format!("solving {variant:?}"), |progress| {
        let tables = library::tables();
        // A large table is never built unasked, and used if it is there.
        let known = match Offer::of(variant) {
            Some(_) => tables.oracle(variant, progress),
            None => tables.compute(variant, progress),
        };
        let known = known.expect("never cancelled");
        // The time for searching begins when the table is there.
        let allowance = args.budget.allowance();
        let budget = Budget::UNBOUNDED.within(&allowance);
        // A part of it is for the line; without a value there is none.
        let value = known.oracle.value(&*start, budget.part(2));
        let value = value.or_else(|| known.oracle.value(&*start, budget));
        (known, value, allowance)
    });
    let budget = Budget::UNBOUNDED.within(&allowance);
    let seconds = began.elapsed().as_secs_f64();
    if let Some(error) = &known.store_error {
        library::note_not_kept(&error.to_string());
    }
    library::note_offer(variant);
    let mut solution = SolutionDocument::of(variant, &*known.oracle, value, budget);
    let (mut verified_values, mut wrong_position) = (None, None);
    if let Some(which) = args.verify {
        match verify(variant, &*known.oracle, which)? {
            Ok(values) => {
                verified_values = Some(values);
                if which == Verify::All && solution.positions.is_none() {
                    solution.positions = count(variant, &*known.oracle);
                }
            }
            Err(position) => wrong_position = Some(position),
        }
    }
    let measured = Measured {
        solution,
        seconds,
        table_bytes: known.table_bytes,
        kept_bytes: known.file_bytes,
        is_sample: args.verify == Some(Verify::Sample),
        peak_memory_bytes: peak_memory(),
        verified_values,
        wrong_position,
    };
    print(&measured, args.json, out)?;
    let is_right = value.is_some() && measured.wrong_position.is_none();
    Ok(if is_right {
        Status::Success
    } else {
        Status::Failure
    })
}

/// The values that `--verify=sample` checks.
const SAMPLE: u64 = 10_000;

/// How many values were checked, or the position whose value is wrong.
fn verify(
    variant: &dyn Variant,
    oracle: &dyn AnyOracle,
    which: Verify,
) -> Result<Result<u64, String>> {
    if !oracle.is_solved() {
        bail!("this size is not known whole, so there is no table to verify");
    }
    let verified = match which {
        Verify::All => library::watched(&format!("verifying {variant:?}"), |progress| {
            oracle.table()?.verify(progress)
        }),
        Verify::Sample => Some(verify_sample(variant, oracle, 1, SAMPLE)),
    };
    if !oracle.is_solved() {
        bail!(
            "the table is damaged, and what is damaged is thrown away; with --keep it is built again"
        );
    }
    verified.context("this size has too many positions to verify each of them")
}

/// Counts the positions of a table that is too large for it unasked.
fn count(variant: &dyn Variant, oracle: &dyn AnyOracle) -> Option<Positions> {
    let census = library::watched(&format!("counting {variant:?}"), |progress| {
        oracle.table()?.census(progress)
    });
    census.map(|census| Positions::of(variant, oracle, census))
}

/// Builds a large table, if there is the space. Whether it is complete: it is not if the program was told to stop.
fn keep(variant: &dyn Variant) -> Result<bool> {
    let offer = Offer::of(variant).with_context(|| {
        if variant.is_solved() {
            format!("{variant:?} is known whole without a table that has to be built")
        } else {
            format!("no table makes every position of {variant:?} known")
        }
    })?;
    let tables = library::tables();
    let folder = tables
        .folder()
        .context("there is no folder to keep the table in: HOME is not set")?;
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let progress = Arc::new(Progress::default());
    let building = Arc::new(Mutex::new(()));
    let (cancelled, ended) = (Arc::clone(&progress), Arc::clone(&building));
    // Held until the table is there or what is half written is taken away: before that, a signal does not end the program.
    let _building = building.lock().unwrap_or_else(PoisonError::into_inner);
    system::when_told_to_stop(move || {
        cancelled.cancel();
        drop(ended.lock());
    })?;
    if tables.offer(variant).is_none() {
        note(&format!(
            "the table of {variant:?} is kept already; what is damaged of it is built again"
        ));
    } else {
        note(&format!(
            "building the table of {variant:?} takes about {} of disk, and {:.0} MB of memory",
            offer.cost_in_words(),
            megabytes(offer.cost.memory)
        ));
        let place = format!("in {}", folder.display());
        check_space(offer.cost.bytes, system::free_space(folder), &place)?;
        check_space(offer.cost.memory, free_memory(), "of memory")?;
    }
    let what = format!("building {variant:?}");
    let built = library::watched_with(&what, &progress, |progress| tables.build(variant, progress));
    if progress.is_cancelled() && built.is_err() {
        note("stopped: the same command goes on with the first part that is not complete");
        return Ok(false);
    }
    built.context("the table is not complete; the same command goes on with what is missing")?;
    Ok(true)
}

/// Fails if less is free than is needed. Where the system does not say what is free, all is.
fn check_space(needed: u64, free: Option<u64>, place: &str) -> Result<()> {
    match free {
        Some(free) if free < needed => bail!(
            "{:.0} MB are needed, and {:.0} MB are free {place}",
            megabytes(needed),
            megabytes(free),
        ),
        _ => Ok(()),
    }
}

/// The text: the solution, its cost and the result of the verification.
impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}Time: {:.3} s", self.solution, self.seconds)?;
        if self.table_bytes > 0 {
            write!(f, ", table: {:.1} MB", megabytes(self.table_bytes as u64))?;
        }
        if self.kept_bytes > 0 {
            write!(f, ", kept: {:.1} MB", megabytes(self.kept_bytes))?;
        }
        if let Some(peak) = self.peak_memory_bytes {
            write!(f, ", most memory: {:.1} MB", megabytes(peak))?;
        }
        writeln!(f)?;
        if let Some(checked) = self.verified_values {
            let checked = group_digits(checked);
            let which = if self.is_sample {
                "those of positions of random games"
            } else {
                "all there are up to symmetry"
            };
            writeln!(
                f,
                "Verified: {checked} values, {which}, agree with those of their successors"
            )?;
        }
        match &self.wrong_position {
            Some(position) => {
                writeln!(f, "Verification failed: the value of {position} is wrong")
            }
            None => Ok(()),
        }
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
    told("/proc/self/status", "VmHWM:")
}

/// The memory that this process can still use, where the system says so.
fn free_memory() -> Option<u64> {
    let [memory, swap] = ["MemAvailable:", "SwapFree:"].map(|name| told("/proc/meminfo", name));
    Some(memory? + swap?)
}

/// The bytes that a file of the system tells in kB, in the line that begins so.
fn told(file: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
