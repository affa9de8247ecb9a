//! What a store has to do, and what it has done, counted by the part of it that writes.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::StoreStats;

/// Counts of a writer, read by others at any time.
#[derive(Default)]
pub(super) struct Counts {
    waiting: AtomicU64,
    commits: AtomicU64,
    commit_nanoseconds: AtomicU64,
}

impl Counts {
    /// Counts a change that waits. Before it is handed over: it may be taken at once.
    pub(super) fn comes(&self) {
        self.waiting.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts changes that do not wait any more.
    pub(super) fn go(&self, changes: usize) {
        self.waiting.fetch_sub(changes as u64, Ordering::Relaxed);
    }

    /// Counts a transaction that took so long.
    pub(super) fn commit(&self, time: Duration) {
        let time = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.commits.fetch_add(1, Ordering::Relaxed);
        self.commit_nanoseconds.fetch_add(time, Ordering::Relaxed);
    }

    /// The counts as they are now.
    pub(super) fn stats(&self) -> StoreStats {
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        StoreStats {
            waiting: read(&self.waiting),
            commits: read(&self.commits),
            commit_time: Duration::from_nanos(read(&self.commit_nanoseconds)),
            log_bytes: 0,
        }
    }
}
