//! Moves what was written from the log into the file.
//!
//! A transaction is durable once it is appended to the log. Now and then the pages in the log must
//! go to their places in the file, so that it can begin anew, and that takes many times as long as
//! a transaction. A thread of its own does it while the writer goes on:
//!
//! ```text
//!     writer      + + + + + + + + + + + + + + =|+ + + + +     + transaction
//!     this thread               ===============               = pages go to the file
//! ```
//!
//! What the writer has added meanwhile is little. It moves that itself, and nothing is left.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use rusqlite::Connection;
use rusqlite::wal::CheckpointMode;

use super::open;

/// Pages in the log that are worth moving: 64 MB. A transaction that meets the moving waits for the disk, and a
/// longer log is moved less often; but it takes longer to read after a crash, this one a fifth of a second.
const WORTHWHILE: i32 = 16_000;

/// Decides when pages are moved, and by whom.
pub(super) struct Checkpoints {
    /// Pages in the log after the latest transaction.
    pages: Arc<AtomicI32>,
    /// Pages in the log at which moving begins.
    enough: i32,
    /// Whether the thread moves pages.
    is_moving: bool,
    begin: SyncSender<()>,
    done: Receiver<()>,
    thread: JoinHandle<()>,
}

impl Checkpoints {
    /// Takes over from the library what it would do within the transactions of a connection.
    pub(super) fn start(path: &Path, writer: &mut Connection) -> rusqlite::Result<Self> {
        let pages = Arc::new(AtomicI32::new(0));
        let counted = Arc::clone(&pages);
        writer.wal_hook(Some(move |_: &mut _, pages| {
            counted.store(pages, Ordering::Relaxed);
            Ok(())
        }))?;
        let connection = open::writing(path)?;
        let (begin, begins) = sync_channel(1);
        let (finish, done) = sync_channel(1);
        let thread = thread::Builder::new()
            .name("checkpoint".to_owned())
            .spawn(move || {
                for () in begins {
                    move_pages(&connection);
                    if finish.send(()).is_err() {
                        break;
                    }
                }
            })
            .expect("a thread can be started");
        Ok(Checkpoints {
            pages,
            enough: WORTHWHILE,
            is_moving: false,
            begin,
            done,
            thread,
        })
    }

    /// Does what is due between two transactions of the writer.
    pub(super) fn tend(&mut self, writer: &Connection) {
        let pages = self.pages.load(Ordering::Relaxed);
        if !self.is_moving {
            self.is_moving = pages >= self.enough && self.begin.try_send(()).is_ok();
        } else if self.done.try_recv().is_ok() {
            self.is_moving = false;
            let can_begin_anew = move_pages(writer);
            self.enough = WORTHWHILE + if can_begin_anew { 0 } else { pages };
        }
    }

    /// Whether the thread runs.
    pub(super) fn is_alive(&self) -> bool {
        !self.thread.is_finished()
    }

    /// Ends the thread.
    pub(super) fn end(self) {
        drop((self.begin, self.done));
        // It has printed what was wrong, if anything was.
        let _ = self.thread.join();
    }
}

/// Moves what can be moved without waiting for anyone. Whether that was all: someone who still
/// reads an earlier state keeps some of it in the log.
fn move_pages(connection: &Connection) -> bool {
    match connection.wal_checkpoint_v2(None::<&str>, CheckpointMode::PASSIVE) {
        Ok((pages, moved)) => pages == moved,
        Err(fault) => {
            tracing::warn!(%fault, "the log could not be moved into the file; nothing is lost");
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    /// A file with a table, a connection that writes, and what is tested.
    fn begun() -> rusqlite::Result<(TempDir, Connection, Checkpoints)> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file.db");
        std::fs::File::create(&path).expect("room on the disk");
        let mut writer = open::writing(&path)?;
        let checkpoints = Checkpoints::start(&path, &mut writer)?;
        writer.execute_batch("CREATE TABLE pages (bytes BLOB)")?;
        Ok((folder, writer, checkpoints))
    }

    /// Adds pages in one transaction: how many are then in the log.
    fn add(writer: &Connection, checkpoints: &Checkpoints, pages: i32) -> i32 {
        let bytes = pages * 4096;
        let added = writer.execute("INSERT INTO pages VALUES (zeroblob(?1))", [bytes]);
        added.expect("room on the disk");
        checkpoints.pages.load(Ordering::Relaxed)
    }

    /// Lets the log be moved, as far as it can be.
    fn moved(writer: &Connection, checkpoints: &mut Checkpoints) {
        checkpoints.tend(writer);
        assert!(checkpoints.is_moving, "there is enough to be moved");
        while checkpoints.is_moving {
            checkpoints.tend(writer);
        }
    }

    #[test]
    fn a_log_that_was_moved_begins_anew() -> rusqlite::Result<()> {
        let (_folder, writer, mut checkpoints) = begun()?;
        assert!(add(&writer, &checkpoints, 10) < WORTHWHILE);
        checkpoints.tend(&writer);
        assert!(!checkpoints.is_moving, "a few pages are not worth it");
        for _ in 0..3 {
            assert!(add(&writer, &checkpoints, WORTHWHILE) >= WORTHWHILE);
            moved(&writer, &mut checkpoints);
            assert!(add(&writer, &checkpoints, 10) < 20);
        }
        checkpoints.end();
        Ok(())
    }

    #[test]
    fn a_reader_keeps_the_log_and_does_not_hold_up_the_writer() -> rusqlite::Result<()> {
        let (folder, writer, mut checkpoints) = begun()?;
        let mut reader = open::reader(&folder.path().join("file.db"))?;
        let reading = reader.transaction()?;
        let none: i32 = reading.query_row("SELECT count(*) FROM pages", (), |row| row.get(0))?;
        assert_eq!(none, 0);
        let pages = add(&writer, &checkpoints, WORTHWHILE);
        moved(&writer, &mut checkpoints);
        assert!(add(&writer, &checkpoints, 10) > pages, "the log goes on");
        checkpoints.tend(&writer);
        assert!(!checkpoints.is_moving, "not before it is worth it again");
        drop(reading);
        add(&writer, &checkpoints, WORTHWHILE);
        moved(&writer, &mut checkpoints);
        assert!(add(&writer, &checkpoints, 10) < 20, "it begins anew");
        checkpoints.end();
        Ok(())
    }
}
