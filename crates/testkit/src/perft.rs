//! Committed perft tables, one per game.
//!
//! A line is `size | position | depth:count depth:count ...`, or a comment that starts with `#`.

use std::fs;
use std::path::Path;

use quintet_games::{AnyPosition, Listing};
use quintet_rules::Player;

use crate::slow::{self, SlowGame};

/// A line of a table.
pub struct PerftRow {
    /// The size of the board.
    pub size: String,
    /// The root of the tree.
    pub position: Box<dyn AnyPosition>,
    /// The count for each depth, in ascending order.
    pub counts: Vec<(u32, u64)>,
}

/// Reads the table of a game from a folder.
pub fn table(folder: &Path, listing: &Listing) -> Vec<PerftRow> {
    let path = folder.join(format!("{}.txt", listing.id));
    let name = path.display();
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("no table {name}: {error}"));
    let lines = text.lines().enumerate();
    lines
        .filter(|(_, line)| !line.starts_with('#'))
        .map(|(number, line)| {
            read_row(listing, line)
                .unwrap_or_else(|error| panic!("{name}, line {}: {error}", number + 1))
        })
        .collect()
}

fn read_row(listing: &Listing, line: &str) -> Result<PerftRow, String> {
    let fields: Vec<_> = line.split(" | ").collect();
    let [size, text, counts] = fields[..] else {
        return Err(format!(
            "{} fields; expected size | position | counts",
            fields.len()
        ));
    };
    let variant = listing
        .size(size)
        .ok_or_else(|| format!("{} has no size {size}", listing.id))?;
    let position = variant.position(text).map_err(|error| error.to_string())?;
    let counts = counts
        .split(' ')
        .map(|entry| {
            let (depth, count) = entry.split_once(':')?;
            Some((depth.parse().ok()?, count.parse().ok()?))
        })
        .collect::<Option<Vec<_>>>()
        .ok_or_else(|| format!("{counts:?}; expected depth:count depth:count"))?;
    Ok(PerftRow {
        size: size.to_owned(),
        position,
        counts,
    })
}

/// Asserts that every count is correct.
pub fn check_counts(rows: &[PerftRow]) {
    for row in rows {
        for (depth, count) in &row.counts {
            let recounted = row.position.analysis().perft(*depth);
            assert_eq!(recounted, *count, "depth {depth} of {:?}", row.position);
        }
    }
}

/// Asserts that the slow implementation gives the same counts, up to `limit`.
pub fn check_slowly(rows: &[PerftRow], limit: u64, read: impl Fn(&str) -> Box<dyn SlowGame>) {
    for row in rows {
        let slow = read(&row.position.text());
        for (depth, count) in &row.counts {
            if *count <= limit {
                let recounted = slow::perft(&*slow, *depth);
                assert_eq!(recounted, *count, "depth {depth} of {:?}", row.position);
            }
        }
    }
}

/// Asserts that the table has the initial positions and a finished position of every size, and that the depths of each row
/// are consecutive.
pub fn check_rows(listing: &Listing, rows: &[PerftRow]) {
    for variant in listing.sizes {
        let size = variant.size().to_string();
        let of_this_size = || rows.iter().filter(|row| row.size == size);
        for first in Player::BOTH {
            let start = variant.start(first).text();
            let row = of_this_size().find(|row| row.position.text() == start);
            let row = row.unwrap_or_else(|| panic!("{} {size} lacks {start}", listing.id));
            assert!(row.counts.len() >= 3, "few depths of {:?}", row.position);
        }
        let finished = of_this_size().any(|row| row.position.outcome().is_some());
        assert!(finished, "{} {size} lacks a finished position", listing.id);
    }
    for row in rows {
        for (n, (depth, count)) in row.counts.iter().enumerate() {
            assert_eq!(*depth as usize, n + 1, "depths of {:?}", row.position);
            let last = n + 1 == row.counts.len();
            assert!(*count > 0 || last, "counts after 0 of {:?}", row.position);
        }
    }
}
