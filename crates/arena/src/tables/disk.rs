//! Storage of computed tables in files, compressed.
//!
//! A file that is invalid or outdated is replaced. Opening a file reads only its end; a corrupt block is detected when it is
//! read. The table is then computed again and replaced, if that is fast enough for a person to wait. Several processes may
//! do so at once, because they write the same bytes.
//!
//! A [large table](quintet_solver::LargeSolution) is only built on request. Each of its parts has its own file.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use quintet_games::{AnyOracle, Variant};
use quintet_solver::blocks::{self, BlockSource};
use quintet_solver::{LargeSolution, Progress, Solution, TableSource, WriteTable};

use super::table_file::TableFile;

/// A folder for tables, if there is one.
#[derive(Clone, Debug)]
pub struct Tables {
    folder: Option<PathBuf>,
}

/// An oracle and the storage of its table.
pub struct LoadedOracle {
    /// The oracle that reads the table.
    pub oracle: Arc<dyn AnyOracle>,
    /// Size of the table in memory; 0 if it is not in memory.
    pub table_bytes: usize,
    /// Size of the stored file or files; 0 if there are none.
    pub file_bytes: u64,
    /// Reason why the table could not be stored.
    pub store_error: Option<io::Error>,
}

impl LoadedOracle {
    pub(super) fn new(oracle: Box<dyn AnyOracle>) -> Self {
        LoadedOracle {
            oracle: oracle.into(),
            table_bytes: 0,
            file_bytes: 0,
            store_error: None,
        }
    }
}

impl Tables {
    /// Stores tables in a folder, which is created when needed.
    pub fn in_folder(folder: PathBuf) -> Self {
        Tables {
            folder: Some(folder),
        }
    }

    /// Stores no tables.
    pub fn nowhere() -> Self {
        Tables { folder: None }
    }

    /// Returns the folder in which tables are cached.
    pub fn folder(&self) -> Option<&PathBuf> {
        self.folder.as_ref()
    }

    /// Opens the stored table of a game, or computes and stores it. A large table is opened but never built here. `None` if the
    /// computation was cancelled.
    pub fn oracle(&self, variant: &dyn Variant, progress: &Progress) -> Option<LoadedOracle> {
        let solution = variant.solution();
        self.open_stored(variant, &solution)
            .or_else(|| self.compute_with(&solution, variant, progress))
    }

    /// Computes the table of a game and stores it. `None` if the computation was cancelled.
    pub fn compute(&self, variant: &dyn Variant, progress: &Progress) -> Option<LoadedOracle> {
        self.compute_with(&variant.solution(), variant, progress)
    }

    fn open_stored(
        &self,
        variant: &dyn Variant,
        solution: &Solution<dyn AnyOracle>,
    ) -> Option<LoadedOracle> {
        let (oracle, file_bytes) = match solution {
            Solution::Direct(_) => return None,
            Solution::Table {
                version,
                write,
                open,
                ..
            } => {
                let file = self.table_file(&name(variant), *version, Some(write))?;
                let (source, bytes) = file.open().ok()?;
                (open(TableSource::Compressed(source))?, bytes)
            }
            Solution::Large(large) => self.large(variant, large)?,
        };
        Some(LoadedOracle {
            file_bytes,
            ..LoadedOracle::new(oracle)
        })
    }

    fn compute_with(
        &self,
        solution: &Solution<dyn AnyOracle>,
        variant: &dyn Variant,
        progress: &Progress,
    ) -> Option<LoadedOracle> {
        let (version, compute, write, open) = match solution {
            Solution::Direct(make) => return Some(LoadedOracle::new(make())),
            Solution::Large(large) => return Some(LoadedOracle::new((large.search)())),
            Solution::Table {
                version,
                compute,
                write,
                open,
            } => (*version, compute, write, open),
        };
        let table = compute(progress)?;
        let file = self.table_file(&name(variant), version, Some(write));
        let written = file.map_or(Ok(0), |file| file.write(|out| write(&table, out)));
        let table_bytes = table.len();
        let oracle = open(TableSource::Computed(table)).expect("a computed table can be opened");
        Some(LoadedOracle {
            table_bytes,
            file_bytes: *written.as_ref().unwrap_or(&0),
            store_error: written.err(),
            ..LoadedOracle::new(oracle)
        })
    }

    /// Builds the missing parts of a large table. Completed parts remain if the work is cancelled or fails. Returns the size
    /// of all parts.
    pub fn build(&self, variant: &dyn Variant, progress: &Progress) -> io::Result<u64> {
        let Solution::Large(large) = variant.solution() else {
            return Err(io::ErrorKind::Unsupported.into());
        };
        let mut build = (large.build)();
        let mut parts: Vec<Arc<dyn BlockSource>> = Vec::new();
        let mut total = 0;
        for part in 0..large.cost.parts {
            let file = self
                .part_file(variant, &large, part)
                .ok_or(io::ErrorKind::NotFound)?;
            let is_intact = |(source, _): (Arc<dyn BlockSource>, u64)| blocks::is_intact(&*source);
            if !file.open().is_ok_and(is_intact) {
                file.write(|out| build.write(part, &parts, out, progress))?;
            }
            let (source, bytes) = file.open()?;
            parts.push(source);
            total += bytes;
        }
        Ok(total)
    }

    /// Opens a stored large table. Returns its oracle and size; `None` if parts are missing or truncated.
    pub(super) fn large(
        &self,
        variant: &dyn Variant,
        large: &LargeSolution<dyn AnyOracle>,
    ) -> Option<(Box<dyn AnyOracle>, u64)> {
        let mut parts: Vec<Arc<dyn BlockSource>> = Vec::new();
        let mut total = 0;
        for part in 0..large.cost.parts {
            let opened = self.part_file(variant, large, part)?.open().ok();
            let (source, bytes) = opened.filter(|(source, _)| blocks::is_complete(&**source))?;
            parts.push(source);
            total += bytes;
        }
        Some(((large.open)(parts)?, total))
    }

    /// Returns the file of a part of a large table; `None` without a folder.
    fn part_file(
        &self,
        variant: &dyn Variant,
        large: &LargeSolution<dyn AnyOracle>,
        part: usize,
    ) -> Option<TableFile> {
        let name = format!("{}.{part}", name(variant));
        self.table_file(&name, large.version, None)
    }

    /// Returns the file with this name; `None` without a folder.
    fn table_file(
        &self,
        name: &str,
        version: u32,
        write: Option<&WriteTable>,
    ) -> Option<TableFile> {
        let path = self.folder.as_ref()?.join(format!("{name}.table"));
        Some(TableFile::new(path, name, version, write.cloned()))
    }
}

pub(super) fn name(variant: &dyn Variant) -> String {
    format!("{}-{}", variant.id(), variant.size())
}
