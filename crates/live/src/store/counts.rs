//! Counters of the part of a store that writes.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::StoreStats;

/// Counters that can be read at any time.
#[derive(Default)]
pub(super) struct Counts {
    waiting: AtomicU64,
    commits: AtomicU64,
    commit_nanoseconds: AtomicU64,
}

impl Counts {
    /// Counts a waiting change; before it is sent, because it may be received at once.
    pub(super) fn enqueue(&self) {
        self.waiting.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts changes that no longer wait.
    pub(super) fn dequeue(&self, changes: usize) {
        self.waiting.fetch_sub(changes as u64, Ordering::Relaxed);
    }

    /// Counts a transaction.
    pub(super) fn commit(&self, time: Duration) {
        let time = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.commits.fetch_add(1, Ordering::Relaxed);
        self.commit_nanoseconds.fetch_add(time, Ordering::Relaxed);
    }

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
