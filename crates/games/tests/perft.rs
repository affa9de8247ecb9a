//! The committed counts of move sequences in `perft/`, one table per game.

use std::fs;
use std::path::{Path, PathBuf};

use quintet_games::Catalogue;
use quintet_testkit::perft::{check_counts, check_rows, check_slowly, table};

use crate::slow;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("perft")
}

fn assert_the_slow_rules_agree(limit: u64) {
    for listing in Catalogue::STANDARD.iter() {
        let rows = table(&folder(), listing);
        check_slowly(&rows, limit, |text| slow::read(listing.id, text));
    }
}

#[test]
fn every_count_in_the_tables_is_right() {
    for listing in Catalogue::STANDARD.iter() {
        check_counts(&table(&folder(), listing));
    }
}

#[test]
fn the_slow_rules_agree_with_the_small_counts() {
    let limit = if cfg!(debug_assertions) { 400 } else { 1500 };
    assert_the_slow_rules_agree(limit);
}

#[test]
#[ignore = "takes minutes; run it when a table changes"]
fn the_slow_rules_agree_with_every_count() {
    assert_the_slow_rules_agree(u64::MAX);
}

#[test]
fn every_game_has_a_table_with_the_start_of_every_size_and_no_gaps() {
    for listing in Catalogue::STANDARD.iter() {
        check_rows(listing, &table(&folder(), listing));
    }
}

#[test]
fn every_table_belongs_to_a_game() {
    for entry in fs::read_dir(folder()).expect("the folder of tables") {
        let path = entry.expect("a table").path();
        let id = path.file_stem().and_then(|stem| stem.to_str());
        let name = path.display();
        assert!(
            id.and_then(|id| Catalogue::STANDARD.find(id)).is_some(),
            "{name} is of no game"
        );
    }
}
