//! The task that writes.
//!
//! It combines all waiting changes in one transaction, sends it as one message, and acknowledges none of them before the
//! database responds. When a connection breaks in between, the outcome is unknown; the changes are then written again,
//! and those that are already stored count as made.

use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use tokio::sync::{mpsc, watch};
use tokio::time::{sleep, sleep_until, timeout};

use super::connection::{Address, Connection, Failure, FailureKind, TIMEOUT, check_durability};
use super::message::Message;
use super::statements;
use super::transaction::{Outcome, write};
use crate::store::counts::Counts;
use crate::store::{AckSender, Change, StoreError, StoreStats, WriteFuture};

/// Changes that may wait. Further ones are refused, so that memory is bounded.
const QUEUE: usize = 8192;

/// Changes in one transaction: enough to share the wait, few enough to keep it short.
const BATCH: usize = 512;

/// The shortest time between the starts of two transactions. With several servers, transactions would otherwise be
/// frequent and short, which costs all of them more processor time than this delay costs one.
const INTERVAL: Duration = Duration::from_millis(4);

/// How long a change waits for a database that cannot be reached.
const DEADLINE: Duration = Duration::from_secs(8);

/// The time before the next attempt.
const PAUSE: Duration = Duration::from_millis(100);

struct Job {
    change: Change,
    sender: AckSender,
    queued: Instant,
}

/// The sending side of the task.
pub(super) struct Writer {
    /// `None` once the writer is closed.
    queue: Mutex<Option<mpsc::Sender<Job>>>,
    /// Closed by the task when it ends.
    ended: watch::Receiver<()>,
    counts: Arc<Counts>,
}

impl Writer {
    /// Writes to a database. Messages about changes are sent when these are on disk.
    pub(super) fn start(
        address: &Arc<Address>,
        messages: mpsc::UnboundedSender<Vec<Message>>,
    ) -> Self {
        let (queue, jobs) = mpsc::channel(QUEUE);
        let (end, ended) = watch::channel(());
        let counts = Arc::new(Counts::default());
        let task = Task {
            connection: Connection::new(address, statements::ALL),
            messages,
            counts: Arc::clone(&counts),
            _end: end,
        };
        tokio::spawn(task.run(jobs));
        Writer {
            queue: Mutex::new(Some(queue)),
            ended,
            counts,
        }
    }

    fn queue(&self) -> MutexGuard<'_, Option<mpsc::Sender<Job>>> {
        // A panic while this lock is held cannot leave a change half made.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn write(&self, change: Change) -> WriteFuture {
        let (sender, future) = WriteFuture::channel();
        let job = Job {
            change,
            sender,
            queued: Instant::now(),
        };
        // Without a queue the sender is dropped, which ends the future with an error.
        if let Some(queue) = &*self.queue() {
            self.counts.enqueue();
            let sent = queue.try_send(job);
            if sent.is_err() {
                self.counts.dequeue(1);
            }
            if let Err(mpsc::error::TrySendError::Full(job)) = sent {
                // The receiver may be gone.
                let _ = job.sender.send(Err(StoreError::Full));
            }
        }
        future
    }

    pub(super) fn stats(&self) -> StoreStats {
        self.counts.stats()
    }

    /// Returns true while the task runs.
    pub(super) fn is_alive(&self) -> bool {
        self.ended.has_changed().is_ok()
    }

    /// Writes all waiting changes, and ends the task.
    pub(super) async fn close(&self) {
        drop(self.queue().take());
        // Fails when the task has ended.
        let _ = self.ended.clone().changed().await;
    }
}

struct Task {
    connection: Connection,
    messages: mpsc::UnboundedSender<Vec<Message>>,
    counts: Arc<Counts>,
    _end: watch::Sender<()>,
}

