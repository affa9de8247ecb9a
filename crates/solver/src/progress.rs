//! How far long work has come, for whoever watches it from another thread.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Work done and work to do, in units that only their ratio gives a meaning.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    total: AtomicU64,
}

impl Progress {
    /// Announces more work.
    pub fn expect(&self, work: u64) {
        self.total.fetch_add(work, Relaxed);
    }

    /// Reports work done.
    pub fn advance(&self, work: u64) {
        self.done.fetch_add(work, Relaxed);
    }

    /// From 0 to 1: the share of the announced work that is done. 0 while nothing has been
    /// announced.
    #[expect(
        clippy::cast_precision_loss,
        reason = "a share needs no more than a few digits"
    )]
    pub fn share(&self) -> f64 {
        match self.total.load(Relaxed) {
            0 => 0.0,
            total => (self.done.load(Relaxed) as f64 / total as f64).min(1.0),
        }
    }
}
