//! Who used the processor meanwhile: server and client share it, and maybe others too.

use std::fs;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::figures::Row;
use super::server::Server;
use crate::clock;

/// What had been used at a moment.
pub(super) struct Cores {
    at: Instant,
    server: Duration,
    client: Duration,
    machine: Duration,
    id: u32,
}

impl Cores {
    /// From now on.
    pub(super) fn watch(server: &Server) -> Result<Self> {
        let id = server.id();
        Ok(Cores {
            at: Instant::now(),
            server: used_by(id)?,
            client: clock::used(),
            machine: used_by_all()?,
            id,
        })
    }

    /// How many cores were busy on average until now, and with what.
    pub(super) fn row(&self) -> Result<Row> {
        let server = used_by(self.id)?.saturating_sub(self.server);
        let client = clock::used().saturating_sub(self.client);
        let all = used_by_all()?.saturating_sub(self.machine);
        let others = all.saturating_sub(server + client);
        let cores = |used: Duration| used.as_secs_f64() / self.at.elapsed().as_secs_f64();
        let [server, client, others] = [server, client, others].map(cores);
        let found = format!("{server:.2} + {client:.2} + {others:.2}");
        Ok(Row::new("  cores: server + client + others", found))
    }
}

/// The processor time of a process.
fn used_by(id: u32) -> Result<Duration> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat"))?;
    // The name of the program, in brackets, may have spaces in it.
    let rest = stat.rsplit(')').next().context("a process has a name")?;
    ticks(rest, 11..13)
}

/// The processor time of everything: what is not idle and not waiting for a disk.
fn used_by_all() -> Result<Duration> {
    let stat = fs::read_to_string("/proc/stat")?;
    let all = stat
        .strip_prefix("cpu")
        .context("the first line is a sum")?;
    Ok(ticks(all, 0..3)? + ticks(all, 5..8)?)
}

/// The sum of some of the numbers in a line.
fn ticks(line: &str, which: std::ops::Range<usize>) -> Result<Duration> {
    let words = line.split_whitespace().skip(which.start).take(which.len());
    let ticks: u64 = words
        .map(|word| word.parse::<u64>().context("a number of ticks"))
        .sum::<Result<u64>>()?;
    Ok(Duration::from_millis(
        ticks * 1000 / rustix::param::clock_ticks_per_second(),
    ))
}
