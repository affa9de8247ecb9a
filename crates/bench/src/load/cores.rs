//! The use of the processor, which server and client share, maybe with other programs.

use std::fs;
use std::ops::Range;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::report;
use crate::figures::used;

/// The names of the programs that are measured, and their processes.
pub(super) type Programs = Vec<(&'static str, Vec<u32>)>;

/// The number of cores that each program used on average.
pub(super) type Shares = Vec<(&'static str, f64)>;

/// A measurement of processor time.
pub(super) struct Cores {
    began: Instant,
    programs: Programs,
    before: Vec<Duration>,
}

impl Cores {
    pub(super) fn watch(programs: Programs) -> Result<Self> {
        Ok(Cores {
            began: Instant::now(),
            before: times(&programs)?,
            programs,
        })
    }

    /// Returns the shares since then: of the programs, of this client, of everything else, and those stolen by a
    /// hypervisor.
    pub(super) fn shares(&self) -> Result<Shares> {
        let elapsed = self.began.elapsed().as_secs_f64();
        let times = times(&self.programs)?.into_iter().zip(&self.before);
        let shares = times.map(|(now, before)| now.saturating_sub(*before).as_secs_f64() / elapsed);
        let names = self.programs.iter().map(|(name, _)| *name);
        let names = names.chain(["client", "others", "stolen"]);
        let mut shares: Shares = names.zip(shares).collect();
        // At this point the second to last share is that of the whole machine.
        let others = shares.len() - 2;
        let known: f64 = shares[..others].iter().map(|(_, share)| share).sum();
        shares[others].1 = (shares[others].1 - known).max(0.0);
        Ok(shares)
    }
}

pub(super) fn report_cores(shares: &Shares) {
    let names: Vec<_> = shares.iter().map(|(name, _)| *name).collect();
    let shares = shares.iter().map(|(_, share)| format!("{share:.2}"));
    let shares: Vec<_> = shares.collect();
    let what = format!("  cores: {}", names.join(" + "));
    report(what, shares.join(" + "), "");
}

/// Returns the processor time until now of each program, of this process, of the machine, and that stolen from it.
fn times(programs: &Programs) -> Result<Vec<Duration>> {
    let programs = programs.iter().map(|(_, ids)| used_by(ids));
    let mut times = programs.collect::<Result<Vec<_>>>()?;
    let machine = fs::read_to_string("/proc/stat")?;
    let machine = machine.strip_prefix("cpu").context("a line of sums")?;
    // All but idle time and waiting for a disk.
    let busy = ticks(machine, 0..3)? + ticks(machine, 5..7)?;
    times.extend([used(), busy, ticks(machine, 7..8)?]);
    Ok(times)
}

/// Returns the processor time of processes and their children.
fn used_by(ids: &[u32]) -> Result<Duration> {
    let mut used = Duration::ZERO;
    for entry in fs::read_dir("/proc")? {
        let id = entry?.file_name().to_str().and_then(|it| it.parse().ok());
        // A process may end at any time.
        let Some((id, Ok(stat))) = id.map(|id| (id, stat(id))) else {
            continue;
        };
        let parent = stat.split_whitespace().nth(1);
        let parent = parent.and_then(|parent| parent.parse().ok());
        if ids.contains(&id) {
            // With the children that have ended.
            used += ticks(&stat, 11..15)?;
        } else if parent.is_some_and(|parent| ids.contains(&parent)) {
            used += ticks(&stat, 11..13)?;
        }
    }
    Ok(used)
}

/// Returns the fields of `/proc/ID/stat` after the name of the program, which may contain spaces.
fn stat(id: u32) -> Result<String> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat"))?;
    let fields = stat.rsplit(')').next().context("a process has a name")?;
    Ok(fields.to_owned())
}

/// Returns the sum of some fields that the system counts in clock ticks.
fn ticks(fields: &str, which: Range<usize>) -> Result<Duration> {
    let fields = fields.split_whitespace().skip(which.start);
    let mut ticks = 0;
    for field in fields.take(which.len()) {
        ticks += field.parse::<u64>().context("a number of ticks")?;
    }
    let per_second = rustix::param::clock_ticks_per_second();
    Ok(Duration::from_millis(ticks * 1000 / per_second))
}
