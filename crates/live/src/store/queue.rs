//! The queue of changes that wait to be written, and statistics of writing.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::sync::mpsc::{Receiver, Sender, channel, error::TrySendError};

use super::{AckSender, Change, StoreError, StoreStats, WriteFuture};

/// Changes that may wait. Further ones are refused, so that memory is bounded.
const CAPACITY: usize = 8192;

/// Changes in one transaction: enough to share the wait, few enough to keep it short.
pub(super) const BATCH: usize = 512;

/// The sending side.
pub(super) struct Queue {
    /// `None` once the queue is closed.
    sender: Mutex<Option<Sender<Job>>>,
    counts: Arc<Counts>,
}

/// The receiving side.
pub(super) struct Jobs {
    receiver: Receiver<Job>,
    counts: Arc<Counts>,
}

/// A change to be written.
pub(super) struct Job {
    pub(super) change: Change,
    pub(super) ack: AckSender,
    pub(super) queued: Instant,
}

#[derive(Default)]
struct Counts {
    waiting: AtomicU64,
    commits: AtomicU64,
    commit_nanoseconds: AtomicU64,
}

impl Queue {
    pub(super) fn new() -> (Queue, Jobs) {
        let (sender, receiver) = channel(CAPACITY);
        let counts = Arc::<Counts>::default();
        let jobs = Jobs {
            receiver,
            counts: Arc::clone(&counts),
        };
        let sender = Mutex::new(Some(sender));
        (Queue { sender, counts }, jobs)
    }

    /// Queues a change.
    pub(super) fn write(&self, change: Change) -> WriteFuture {
        let (ack, future) = WriteFuture::channel();
        // Without a queue `ack` is dropped, which ends the future with an error.
        if let Some(sender) = &*self.sender.lock() {
            let queued = Instant::now();
            // Counted first, because the change may be received at once.
            self.counts.waiting.fetch_add(1, Ordering::Relaxed);
            let sent = sender.try_send(Job {
                change,
                ack,
                queued,
            });
            if sent.is_err() {
                self.counts.waiting.fetch_sub(1, Ordering::Relaxed);
            }
            if let Err(TrySendError::Full(job)) = sent {
                job.answer(Err(StoreError::Full));
            }
        }
        future
    }

    /// Fails once the receiver has ended.
    pub(super) fn health(&self) -> Result<(), StoreError> {
        let sender = self.sender.lock();
        let is_open = sender.as_ref().is_some_and(|sender| !sender.is_closed());
        is_open.then_some(()).ok_or(StoreError::Closed)
    }

    /// Refuses further changes. The receiver ends after the waiting ones.
    pub(super) fn close(&self) {
        self.sender.lock().take();
    }

    pub(super) fn stats(&self) -> StoreStats {
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        StoreStats {
            waiting: read(&self.counts.waiting),
            commits: read(&self.counts.commits),
            commit_time: Duration::from_nanos(read(&self.counts.commit_nanoseconds)),
            log_bytes: 0,
        }
    }
}

impl Jobs {
    /// Waits for changes; an empty batch at the end.
    pub(super) async fn next(&mut self) -> Vec<Job> {
        let mut batch = Vec::new();
        let count = self.receiver.recv_many(&mut batch, BATCH).await;
        self.taken(count);
        batch
    }

    /// Waits for changes on a thread.
    pub(super) fn blocking_next(&mut self) -> Vec<Job> {
        let mut batch = Vec::new();
        let count = self.receiver.blocking_recv_many(&mut batch, BATCH);
        self.taken(count);
        batch
    }

    /// Adds the changes that have arrived in the meantime.
    pub(super) fn fill(&mut self, batch: &mut Vec<Job>) {
        while batch.len() < BATCH
            && let Ok(job) = self.receiver.try_recv()
        {
            batch.push(job);
            self.taken(1);
        }
    }

    fn taken(&self, count: usize) {
        self.counts
            .waiting
            .fetch_sub(count as u64, Ordering::Relaxed);
    }

    /// Counts a transaction.
    pub(super) fn count_commit(&self, time: Duration) {
        let time = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.counts.commits.fetch_add(1, Ordering::Relaxed);
        self.counts
            .commit_nanoseconds
            .fetch_add(time, Ordering::Relaxed);
    }
}

impl Job {
    /// Acknowledges the change, or reports its error. A client that is gone changes nothing.
    pub(super) fn answer(self, result: Result<(), StoreError>) {
        let _ = self.ack.send(result);
    }
}

#[cfg(test)]
#[path = "../../tests/unit/store/queue.rs"]
mod tests;
