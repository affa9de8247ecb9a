//! The committed counts of move sequences in `perft/`, one table per game.
//!
//! A line is `size | position | depth:count depth:count ...`; lines that start with `#` are for
//! people.

// Only positions are read and counted here; the rest of the slow rules serves `second_opinion`.
#[expect(dead_code)]
mod slow;

use std::fs;
use std::path::{Path, PathBuf};

use quintet_games::{AnyPosition, Listing, catalogue, find};
use quintet_rules::Player;

/// A line of a table.
struct Row {
    size: String,
    position: Box<dyn AnyPosition>,
    /// How many sequences of so many moves there are, in ascending order of depth.
    counts: Vec<(u32, u64)>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("perft")
}

fn table(listing: &Listing) -> Vec<Row> {
    let path = folder().join(format!("{}.txt", listing.id));
    let name = path.display();
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("no table {name}: {error}"));
    let lines = text.lines().enumerate();
    lines
        .filter(|(_, line)| !line.starts_with('#'))
        .map(|(number, line)| {
            read_row(listing, line)
                .unwrap_or_else(|fault| panic!("{name}, line {}: {fault}", number + 1))
        })
        .collect()
}

fn read_row(listing: &Listing, line: &str) -> Result<Row, String> {
    let fields: Vec<_> = line.split(" | ").collect();
    let [size, text, counts] = fields[..] else {
        return Err(format!(
            "{} fields; wanted size | position | counts",
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
        .ok_or_else(|| format!("{counts:?}; wanted depth:count depth:count"))?;
    Ok(Row {
        size: size.to_owned(),
        position,
        counts,
    })
}

/// Asserts that the slow rules count the same, wherever the count is at most `limit`.
fn assert_the_slow_rules_agree(limit: u64) {
    for listing in catalogue() {
        for row in table(listing) {
            let slow = slow::read(listing.id, &row.position.text());
            for (depth, count) in row.counts {
                if count <= limit {
                    let recounted = slow::perft(&*slow, depth);
                    assert_eq!(recounted, count, "depth {depth} of {:?}", row.position);
                }
            }
        }
    }
}

#[test]
fn every_count_in_the_tables_is_right() {
    for row in catalogue().flat_map(table) {
        for (depth, count) in row.counts {
            let recounted = row.position.perft(depth);
            assert_eq!(recounted, count, "depth {depth} of {:?}", row.position);
        }
    }
}

#[test]
fn the_slow_rules_agree_with_the_small_counts() {
    assert_the_slow_rules_agree(20_000);
}

#[test]
#[ignore = "takes minutes; run it when a table changes"]
fn the_slow_rules_agree_with_every_count() {
    assert_the_slow_rules_agree(u64::MAX);
}

#[test]
fn every_game_has_a_table_with_the_start_of_every_size() {
    for listing in catalogue() {
        let rows = table(listing);
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
    }
}

#[test]
fn every_table_belongs_to_a_game() {
    for entry in fs::read_dir(folder()).expect("the folder of tables") {
        let path = entry.expect("a table").path();
        let id = path.file_stem().and_then(|stem| stem.to_str());
        let name = path.display();
        assert!(id.and_then(find).is_some(), "{name} is of no game");
    }
}

#[test]
fn depths_ascend_without_a_gap_until_the_last_move() {
    for row in catalogue().flat_map(table) {
        for (n, (depth, count)) in row.counts.iter().enumerate() {
            assert_eq!(*depth as usize, n + 1, "depths of {:?}", row.position);
            let last = n + 1 == row.counts.len();
            assert!(*count > 0 || last, "counts after 0 of {:?}", row.position);
        }
    }
}
