//! Where the stores of the laws are.

use std::sync::{Arc, LazyLock};

use quintet_live::store::{Postgres, Sqlite, Store};
use quintet_testkit as testkit;
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// What runs beside a store, for all tests.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().expect("a runtime"));

/// One database server for all tests.
static SERVER: LazyLock<testkit::Postgres> = LazyLock::new(testkit::Postgres::start);

/// Waits for something that is asynchronous.
pub(crate) fn wait<T>(awaited: impl Future<Output = T>) -> T {
    RUNTIME.block_on(awaited)
}

/// Where one test keeps its games.
pub(crate) trait Place {
    /// The store there. A file has one at a time.
    fn open(&self) -> Arc<dyn Store>;
}

/// A file.
pub(crate) struct File(TempDir);

impl File {
    pub(crate) fn new() -> Self {
        File(tempfile::tempdir().expect("a folder"))
    }
}

impl Place for File {
    fn open(&self) -> Arc<dyn Store> {
        let store = Sqlite::open(&self.0.path().join("games.db"));
        Arc::new(store.expect("a usable file"))
    }
}

/// A database.
pub(crate) struct Database {
    name: String,
    url: String,
}

impl Database {
    pub(crate) fn new() -> Self {
        let name = format!("laws_{}", quintet_live::GameId::random());
        let url = SERVER.database(&name);
        Database { name, url }
    }

    /// What the database answers to statements of others.
    pub(crate) fn sql(&self, statements: &str) -> String {
        SERVER.sql_in(&self.name, statements)
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }
}

impl Place for Database {
    fn open(&self) -> Arc<dyn Store> {
        let opened = wait(Postgres::open(&self.url));
        Arc::new(opened.expect("a usable database"))
    }
}
