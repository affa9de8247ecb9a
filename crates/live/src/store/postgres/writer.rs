//! The task that writes.
//!
//! It combines all waiting changes in one transaction, sends it as one message, and acknowledges none of them before the
//! database responds. When a connection breaks in between, the outcome is unknown; the changes are then written again,
//! and those that are already stored count as made.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use parking_lot::Mutex;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{sleep, sleep_until, timeout};

use super::connection::{Address, Connection, Failure, FailureKind, TIMEOUT, check_durability};
use super::statements;
use super::transaction::{Outcome, write};
use crate::store::notifications::Message;
use crate::store::queue::{Jobs, Queue};
use crate::store::{Change, StoreError};

/// The shortest time between the starts of two transactions. With several servers, transactions would otherwise be
/// frequent and short, which costs all of them more processor time than this delay costs one.
const INTERVAL: Duration = Duration::from_millis(4);

/// Time that a change waits for an unreachable database.
const DEADLINE: Duration = Duration::from_secs(8);

/// The time before the next attempt.
const PAUSE: Duration = Duration::from_millis(100);

/// The task, and its queue.
pub(super) struct Writer {
    pub(super) queue: Queue,
    task: Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    /// Writes to a database. Messages about changes are sent when these are on disk.
    pub(super) fn start(
        address: &Arc<Address>,
        messages: mpsc::UnboundedSender<Vec<Message>>,
    ) -> Self {
        let (queue, jobs) = Queue::new();
        let task = Task {
            connection: Connection::new(address, statements::ALL),
            messages,
        };
        let task = Mutex::new(Some(tokio::spawn(task.run(jobs))));
        Writer { queue, task }
    }

    /// Writes all waiting changes, and ends the task.
    pub(super) async fn close(&self) {
        self.queue.close();
        let task = self.task.lock().take();
        if let Some(task) = task {
            // A panic has been printed.
            let _ = task.await;
        }
    }
}

struct Task {
    connection: Connection,
    messages: mpsc::UnboundedSender<Vec<Message>>,
}

impl Task {
    async fn run(self, mut jobs: Jobs) {
        let mut begun = Instant::now();
        loop {
            let mut batch = jobs.next().await;
            if batch.is_empty() {
                break;
            }
            sleep_until((begun + INTERVAL).into()).await;
            jobs.fill(&mut batch);
            begun = Instant::now();
            let oldest = batch.iter().map(|job| job.queued).min().unwrap_or(begun);
            let changes: Vec<_> = batch.iter().map(|job| job.change.clone()).collect();
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
                jobs.count_commit(begun.elapsed());
            }
            if !messages.is_empty() {
                // The receiver ends with the runtime.
                let _ = self.messages.send(messages);
            }
            for (job, outcome) in batch.into_iter().zip(outcomes) {
                job.answer(outcome.map(|_| ()));
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
