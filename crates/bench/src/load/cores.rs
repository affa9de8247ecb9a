//! Who used the processor meanwhile: server and client share it, and maybe others too.

use std::fs;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::figures::Row;
use super::server::Server;
use crate::clock::{self, stat, ticks};

/// What had been used at a moment.
pub(super) struct Cores {
    at: Instant,
    parts: Vec<Part>,
    client: Duration,
    machine: Machine,
}

/// The processor time of everything.
#[derive(Clone, Copy)]
struct Machine {
    /// What is not idle and not waiting for a disk.
    used: Duration,
    /// What the host has taken away from this machine, if it is a virtual one.
    stolen: Duration,
}

/// Some of the processes that are measured.
struct Part {
    name: &'static str,
    ids: Vec<u32>,
    used: Duration,
}

impl Cores {
    /// From now on.
    pub(super) fn watch(server: &Server) -> Result<Self> {
        Cores::watch_all(vec![("server", vec![server.id()])])
    }

    /// Of several processes and their children, from now on.
    pub(super) fn watch_all(parts: Vec<(&'static str, Vec<u32>)>) -> Result<Self> {
        let parts = parts.into_iter().map(|(name, ids)| {
            let used = used_by_each(&ids)?;
            Ok(Part { name, ids, used })
        });
        Ok(Cores {
            at: Instant::now(),
            parts: parts.collect::<Result<_>>()?,
            client: clock::used(),
            machine: Machine::now()?,
        })
    }

    /// The share of one core that each part has used until now.
    pub(super) fn shares(&self) -> Result<Vec<(&'static str, f64)>> {
        let time = self.at.elapsed().as_secs_f64();
        let share = |part: &Part| {
            let used = used_by_each(&part.ids)?.saturating_sub(part.used);
            Ok((part.name, used.as_secs_f64() / time))
        };
        self.parts.iter().map(share).collect()
    }

    /// How many cores were busy on average until now, and with what.
    pub(super) fn row(&self) -> Result<Row> {
        let time = self.at.elapsed().as_secs_f64();
        let mut shares = self.shares()?;
        let client = clock::used().saturating_sub(self.client);
        shares.push(("client", client.as_secs_f64() / time));
        let now = Machine::now()?;
        let used = now.used.saturating_sub(self.machine.used);
        let measured: f64 = shares.iter().map(|(_, share)| share).sum();
        shares.push(("others", (used.as_secs_f64() / time - measured).max(0.0)));
        let stolen = now.stolen.saturating_sub(self.machine.stolen);
        shares.push(("stolen", stolen.as_secs_f64() / time));
        let (names, found): (Vec<_>, Vec<_>) = shares
            .into_iter()
            .map(|(name, share)| (name, format!("{share:.2}")))
            .unzip();
        let what = format!("  cores: {}", names.join(" + "));
        Ok(Row::new(what, found.join(" + ")))
    }
}

/// The processor time of processes and their children.
fn used_by_each(ids: &[u32]) -> Result<Duration> {
    let mut used = Duration::ZERO;
    for id in ids {
        // With the children that have ended.
        used += ticks(&stat(*id)?, 11..15)?;
    }
    for entry in fs::read_dir("/proc")? {
        let id = entry?
            .file_name()
            .to_str()
            .and_then(|name| name.parse().ok());
        // A process may end at any time.
        if let Some(Ok(stat)) = id.map(stat) {
            let parent = stat.split_whitespace().nth(1);
            let parent = parent.and_then(|parent| parent.parse().ok());
            if parent.is_some_and(|parent| ids.contains(&parent)) {
                used += ticks(&stat, 11..13)?;
            }
        }
    }
    Ok(used)
}

impl Machine {
    fn now() -> Result<Self> {
        let stat = fs::read_to_string("/proc/stat")?;
        let all = stat
            .strip_prefix("cpu")
            .context("the first line is a sum")?;
        Ok(Machine {
            used: ticks(all, 0..3)? + ticks(all, 5..7)?,
            stolen: ticks(all, 7..8)?,
        })
    }
}
