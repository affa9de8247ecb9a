//! Tables as bytes, for storage in a browser.
//!
//! ```text
//!     magic (8 bytes) | name (32) | version (8) | length (8) | checksum (8) | the table
//! ```

use quintet_games::Variant;
use quintet_solver::blocks::checksum;
use quintet_solver::{Progress, Solution, TableSource};

use super::disk::name;
use super::table_file::begin;
use super::{LoadedOracle, Tables};

const MAGIC: [u8; 8] = *b"quintet1";
const HEADER: usize = 64;

impl Tables {
    /// Computes the table of a game as bytes for [`open`](Tables::open). `None` if the game has no table or the computation was
    /// cancelled.
    pub fn file(variant: &dyn Variant, progress: &Progress) -> Option<Vec<u8>> {
        let Solution::Table {
            version, compute, ..
        } = variant.solution()
        else {
            return None;
        };
        let table = compute(progress)?;
        let mut file = header(variant, version, &table);
        file.extend_from_slice(&table);
        Some(file)
    }

    /// Opens a table from its bytes. `None` if they are corrupt or outdated.
    pub fn open(variant: &dyn Variant, mut file: Vec<u8>) -> Option<LoadedOracle> {
        let Solution::Table { version, open, .. } = variant.solution() else {
            return None;
        };
        let (found, table) = file.split_first_chunk::<HEADER>()?;
        if header(variant, version, table) != found {
            return None;
        }
        file.drain(..HEADER);
        let table_bytes = file.len();
        Some(LoadedOracle {
            table_bytes,
            ..LoadedOracle::new(open(TableSource::Computed(file))?)
        })
    }
}

fn header(variant: &dyn Variant, version: u32, table: &[u8]) -> Vec<u8> {
    let mut header = begin(MAGIC, &name(variant), version);
    header.extend_from_slice(&(table.len() as u64).to_le_bytes());
    header.extend_from_slice(&checksum(table).to_le_bytes());
    header
}

#[cfg(test)]
mod tests {
    use quintet_games::Catalogue;

    use super::*;

    #[test]
    fn corrupt_bytes_are_rejected() {
        let variant = Catalogue::STANDARD
            .find("matrix-isolation")
            .expect("listed");
        let variant = variant.standard();
        let file = Tables::file(variant, &Progress::default()).expect("it has a table");
        let opened = Tables::open(variant, file.clone()).expect("it is intact");
        assert_eq!(opened.table_bytes, file.len() - HEADER);
        // One byte each of the magic, the name, the version, the length and the checksum, and two of the table.
        for at in [0, 8, 40, 48, 56, HEADER, file.len() - 1] {
            let mut corrupt = file.clone();
            corrupt[at] ^= 1;
            assert!(Tables::open(variant, corrupt).is_none(), "byte {at}");
        }
        for length in [0, 7, HEADER, file.len() - 1] {
            assert!(
                Tables::open(variant, file[..length].to_vec()).is_none(),
                "{length} bytes"
            );
        }
        let other = Catalogue::STANDARD
            .find("gridlock")
            .expect("listed")
            .standard();
        assert!(Tables::open(other, file).is_none(), "it has no table");
        assert!(Tables::file(other, &Progress::default()).is_none());
    }
}
