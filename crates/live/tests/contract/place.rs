//! The places in which the laws are tested.

use std::sync::Arc;

use quintet_games::Catalogue;
use quintet_live::store::{Sqlite, Store};
use tempfile::TempDir;

#[cfg(unix)]
pub(crate) use database::Database;

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

#[cfg(unix)]
mod database {
    use std::sync::{Arc, LazyLock};

    use quintet_live::store::{Postgres, Store};
    use quintet_testkit as testkit;

    use crate::common::wait;

    /// One database server for all tests.
    static SERVER: LazyLock<testkit::Postgres> = LazyLock::new(testkit::Postgres::start);

    pub(crate) struct Database {
        pub(crate) name: String,
        pub(crate) url: String,
    }

    impl Database {
        pub(crate) fn new() -> Self {
            let name = format!("laws_{}", quintet_live::GameId::random());
            let url = SERVER.database(&name);
            Database { name, url }
        }

        /// Runs statements as another client.
        pub(crate) fn sql(&self, statements: &str) -> String {
            SERVER.sql_in(&self.name, statements)
        }
    }

    impl super::Place for Database {
        fn open(&self) -> Arc<dyn Store> {
            let opened = wait(Postgres::open(&self.url));
            Arc::new(opened.expect("a usable database"))
        }
    }
}
