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
