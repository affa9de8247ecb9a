//! Where games between people are kept: a file, or a database that several servers share.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::builder::{PathBufValueParser, TypedValueParser};
use etcetera::BaseStrategy;
use quintet_games::Catalogue;
use quintet_live::store::{OpenError, Postgres, Sqlite, Store};

use crate::paper::shown_path;

/// Where games are kept, as it is given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Db {
    /// In a file.
    File(PathBuf),
    /// In a database: `postgres://USER:PASSWORD@HOST:PORT/NAME`.
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

/// Reads a file or the address of a database.
pub(crate) fn db_parser() -> impl TypedValueParser<Value = Db> {
    PathBufValueParser::new().map(Db::from)
}

impl Db {
    /// What was given, or the file in the user's data folder.
    pub(crate) fn or_usual(given: Option<Db>) -> Result<Db> {
        if let Some(db) = given {
            return Ok(db);
        }
        let folders = etcetera::choose_base_strategy()
            .context("there is no data folder for games: name a file with --db FILE")?;
        Ok(Db::File(
            folders.data_dir().join("quintet").join("games.db"),
        ))
    }

    /// The file, for what is done with files only.
    pub(crate) fn file(self, instead: &str) -> Result<PathBuf> {
        match self {
            Db::File(file) => Ok(file),
            Db::Shared(_) => anyhow::bail!("this is for a file; a database has {instead}"),
        }
    }

    /// How it is shown: without a password.
    pub(crate) fn shown(&self) -> String {
        match self {
            Db::File(file) => shown_path(file),
            Db::Shared(url) => Postgres::shown(url),
        }
    }

    /// Opens it, or makes it.
    pub(crate) async fn open(&self, catalogue: Catalogue) -> Result<Arc<dyn Store>> {
        Ok(match self {
            Db::File(file) => {
                let store = Sqlite::open(file, catalogue);
                Arc::new(store.map_err(|fault| explain(fault, file))?)
            }
            Db::Shared(url) => Arc::new(Postgres::open(url).await?),
        })
    }

    /// Opens it, or makes it, while no server uses it.
    pub(crate) async fn open_alone(&self, catalogue: Catalogue) -> Result<Arc<dyn Store>> {
        match self {
            Db::File(_) => self.open(catalogue).await,
            Db::Shared(url) => Ok(Arc::new(Postgres::open_alone(url).await?)),
        }
    }

    /// Fails if it is a file that is not there.
    pub(crate) fn must_exist(&self) -> Result<()> {
        match self {
            Db::File(file) if !file.exists() => {
                anyhow::bail!("{} is not there", shown_path(file))
            }
            _ => Ok(()),
        }
    }
}

/// What can be done about a file that cannot be used.
fn explain(fault: OpenError, file: &Path) -> anyhow::Error {
    let shown = shown_path(file);
    let advice = match fault {
        // The log and the mark beside a file belong to it, and must not be taken for those of a fresh one.
        OpenError::Damaged { .. }
        | OpenError::Foreign(_)
        | OpenError::Altered { .. }
        | OpenError::Newer { .. } => Some(format!(
            "a fresh file is made by `quintet serve --db NEW-FILE`, or in the same place after \
                 `mv '{shown}'* ANOTHER-FOLDER`"
        )),
        OpenError::InUse(_) => {
            Some("a second server needs a file of its own: --db FILE".to_owned())
        }
        _ => None,
    };
    match advice {
        Some(advice) => anyhow::anyhow!("{fault}; {advice}"),
        None => fault.into(),
    }
}
