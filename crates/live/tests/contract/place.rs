//! The places in which the laws are tested.

use std::sync::Arc;

use quintet_games::Catalogue;
use quintet_live::store::{Sqlite, Store};
use tempfile::TempDir;

/// A place for the games of one test.
pub(crate) trait Place {
    /// Opens the store. A file can be open only once at a time.
    fn open(&self) -> Arc<dyn Store>;
}

pub(crate) struct File(TempDir);

impl File {
    pub(crate) fn new() -> Self {
        File(crate::common::folder())
    }
}

impl Place for File {
    fn open(&self) -> Arc<dyn Store> {
        let store = Sqlite::open(&self.0.path().join("games.db"), Catalogue::STANDARD);
        Arc::new(store.expect("a usable file"))
    }
}
