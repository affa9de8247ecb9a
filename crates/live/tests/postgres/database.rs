//! A database for one test.

use std::sync::{Arc, LazyLock};

use quintet_live::store::{Postgres, Store};
use quintet_testkit as testkit;

use crate::common::wait;
use crate::contract::Place;

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

impl Place for Database {
    fn open(&self) -> Arc<dyn Store> {
        let opened = wait(Postgres::open(&self.url));
        Arc::new(opened.expect("a usable database"))
    }
}
