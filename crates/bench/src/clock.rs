//! Processor time, which other programs on the machine do not lengthen.

use std::fs;
use std::ops::Range;
use std::time::Duration;

use anyhow::{Context, Result};
use rustix::time::{ClockId, clock_gettime};

/// The processor time that this process has used.
pub(crate) fn used() -> Duration {
    read(ClockId::ProcessCPUTime)
}

/// The processor time that this thread has used.
pub(crate) fn used_by_thread() -> Duration {
    read(ClockId::ThreadCPUTime)
}

/// The processor time of programs that this process has started and that have ended.
pub(crate) fn used_by_children() -> Result<Duration> {
    ticks(&stat(std::process::id())?, 13..15)
}

/// What the system tells about a process, after the name of its program, which may have spaces and brackets in it.
pub(crate) fn stat(id: u32) -> Result<String> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat"))?;
    let rest = stat.rsplit(')').next().context("a process has a name")?;
    Ok(rest.to_owned())
}

/// The sum of some of the numbers in a line that the system counts its ticks in.
pub(crate) fn ticks(line: &str, which: Range<usize>) -> Result<Duration> {
    let words = line.split_whitespace().skip(which.start).take(which.len());
    let ticks: u64 = words
        .map(|word| word.parse::<u64>().context("a number of ticks"))
        .sum::<Result<u64>>()?;
    Ok(Duration::from_millis(
        ticks * 1000 / rustix::param::clock_ticks_per_second(),
    ))
}

fn read(clock: ClockId) -> Duration {
    let time = clock_gettime(clock);
    Duration::new(
        u64::try_from(time.tv_sec).expect("processor time does not run backwards"),
        u32::try_from(time.tv_nsec).expect("less than a second"),
    )
}

/// Runs `work` and says how much processor time it took.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let before = used();
    let result = work();
    (result, used().saturating_sub(before))
}
