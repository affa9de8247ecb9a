//! Keeping computed tables between runs, compressed.
//!
//! A file that is not exactly what is wanted is computed anew and replaced. Of a file only its end is read at first; a block
//! that turns out to be damaged later is not trusted either: then the table is computed anew, if that takes no longer than a
//! person waits, and replaced. Processes that compute at the same time replace it by the same bytes.
//!
//! A [large table](quintet_solver::Large) is only built when somebody asks for it. It has a file for each of its parts.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use quintet_games::{AnyOracle, Variant};
use quintet_solver::blocks::{self, BlockSource};
use quintet_solver::{LargeSolution, Progress, Solution, TableSource};

use super::table_file::TableFile;

/// A folder for tables, or none.
#[derive(Clone, Debug)]
pub struct Tables {
    folder: Option<PathBuf>,
}

/// An oracle, with the size of its table and what went wrong in keeping it.
pub struct LoadedOracle {
    /// The oracle.
    pub oracle: Arc<dyn AnyOracle>,
    /// The size of its table in memory; 0 if it has none there.
    pub table_bytes: usize,
    /// The size of the file or files in which it is kept; 0 if it is not.
    pub kept_bytes: u64,
    /// Why the table could not be kept, if it could not.
    pub not_kept: Option<io::Error>,
}

impl LoadedOracle {
    pub(super) fn new(oracle: Box<dyn AnyOracle>) -> Self {
        LoadedOracle {
            oracle: oracle.into(),
            table_bytes: 0,
            kept_bytes: 0,
            not_kept: None,
        }
    }
}

impl Tables {
    /// Keeps tables in a folder, which is made when there is something to keep.
    pub fn in_folder(folder: PathBuf) -> Self {
        Tables {
            folder: Some(folder),
        }
    }

    /// Keeps nothing.
    pub fn nowhere() -> Self {
        Tables { folder: None }
    }

    /// Where tables are kept.
    pub fn folder(&self) -> Option<&PathBuf> {
        self.folder.as_ref()
    }

    /// The oracle of a game: from the kept table, or else from a computed one, which is then kept. A large table is used if it is
    /// kept and never built here. `None` if the computation was cancelled; then nothing is kept.
    pub fn oracle(&self, variant: &dyn Variant, progress: &Progress) -> Option<LoadedOracle> {
        let solution = variant.solution();
        let kept = match &solution {
            Solution::Direct(_) => None,
            Solution::Table { open, .. } => self
                .table_file(variant, &solution)
                .and_then(|file| file.open().ok())
                .and_then(|(source, bytes)| Some((open(TableSource::Compressed(source))?, bytes))),
            Solution::Large(large) => self.large(variant, large),
        };
        if let Some((oracle, kept_bytes)) = kept {
            return Some(LoadedOracle {
                kept_bytes,
                ..LoadedOracle::new(oracle)
            });
        }
        self.compute_with(&solution, variant, progress)
    }

    /// The oracle of a game from a table computed now, which is then kept. `None` if the
    /// computation was cancelled; then nothing is kept.
    pub fn compute(&self, variant: &dyn Variant, progress: &Progress) -> Option<LoadedOracle> {
        self.compute_with(&variant.solution(), variant, progress)
    }

    fn compute_with(
        &self,
        solution: &Solution<dyn AnyOracle>,
        variant: &dyn Variant,
        progress: &Progress,
    ) -> Option<LoadedOracle> {
        let (compute, write, open) = match solution {
            Solution::Direct(make) => return Some(LoadedOracle::new(make())),
            Solution::Large(large) => return Some(LoadedOracle::new((large.search)())),
            Solution::Table {
                compute,
                write,
                open,
                ..
            } => (compute, write, open),
        };
        let table = compute(progress)?;
        let file = self.table_file(variant, solution);
        let kept = file.map_or(Ok(0), |file| file.write(|out| write(&table, out)));
        let table_bytes = table.len();
        let oracle = open(TableSource::Computed(table)).expect("a computed table can be opened");
        Some(LoadedOracle {
            table_bytes,
            kept_bytes: *kept.as_ref().unwrap_or(&0),
            not_kept: kept.err(),
            ..LoadedOracle::new(oracle)
        })
    }

    /// Builds the large table of a game, as far as it is not kept whole. What was finished stays if the work is cancelled or
    /// fails. The bytes that are kept then.
    pub fn build(&self, variant: &dyn Variant, progress: &Progress) -> io::Result<u64> {
        let Solution::Large(large) = variant.solution() else {
            return Err(io::ErrorKind::Unsupported.into());
        };
        let mut build = (large.build)();
        let mut parts: Vec<Arc<dyn BlockSource>> = Vec::new();
        let mut kept = 0;
        for part in 0..large.cost.parts {
            let file = self
                .part_file(variant, &large, part)
                .ok_or(io::ErrorKind::NotFound)?;
            let is_kept = |(source, _): (Arc<dyn BlockSource>, u64)| {
                blocks::verify_checksums(&*source).is_ok()
            };
            if !file.open().is_ok_and(is_kept) {
                file.write(|out| build.write(part, &parts, out, progress))?;
            }
            let (source, bytes) = file.open()?;
            parts.push(source);
            kept += bytes;
        }
        Ok(kept)
    }

    /// The oracle of a large table that is kept, and how many bytes are; `None` if parts are missing or cut off.
    pub(super) fn large(
        &self,
        variant: &dyn Variant,
        large: &LargeSolution<dyn AnyOracle>,
    ) -> Option<(Box<dyn AnyOracle>, u64)> {
        let mut parts: Vec<Arc<dyn BlockSource>> = Vec::new();
        let mut kept = 0;
        for part in 0..large.cost.parts {
            let opened = self.part_file(variant, large, part)?.open().ok();
            let (source, bytes) = opened.filter(|(source, _)| blocks::is_complete(&**source))?;
            parts.push(source);
            kept += bytes;
        }
        Some(((large.open)(parts)?, kept))
    }

    fn table_file(
        &self,
        variant: &dyn Variant,
        solution: &Solution<dyn AnyOracle>,
    ) -> Option<TableFile> {
        let Solution::Table { version, write, .. } = solution else {
            return None;
        };
        let write = Some(Arc::clone(write));
        self.file_named(&name(variant), *version, write)
    }

    fn part_file(
        &self,
        variant: &dyn Variant,
        large: &LargeSolution<dyn AnyOracle>,
        part: usize,
    ) -> Option<TableFile> {
        let name = format!("{}.{part}", name(variant));
        self.file_named(&name, large.version, None)
    }

    fn file_named(
        &self,
        name: &str,
        version: u32,
        write: Option<quintet_solver::WriteTable>,
    ) -> Option<TableFile> {
        let path = self.folder.as_ref()?.join(format!("{name}.table"));
        Some(TableFile::new(path, name, version, write))
    }
}

pub(super) fn name(variant: &dyn Variant) -> String {
    format!("{}-{}", variant.id(), variant.size())
}
