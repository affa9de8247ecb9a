//! Progress and cancellation of long computations.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// The progress of a long computation, shared between the threads that compute and those that observe or cancel.
///
/// Work is counted in arbitrary units; only the ratio matters. A cancelled computation ends soon and returns `None`.
///
/// ```
/// use quintet_solver::Progress;
///
/// let progress = Progress::default();
/// progress.expect(4);
/// progress.advance(1);
/// assert_eq!(progress.share(), 0.25);
/// ```
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    total: AtomicU64,
    is_cancelled: AtomicBool,
    observer: Option<fn(f64)>,
}

impl Progress {
    /// Progress that calls `observer` with its share after every advance, for platforms without threads.
    pub fn with_observer(observer: fn(f64)) -> Self {
        Progress {
            observer: Some(observer),
            ..Progress::default()
        }
    }

    /// Adds to the total work.
    pub fn expect(&self, work: u64) {
        self.total.fetch_add(work, Relaxed);
    }

    /// Adds to the completed work.
    pub fn advance(&self, work: u64) {
        self.done.fetch_add(work, Relaxed);
        if let Some(observer) = self.observer {
            observer(self.share());
        }
    }

    /// Calls `work` with each number below `count`, one unit of work each, until it breaks or the computation is cancelled.
    pub fn try_for_each(
        &self,
        count: usize,
        mut work: impl FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.expect(count as u64);
        (0..count).try_for_each(|number| {
            if self.is_cancelled() {
                return ControlFlow::Break(());
            }
            work(number)?;
            self.advance(1);
            ControlFlow::Continue(())
        })
    }

    /// Returns the share of the total work that is completed, from 0 to 1. 0 while the total is 0.
    #[expect(
        clippy::cast_precision_loss,
        reason = "a share needs only a few digits"
    )]
    pub fn share(&self) -> f64 {
        match self.total.load(Relaxed) {
            0 => 0.0,
            total => (self.done.load(Relaxed) as f64 / total as f64).min(1.0),
        }
    }

    /// Cancels the computation.
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Relaxed);
    }

    /// Returns true once the computation has been cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Relaxed)
    }
}