impl Task {
    async fn run(self, mut jobs: mpsc::Receiver<Job>) {
        let mut batch = Vec::with_capacity(BATCH);
        let mut begun = Instant::now();
        while jobs.recv_many(&mut batch, BATCH).await > 0 {
            sleep_until((begun + INTERVAL).into()).await;
            while batch.len() < BATCH
                && let Ok(job) = jobs.try_recv()
            {
                batch.push(job);
            }
            self.counts.dequeue(batch.len());
            begun = Instant::now();
            let oldest = batch.iter().map(|job| job.queued).min().unwrap_or(begun);
            let (changes, senders): (Vec<_>, Vec<_>) =
                batch.drain(..).map(|job| (job.change, job.sender)).unzip();
            // A panic costs this batch but not the task, because nothing else writes.
            let writing = self.write(&changes, oldest + DEADLINE, false);
            let written = AssertUnwindSafe(writing).catch_unwind().await;
            let outcomes = if let Ok(outcomes) = written {
                outcomes
            } else {
                self.connection.reset().await;
                let error = StoreError::Unknown("a panic while writing".to_owned());
                vec![Err(error); changes.len()]
            };
            let made = changes.iter().zip(&outcomes);
            let made = made.filter_map(|(change, outcome)| Some((change, outcome.as_ref().ok()?)));
            let messages: Vec<_> = made
                .flat_map(|(change, hash)| Message::of(change, *hash))
                .collect();
            if outcomes.iter().any(Result::is_ok) {
                self.counts.commit(begun.elapsed());
            }
            if !messages.is_empty() {
                // The receiver ends with the runtime.
                let _ = self.messages.send(messages);
            }
            for (sender, outcome) in senders.into_iter().zip(outcomes) {
                // The receiver may be gone. The change is made regardless.
                let _ = sender.send(outcome.map(|_| ()));
            }
        }
    }

    /// Writes a batch, repeatedly until the outcome is certain or the deadline has passed. An earlier attempt may have
    /// succeeded if `is_retry`.
    async fn write(
        &self,
        changes: &[Change],
        deadline: Instant,
        mut is_retry: bool,
    ) -> Vec<Outcome> {
        loop {
            let failure = match self.attempt(changes, is_retry).await {
                Ok(outcomes) => return outcomes,
                Err((failure, was_sent)) => {
                    is_retry |= was_sent && failure.kind == FailureKind::Lost;
                    failure
                }
            };
            tracing::warn!(error = failure.reason, "the database could not be written");
            match failure.kind {
                FailureKind::Lost => self.connection.reset().await,
                FailureKind::Refused if changes.len() > 1 => {
                    // The other changes must not suffer from the refused one.
                    let mut outcomes = Vec::with_capacity(changes.len());
                    for change in changes {
                        let alone = std::slice::from_ref(change);
                        outcomes.extend(Box::pin(self.write(alone, deadline, is_retry)).await);
                    }
                    return outcomes;
                }
                FailureKind::Conflict | FailureKind::Refused => {}
            }
            if failure.kind == FailureKind::Refused || Instant::now() >= deadline {
                let error = if is_retry {
                    StoreError::Unknown(failure.reason)
                } else {
                    StoreError::Broken(failure.reason)
                };
                return vec![Err(error); changes.len()];
            }
            sleep(PAUSE).await;
        }
    }

    /// Writes a batch once. A failure comes with whether changes may have been sent.
    async fn attempt(
        &self,
        changes: &[Change],
        is_retry: bool,
    ) -> Result<Vec<Outcome>, (Failure, bool)> {
        let session = self.connection.session().await;
        let session = session.map_err(|failure| (failure, false))?;
        let writing = async {
            if changes.iter().any(|change| matches!(change, Change::Probe)) {
                check_durability(&session.client).await?;
            }
            write(&session, changes, is_retry).await
        };
        let written = timeout(TIMEOUT, writing).await;
        let written = written.unwrap_or_else(|_| Err(Failure::timeout()));
        written.map_err(|failure| (failure, true))
    }
}
