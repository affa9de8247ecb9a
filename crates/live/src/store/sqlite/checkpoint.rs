//! Checkpoints: committed pages move from the write-ahead log into the database.
//!
//! A transaction is durable once it is in the log. A checkpoint takes many times as long as a transaction, so a
//! background thread runs it while the writer continues:
//!
//! ```text
//!     writer      + + + + + + + + + + + + + + =|+ + + + +     + transaction
//!     thread                    ===============               = checkpoint
//! ```
//!
//! The writer then checkpoints the few pages that it added in the meantime itself, and the log starts over.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::thread::{self, JoinHandle};

use rusqlite::Connection;
use rusqlite::wal::CheckpointMode;

use super::open;

/// Pages in the log that make a checkpoint due: 64 MB. Transactions during a checkpoint wait longer for the disk, so
/// checkpoints are rare; reading a log of this size after a crash takes a fifth of a second.
const DUE: i32 = 16_000;

/// Decides when a checkpoint runs, in place of the automatic checkpoints of `SQLite`.
pub(super) struct Checkpoints {
    /// Pages in the log after the latest transaction.
    pages: Arc<AtomicI32>,
    /// Pages in the log at which the next checkpoint is due.
    due: i32,
    running: Option<JoinHandle<()>>,
}

impl Checkpoints {
    /// Takes over the checkpoints of the connection that writes.
    pub(super) fn of(writer: &mut Connection) -> rusqlite::Result<Self> {
        let pages = Arc::new(AtomicI32::new(0));
        let counter = Arc::clone(&pages);
        writer.wal_hook(Some(move |_: &mut _, pages| {
            counter.store(pages, Ordering::Relaxed);
            Ok(())
        }))?;
        Ok(Checkpoints {
            pages,
            due: DUE,
            running: None,
        })
    }

    /// Starts or finishes a checkpoint if that is due. Called between two transactions of the writer.
    pub(super) fn run_due(&mut self, path: &Path, writer: &Connection) {
        let pages = self.pages.load(Ordering::Relaxed);
        if let Some(running) = self.running.take_if(|running| running.is_finished()) {
            // A panic has been printed.
            let _ = running.join();
            let is_complete = checkpoint(writer);
            self.due = DUE + if is_complete { 0 } else { pages };
        } else if self.running.is_none() && pages >= self.due {
            let path = path.to_owned();
            let checkpoint = move || match open::writer(&path) {
                Ok(connection) => _ = checkpoint(&connection),
                Err(error) => tracing::warn!(%error, "no checkpoint; nothing is lost"),
            };
            let thread = thread::Builder::new().name("checkpoint".to_owned());
            self.running = thread.spawn(checkpoint).ok();
        }
    }

    /// Waits for a checkpoint that is running.
    pub(super) fn finish(&mut self) {
        if let Some(running) = self.running.take() {
            // A panic has been printed.
            let _ = running.join();
        }
    }
}

/// Runs a checkpoint that waits for nobody. Returns false if pages remain, because a reader still needs them in the log.
fn checkpoint(connection: &Connection) -> bool {
    match connection.wal_checkpoint_v2(None::<&str>, CheckpointMode::PASSIVE) {
        Ok((pages, moved)) => pages == moved,
        Err(error) => {
            tracing::warn!(%error, "the checkpoint failed; nothing is lost");
            false
        }
    }
}

#[cfg(test)]
#[path = "../../../tests/unit/store/sqlite/checkpoint.rs"]
mod tests;
