//! Keeping computed tables between runs.
//!
//! ```text
//!     file     magic (8 bytes) | name (32) | version (8) | length (8) | checksum (8) | the table
//! ```
//!
//! A file that is not exactly what is wanted is computed anew and replaced. Processes that compute
//! at the same time replace it by the same bytes.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use quintet_games::{AnyOracle, Variant};
use quintet_solver::{Progress, Solution};

use crate::store::{is_unfinished, replace_file};

const MAGIC: [u8; 8] = *b"quintet1";
const NAME: usize = 32;
const HEADER: usize = 8 + NAME + 8 + 8 + 8;

/// A folder for tables, or none.
#[derive(Clone, Debug)]
pub struct Tables {
    folder: Option<PathBuf>,
}

/// An oracle, with the size of its table and what went wrong in keeping it.
pub struct LoadedOracle {
    /// The oracle.
    pub oracle: Arc<dyn AnyOracle>,
    /// The size of its table; 0 if it has none.
    pub table_bytes: usize,
    /// Why the table could not be kept, if it could not.
    pub not_kept: Option<io::Error>,
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

    /// The oracle of a game: from the kept table, or else from a computed one, which is then kept.
    /// `None` if the computation was cancelled; then nothing is kept.
    pub fn oracle(&self, variant: &dyn Variant, progress: &Progress) -> Option<LoadedOracle> {
        let solution = variant.solution();
        if let Solution::Table { version, open, .. } = &solution
            && let Some((path, header)) = self.path(variant, *version)
            && let Ok(table) = read(&path, &header)
        {
            let table_bytes = table.len();
            if let Some(oracle) = open(table) {
                return Some(LoadedOracle {
                    oracle: oracle.into(),
                    table_bytes,
                    not_kept: None,
                });
            }
        }
        self.compute_with(&solution, variant, progress)
    }

    /// The bytes of the file of a game's table, computed now. `None` if the game has no table, or if the
    /// computation was cancelled.
    pub fn file(variant: &dyn Variant, progress: &Progress) -> Option<Vec<u8>> {
        let Solution::Table {
            version, compute, ..
        } = variant.solution()
        else {
            return None;
        };
        let table = compute(progress)?;
        let mut file = header(variant, version);
        file.extend_from_slice(&(table.len() as u64).to_le_bytes());
        file.extend_from_slice(&checksum(&table).to_le_bytes());
        file.extend_from_slice(&table);
        Some(file)
    }

    /// The oracle of a game from the bytes of a file. `None` if they are not exactly what is wanted.
    pub fn open(variant: &dyn Variant, mut file: Vec<u8>) -> Option<LoadedOracle> {
        let Solution::Table { version, open, .. } = variant.solution() else {
            return None;
        };
        let (found, table) = file.split_first_chunk::<HEADER>()?;
        let promised = Promised::of(found, &header(variant, version))?;
        if !promised.is_kept_by(table) {
            return None;
        }
        file.drain(..HEADER);
        let table_bytes = file.len();
        let oracle = open(file)?.into();
        Some(LoadedOracle {
            oracle,
            table_bytes,
            not_kept: None,
        })
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
        let (oracle, table_bytes, kept) = match solution {
            Solution::Direct(make) => (make(), 0, Ok(())),
            Solution::Table {
                version,
                compute,
                open,
            } => {
                let table = compute(progress)?;
                let kept = self
                    .path(variant, *version)
                    .map_or(Ok(()), |(path, header)| write(&path, &header, &table));
                let table_bytes = table.len();
                let oracle = open(table).expect("a computed table can be opened");
                (oracle, table_bytes, kept)
            }
        };
        Some(LoadedOracle {
            oracle: oracle.into(),
            table_bytes,
            not_kept: kept.err(),
        })
    }

    /// Where the table of a game is kept, and how its file begins; `None` if it is not kept.
    fn path(&self, variant: &dyn Variant, version: u32) -> Option<(PathBuf, Vec<u8>)> {
        // Said so that the module in the browser has no code for files.
        let folder = self
            .folder
            .as_ref()
            .filter(|_| !cfg!(target_family = "wasm"))?;
        let path = folder.join(format!("{}.table", name(variant)));
        Some((path, header(variant, version)))
    }
}

fn name(variant: &dyn Variant) -> String {
    format!("{}-{}", variant.id(), variant.size())
}

/// How the file of a game's table begins.
fn header(variant: &dyn Variant, version: u32) -> Vec<u8> {
    let mut header = MAGIC.to_vec();
    header.extend_from_slice(name(variant).as_bytes());
    header.resize(MAGIC.len() + NAME, 0);
    header.extend_from_slice(&u64::from(version).to_le_bytes());
    header
}

