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
mod tests {
    use std::path::PathBuf;

    use tempfile::TempDir;

    use super::*;

    struct Fixture {
        _folder: TempDir,
        path: PathBuf,
        writer: Connection,
        checkpoints: Checkpoints,
    }

    impl Fixture {
        fn new() -> Self {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("file.db");
            std::fs::File::create(&path).expect("room on the disk");
            let mut writer = open::writer(&path).expect("a connection");
            let checkpoints = Checkpoints::of(&mut writer).expect("a hook");
            let table = writer.execute_batch("CREATE TABLE pages (bytes BLOB)");
            table.expect("room on the disk");
            Fixture {
                _folder: folder,
                path,
                writer,
                checkpoints,
            }
        }

        /// Adds pages in one transaction and returns the number of pages in the log.
        fn add(&self, pages: i32) -> i32 {
            let add = "INSERT INTO pages VALUES (zeroblob(?1))";
            let added = self.writer.execute(add, [pages * 4096]);
            added.expect("room on the disk");
            self.checkpoints.pages.load(Ordering::Relaxed)
        }

        fn run_due(&mut self) -> bool {
            self.checkpoints.run_due(&self.path, &self.writer);
            self.checkpoints.running.is_some()
        }

        /// Runs a checkpoint that is due to its end.
        fn run_to_end(&mut self) {
            assert!(self.run_due(), "a checkpoint is due");
            while self.run_due() {
                thread::yield_now();
            }
        }
    }

    #[test]
    fn the_log_starts_over_after_a_checkpoint() {
        let mut file = Fixture::new();
        assert!(file.add(10) < DUE);
        assert!(!file.run_due(), "the log is short");
        for _ in 0..3 {
            assert!(file.add(DUE) >= DUE);
            file.run_to_end();
            assert!(file.add(10) < 20);
        }
    }

    #[test]
    fn a_reader_prolongs_the_log_and_does_not_block_the_writer() {
        let mut file = Fixture::new();
        let mut reader = open::shared_reader(&file.path).expect("a connection");
        let reading = reader.transaction().expect("a transaction");
        let count = reading.query_row("SELECT count(*) FROM pages", (), |row| row.get(0));
        assert_eq!(count, Ok(0));
        let pages = file.add(DUE);
        file.run_to_end();
        assert!(file.add(10) > pages, "the log continues");
        assert!(!file.run_due(), "the next one is due much later");
        drop(reading);
        file.add(DUE);
        file.run_to_end();
        assert!(file.add(10) < 20, "the log starts over");
    }
}
