//! The one task of a server that writes.
//!
//! It takes all that waits into one transaction, sends it as one message, and acknowledges none of it before the
//! database has. A connection that breaks meanwhile leaves open what has become of it; so all of it is written once
//! more, and what is there already counts as written.

use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use tokio::sync::{mpsc, watch};
use tokio::time::{sleep, sleep_until, timeout};

use super::line::{Address, Fault, FaultKind, Line, PATIENCE, check_durability};
use super::requests::STATEMENTS;
use super::telling::Telling;
use super::transaction::{Answer, write};
use crate::store::counts::Counts;
use crate::store::{AckSender, Change, StoreError, StoreStats, WriteFuture};

/// Changes that may wait; more are turned away, so that memory has a bound.
const QUEUE: usize = 8192;

/// Changes in one transaction: enough to share the wait, few enough to keep it short.
const BATCH: usize = 512;

/// How soon one transaction may follow another. What comes meanwhile shares it, which spares the processors of all more
/// than it costs whom it delays. With several servers, transactions would otherwise be as short as they are many.
const GATHER: Duration = Duration::from_millis(4);

/// How long a change waits for a database that cannot be reached.
const DEADLINE: Duration = Duration::from_secs(8);

/// How long to wait before the next attempt.
const PAUSE: Duration = Duration::from_millis(100);

struct Job {
    change: Change,
    acknowledge: AckSender,
    since: Instant,
}

/// Hands changes to the task.
pub(super) struct Writer {
    /// None once it is closed.
    queue: Mutex<Option<mpsc::Sender<Job>>>,
    /// Closed by the task when it ends.
    ended: watch::Receiver<()>,
    counts: Arc<Counts>,
}

impl Writer {
    /// Writes to a database. The games that have changed are told once that is on disk.
    pub(super) fn start(
        address: &Arc<Address>,
        tellings: mpsc::UnboundedSender<Vec<Telling>>,
    ) -> Self {
        let (queue, jobs) = mpsc::channel(QUEUE);
        let (end, ended) = watch::channel(());
        let counts = Arc::new(Counts::default());
        let task = Task {
            line: Line::new(Arc::clone(address), STATEMENTS),
            tellings,
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
        // Nothing that holds this lock can panic halfway through a change.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn write(&self, change: Change) -> WriteFuture {
        let (acknowledge, written) = WriteFuture::channel();
        let job = Job {
            change,
            acknowledge,
            since: Instant::now(),
        };
        // A closed queue drops the acknowledgement, which ends the wait for it with an error.
        if let Some(queue) = &*self.queue() {
            self.counts.comes();
            let sent = queue.try_send(job);
            if sent.is_err() {
                self.counts.go(1);
            }
            if let Err(mpsc::error::TrySendError::Full(job)) = sent {
                // The task that waited may have ended.
                let _ = job.acknowledge.send(Err(StoreError::Full));
            }
        }
        written
    }

    pub(super) fn stats(&self) -> StoreStats {
        self.counts.stats()
    }

    /// Whether the task runs.
    pub(super) fn is_alive(&self) -> bool {
        self.ended.has_changed().is_ok()
    }

    /// Writes what waits, and ends.
    pub(super) async fn close(&self) {
        drop(self.queue().take());
        // An error says that the other end is gone, which is waited for.
        let _ = self.ended.clone().changed().await;
    }
}

struct Task {
    line: Line<{ STATEMENTS.len() }>,
    tellings: mpsc::UnboundedSender<Vec<Telling>>,
    counts: Arc<Counts>,
    _end: watch::Sender<()>,
}

impl Task {
    async fn run(self, mut jobs: mpsc::Receiver<Job>) {
        let mut group = Vec::with_capacity(BATCH);
        let mut begun = Instant::now();
        while jobs.recv_many(&mut group, BATCH).await > 0 {
            sleep_until((begun + GATHER).into()).await;
            while group.len() < BATCH
                && let Ok(job) = jobs.try_recv()
            {
                group.push(job);
            }
            self.counts.go(group.len());
            begun = Instant::now();
            let since = group.iter().map(|job| job.since).min().unwrap_or(begun);
            let (changes, acknowledge): (Vec<_>, Vec<_>) = group
                .drain(..)
                .map(|job| (job.change, job.acknowledge))
                .unzip();
            // A panic costs this group, not the task: it is the only one that writes.
            let writing = self.write(&changes, since + DEADLINE, false);
            let writing = AssertUnwindSafe(writing).catch_unwind();
            let answers = if let Ok(answers) = writing.await {
                answers
            } else {
                self.line.reset().await;
                let fault = StoreError::Unknown("a panic while writing".to_owned());
                vec![Err(fault); changes.len()]
            };
            let made = changes.iter().zip(&answers);
            let made = made.filter_map(|(change, answer)| Some((change, answer.as_ref().ok()?)));
            let tellings: Vec<_> = made
                .flat_map(|(change, chain)| Telling::of(change, *chain))
                .collect();
            if answers.iter().any(Result::is_ok) {
                self.counts.commit(begun.elapsed());
            }
            if !tellings.is_empty() {
                // The other end may have ended with the server.
                let _ = self.tellings.send(tellings);
            }
            for (acknowledge, answer) in acknowledge.into_iter().zip(answers) {
                // The task that asked may have ended; the change is made all the same.
                let _ = acknowledge.send(answer.map(|_| ()));
            }
        }
    }

    /// Writes a group, and again until it is known what has become of each change or the time is over. An earlier
    /// attempt, if there was any, may have succeeded.
    async fn write(
        &self,
        changes: &[Change],
        deadline: Instant,
        mut is_again: bool,
    ) -> Vec<Answer> {
        loop {
            let fault = match self.line.connected().await {
                Err(fault) => fault,
                Ok(connection) => {
                    let writing = async {
                        if changes.iter().any(|change| matches!(change, Change::Probe)) {
                            check_durability(&connection.client).await?;
                        }
                        write(&connection, changes, is_again).await
                    };
                    let written = timeout(PATIENCE, writing).await;
                    let slow = || Fault::new(FaultKind::Lost, "the database does not answer");
                    match written.unwrap_or_else(|_| Err(slow())) {
                        Ok(answers) => return answers,
                        Err(fault) => {
                            is_again |= fault.kind == FaultKind::Lost;
                            fault
                        }
                    }
                }
            };
            tracing::warn!(fault = fault.what(), "the database could not be written");
            match fault.kind {
                FaultKind::Lost => self.line.reset().await,
                FaultKind::Refused if changes.len() > 1 => {
                    // One change must not cost the others anything.
                    let mut answers = Vec::with_capacity(changes.len());
                    for change in changes {
                        let alone = std::slice::from_ref(change);
                        answers.extend(Box::pin(self.write(alone, deadline, is_again)).await);
                    }
                    return answers;
                }
                FaultKind::Again | FaultKind::Refused => {}
            }
            if fault.kind == FaultKind::Refused || Instant::now() >= deadline {
                let fault = fault.what().to_owned();
                let fault = if is_again {
                    StoreError::Unknown(fault)
                } else {
                    StoreError::Broken(fault)
                };
                return vec![Err(fault); changes.len()];
            }
            sleep(PAUSE).await;
        }
    }
}
