//! The database of a server: an SQLite file, or a PostgreSQL database that several servers share.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use clap::builder::{PathBufValueParser, TypedValueParser};
use etcetera::BaseStrategy;
use quintet_games::Catalogue;
use quintet_live::store::{OpenError, Postgres, Sqlite, Store};

use crate::paper::shown_path;

/// Name of a database on the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Db {
    /// An SQLite file.
    File(PathBuf),
    /// A PostgreSQL database: `postgres://USER:PASSWORD@HOST:PORT/NAME`.
    Shared(String),
}

impl From<PathBuf> for Db {
    fn from(given: PathBuf) -> Self {
        let text = given.to_str().unwrap_or_default();
        if ["postgres://", "postgresql://"]
            .iter()
            .any(|scheme| text.starts_with(scheme))
        {
            return Db::Shared(text.to_owned());
        }
        let file = text.strip_prefix("sqlite:").map(PathBuf::from);
        Db::File(file.unwrap_or(given))
    }
}

/// Returns a parser of files and URLs.
pub(crate) fn db_parser() -> impl TypedValueParser<Value = Db> {
    PathBufValueParser::new().map(Db::from)
}

impl Db {
    /// Returns `given`, or the file in the user's data folder.
    pub(crate) fn or_default(given: Option<Db>) -> Result<Db> {
        if let Some(db) = given {
            return Ok(db);
        }
        let folders = etcetera::choose_base_strategy()
            .context("cannot find a data folder; name a file with --db FILE")?;
        let folder = folders.data_dir().join("quintet");
        fs::create_dir_all(&folder)
            .with_context(|| format!("cannot create {}", shown_path(&folder)))?;
        Ok(Db::File(folder.join("games.db")))
    }

    /// Returns the file, or an error that names the tool for PostgreSQL.
    pub(crate) fn file(self, instead: &str) -> Result<PathBuf> {
        match self {
            Db::File(file) => Ok(file),
            Db::Shared(_) => {
                bail!("this command is for SQLite files; use {instead} for PostgreSQL")
            }
        }
    }

    /// Returns the name without a password.
    pub(crate) fn shown(&self) -> String {
        match self {
            Db::File(file) => shown_path(file),
            Db::Shared(url) => Postgres::shown(url),
        }
    }

    /// Opens or creates the database.
    pub(crate) async fn open(&self, catalogue: Catalogue) -> Result<Arc<dyn Store>> {
        Ok(match self {
            Db::File(file) => {
                let folder = file.parent().filter(|folder| *folder != Path::new(""));
                if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
                    bail!("no such folder: {}", shown_path(folder));
                }
                let store = Sqlite::open(file, catalogue);
                Arc::new(store.map_err(|error| explain(error, file))?)
            }
            Db::Shared(url) => Arc::new(Postgres::open(url).await?),
        })
    }

    /// Opens or creates the database for exclusive use.
    pub(crate) async fn open_alone(&self, catalogue: Catalogue) -> Result<Arc<dyn Store>> {
        match self {
            Db::File(_) => self.open(catalogue).await,
            Db::Shared(url) => Ok(Arc::new(Postgres::open_alone(url).await?)),
        }
    }

    /// Fails if the database is a file that does not exist.
    pub(crate) fn must_exist(&self) -> Result<()> {
        match self {
            Db::File(file) if !file.exists() => {
                bail!("{} does not exist", shown_path(file))
            }
            _ => Ok(()),
        }
    }
}

/// Adds advice to an error.
fn explain(error: OpenError, file: &Path) -> anyhow::Error {
    let shown = shown_path(file);
    let advice = match error {
        // The files next to the database belong to it and must be moved as well.
        OpenError::Damaged { .. }
        | OpenError::Foreign(_)
        | OpenError::Altered { .. }
        | OpenError::Version { .. } => Some(format!(
            "to start with a new file, use `quintet serve --db NEW-FILE`, or move this one away with \
                 `mv '{shown}'* OTHER-FOLDER`"
        )),
        OpenError::InUse(_) => Some("a second server needs its own file: --db FILE".to_owned()),
        _ => None,
    };
    match advice {
        Some(advice) => anyhow::anyhow!("{error}; {advice}"),
        None => error.into(),
    }
}
