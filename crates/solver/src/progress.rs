//! How far long work has come, and whether it is still wanted.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// The progress of long work, shared between the threads that do it and those that watch it.
///
/// Work done and work to do are counted in units of which only the ratio has a meaning. Work that
/// has been cancelled ends soon, and its result is `None`.
///
/// ```
/// use quintet_solver::Progress;
///
/// let progress = Progress::default();
/// progress.expect(4);
/// progress.advance(1);
/// assert_eq!(progress.share(), 0.25);
///
/// assert!(!progress.is_cancelled());
/// progress.cancel();
/// assert!(progress.is_cancelled());
/// ```
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    total: AtomicU64,
    is_cancelled: AtomicBool,
    tell: Option<fn(f64)>,
}

impl Progress {
    /// Progress whose share is told after every advance, where no other thread can watch it.
    pub fn telling(tell: fn(f64)) -> Self {
        Progress {
            tell: Some(tell),
            ..Progress::default()
        }
    }

    /// Announces more work.
    pub fn expect(&self, work: u64) {
        self.total.fetch_add(work, Relaxed);
    }

    /// Reports work done.
    pub fn advance(&self, work: u64) {
        self.done.fetch_add(work, Relaxed);
        if let Some(tell) = self.tell {
            tell(self.share());
        }
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

    /// Asks the work to end without a result. This cannot be taken back.
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Relaxed);
    }

    /// Whether the work has been asked to end.
    pub fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Relaxed)
    }
}