/// What the first bytes of a file promise about the table after them.
struct Promised {
    length: u64,
    sum: u64,
}

impl Promised {
    /// `None` if the file does not begin as it should.
    fn of(found: &[u8; HEADER], header: &[u8]) -> Option<Self> {
        let rest = found.strip_prefix(header)?;
        let (length, sum) = rest.split_first_chunk()?;
        Some(Promised {
            length: u64::from_le_bytes(*length),
            sum: u64::from_le_bytes(*sum.first_chunk()?),
        })
    }

    fn is_kept_by(&self, table: &[u8]) -> bool {
        table.len() as u64 == self.length && checksum(table) == self.sum
    }
}

/// The table in a file, if the file is whole and has the right header.
fn read(path: &Path, header: &[u8]) -> io::Result<Vec<u8>> {
    let foreign = || io::Error::from(io::ErrorKind::InvalidData);
    // Opening a pipe would wait for a writer.
    if !fs::metadata(path)?.is_file() {
        return Err(foreign());
    }
    let mut file = File::open(path)?;
    let mut found = [0; HEADER];
    file.read_exact(&mut found)?;
    let promised = Promised::of(&found, header).ok_or_else(foreign)?;
    if file.metadata()?.len().checked_sub(HEADER as u64) != Some(promised.length) {
        return Err(foreign());
    }
    let mut table = Vec::with_capacity(usize::try_from(promised.length).map_err(|_| foreign())?);
    file.read_to_end(&mut table)?;
    if !promised.is_kept_by(&table) {
        return Err(foreign());
    }
    Ok(table)
}

fn write(path: &Path, header: &[u8], table: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
        remove_old_side_files(folder);
    }
    let length = (table.len() as u64).to_le_bytes();
    let sum = checksum(table).to_le_bytes();
    replace_file(path, &[header, &length, &sum, table])
}

/// Removes what was left behind by processes that were ended while they wrote: what is being
/// written now is younger than a day.
fn remove_old_side_files(folder: &Path) {
    let is_old = |entry: &fs::DirEntry| {
        let age = entry
            .metadata()
            .and_then(|found| found.modified())
            .map(|time| time.elapsed());
        matches!(age, Ok(Ok(age)) if age.as_secs() > 24 * 60 * 60)
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if is_unfinished(&name) && is_old(&entry) {
            // Another process that removes it first has done the same.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// A sum that changes with every byte and its place. Four lanes, so that a table of 30 MB takes
/// milliseconds: it guards against damage, not against malice.
fn checksum(bytes: &[u8]) -> u64 {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |sum: u64, word: u64| (sum ^ word).wrapping_mul(STEP).rotate_left(29);
    let mut lanes = [1, 2, 3, 4];
    let (blocks, rest) = bytes.as_chunks::<32>();
    for block in blocks {
        for (lane, word) in lanes.iter_mut().zip(block.as_chunks::<8>().0) {
            *lane = mix(*lane, u64::from_le_bytes(*word));
        }
    }
    let tail = rest
        .iter()
        .fold(bytes.len() as u64, |sum, byte| mix(sum, u64::from(*byte)));
    lanes.into_iter().fold(tail, mix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_notices_every_byte_and_the_length() {
        let bytes: Vec<u8> = (0..100).collect();
        let sum = checksum(&bytes);
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_ne!(checksum(&damaged), sum, "byte {at}");
        }
        assert_ne!(checksum(&bytes[..99]), sum);
        assert_ne!(checksum(&[0; 32]), checksum(&[0; 64]));
    }

    #[test]
    fn the_bytes_of_a_file_are_taken_over_only_if_every_one_is_right() {
        let variant = quintet_catalogue::find("matrix-isolation").expect("listed");
        let variant = variant.standard();
        let file = Tables::file(variant, &Progress::default()).expect("it has a table");
        let opened = Tables::open(variant, file.clone()).expect("it is whole");
        assert_eq!(opened.table_bytes, file.len() - HEADER);
        // The magic, the name, the version, the length, the checksum and the table.
        for at in [0, 8, 40, 48, 56, HEADER, file.len() - 1] {
            let mut damaged = file.clone();
            damaged[at] ^= 1;
            assert!(Tables::open(variant, damaged).is_none(), "byte {at}");
        }
        for length in [0, 7, HEADER, file.len() - 1] {
            assert!(
                Tables::open(variant, file[..length].to_vec()).is_none(),
                "{length} bytes"
            );
        }
        let other = quintet_catalogue::find("gridlock")
            .expect("listed")
            .standard();
        assert!(Tables::open(other, file).is_none(), "it has no table");
        assert!(Tables::file(other, &Progress::default()).is_none());
    }
}
