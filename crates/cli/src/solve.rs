//! `quintet solve`: the solution of a game.

use std::fmt;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use quintet_api::{Positions, SolutionDocument};
use quintet_arena::{Offer, space_in_words, verify_sample};
use quintet_games::{AnyOracle, Variant, group_digits};
use quintet_rules::Player;
use quintet_solver::{Budget, Progress};
use serde::Serialize;

use crate::args::{SolveArgs, Verify};
use crate::output::{Status, note, print};
use crate::{library, system};

/// The solution of a game, and its cost.
#[derive(Serialize)]
struct Measured {
    #[serde(flatten)]
    solution: SolutionDocument,
    seconds: f64,
    table_bytes: usize,
    stored_bytes: u64,
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
    if args.keep {
        build(variant)?;
    }
    let start = variant.start(Player::One);
    let (known, value, allowance) = library::watched(&format!("solving {variant:?}"), |progress| {
        let tables = library::tables();
        // Large tables are used if they are stored, and built only on request.
        let known = match Offer::of(variant) {
            Some(_) => tables.oracle(variant, progress),
            None => tables.compute(variant, progress),
        };
        let known = known.expect("never cancelled");
        // The search time starts after the table has been loaded.
        let allowance = args.budget.allowance();
        let budget = Budget::UNBOUNDED.within(&allowance);
        // Half of the budget is for the principal variation, unless the value needs all of it.
        let value = known.oracle.value(&*start, budget.part(2));
        let value = value.or_else(|| known.oracle.value(&*start, budget));
        (known, value, allowance)
    });
    let budget = Budget::UNBOUNDED.within(&allowance);
    let seconds = began.elapsed().as_secs_f64();
    if let Some(error) = &known.store_error {
        library::note_not_stored(&error.to_string());
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
        stored_bytes: known.file_bytes,
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

/// Number of values that `--verify=sample` checks.
const SAMPLE: u64 = 10_000;

/// Returns the number of verified values, or the position of a wrong one.
fn verify(
    variant: &dyn Variant,
    oracle: &dyn AnyOracle,
    which: Verify,
) -> Result<Result<u64, String>> {
    if !oracle.is_solved() {
        bail!("this size has no table to verify because it is not solved");
    }
    let verified = match which {
        Verify::All => library::watched(&format!("verifying {variant:?}"), |progress| {
            oracle.table()?.verify(progress)
        }),
        Verify::Sample => Some(verify_sample(variant, oracle, 1, SAMPLE)),
    };
    if !oracle.is_solved() {
        bail!("the table is corrupt; its damaged parts were deleted, and --keep builds them again");
    }
    verified.context("this size has too many positions to verify all of them")
}

/// Counts the positions of a table that is too large to count by default.
fn count(variant: &dyn Variant, oracle: &dyn AnyOracle) -> Option<Positions> {
    let census = library::watched(&format!("counting {variant:?}"), |progress| {
        oracle.table()?.census(progress)
    });
    census.map(|census| Positions::of(variant, oracle, census))
}

/// Builds a large table, if there is enough space.
fn build(variant: &dyn Variant) -> Result<()> {
    let offer = Offer::of(variant).with_context(|| {
        if variant.is_solved() {
            format!("{variant:?} is solved without a stored table")
        } else {
            format!("{variant:?} is too large for a table")
        }
    })?;
    let tables = library::tables();
    let folder = tables
        .folder()
        .context("the table needs a cache folder, but HOME is not set")?;
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot create {}", folder.display()))?;
    let progress = Arc::new(Progress::default());
    let building = Arc::new(Mutex::new(()));
    let (cancelled, ended) = (Arc::clone(&progress), Arc::clone(&building));
    // Held until the table is complete or a partial file has been deleted; a signal does not end the program before that.
    let guard = building.lock().unwrap_or_else(PoisonError::into_inner);
    system::on_interrupt(move || {
        cancelled.cancel();
        drop(ended.lock());
    })?;
    if tables.offer(variant).is_none() {
        note(&format!(
            "the table of {variant:?} exists; only damaged parts are built again"
        ));
    } else {
        note(&format!(
            "building the table of {variant:?} needs about {} on disk and {} of memory",
            offer.cost_in_words(),
            space_in_words(offer.cost.memory)
        ));
        let place = format!("in {}", folder.display());
        check_space(offer.cost.bytes, system::free_space(folder), &place)?;
        check_space(offer.cost.memory, free_memory(), "of memory")?;
    }
    let what = format!("building {variant:?}");
    let built = library::watched_with(&what, &progress, |progress| tables.build(variant, progress));
    if progress.is_cancelled() && built.is_err() {
        note("interrupted; run the same command again to resume");
        drop(guard);
        // The signal handler exits the process.
        loop {
            thread::park();
        }
    }
    built.context("the table is incomplete; run the same command again to resume")?;
    Ok(())
}

/// Fails if less space is free than needed. Unknown free space is enough.
fn check_space(needed: u64, free: Option<u64>, place: &str) -> Result<()> {
    match free {
        Some(free) if free < needed => bail!(
            "{} needed, {} free {place}",
            space_in_words(needed),
            space_in_words(free),
        ),
        _ => Ok(()),
    }
}

/// The solution, its cost and the result of the verification, as text.
impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}Time: {:.3} s", self.solution, self.seconds)?;
        if self.table_bytes > 0 {
            write!(f, ", table: {:.1} MB", megabytes(self.table_bytes as u64))?;
        }
        if self.stored_bytes > 0 {
            write!(f, ", stored: {:.1} MB", megabytes(self.stored_bytes))?;
        }
        if let Some(peak) = self.peak_memory_bytes {
            write!(f, ", peak memory: {:.1} MB", megabytes(peak))?;
        }
        writeln!(f)?;
        if let Some(checked) = self.verified_values {
            let checked = group_digits(checked);
            let which = if self.is_sample {
                "from random games"
            } else {
                "all positions up to symmetry"
            };
            writeln!(
                f,
                "Verified: {checked} values ({which}) agree with the values of their successors"
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

/// Returns the peak memory of this process, if the system reports it.
fn peak_memory() -> Option<u64> {
    read_kilobytes("/proc/self/status", "VmHWM:")
}

/// Returns the free memory, if the system reports it.
fn free_memory() -> Option<u64> {
    let [memory, swap] =
        ["MemAvailable:", "SwapFree:"].map(|name| read_kilobytes("/proc/meminfo", name));
    Some(memory? + swap?)
}

/// Reads a number in kB from a line of a system file, in bytes.
fn read_kilobytes(file: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
