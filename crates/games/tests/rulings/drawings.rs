//! D1, for every drawing that is ragged in its book. `books.rs` compares the drawings themselves.

use std::collections::BTreeSet;

use quintet_catalogue::find;

use crate::common::random_game;

/// The columns of a line in which a word begins.
fn beginnings(line: &str) -> BTreeSet<usize> {
    let chars: Vec<_> = line.chars().collect();
    let begins = |n: &usize| chars[*n] != ' ' && (*n == 0 || chars[*n - 1] == ' ');
    (0..chars.len()).filter(begins).collect()
}

/// Asserts that `columns` gives the same for every line of every drawing of a game.
fn assert_aligned(game: &str, columns: impl Fn(&str) -> Option<BTreeSet<usize>>) {
    for variant in find(game).expect("in the catalogue").sizes {
        for seed in 0..5 {
            for position in random_game(*variant, seed) {
                let drawing = position.drawing();
                let distinct: BTreeSet<_> = drawing.lines().filter_map(&columns).collect();
                assert_eq!(distinct.len(), 1, "columns are aligned:\n{drawing}");
            }
        }
    }
}

#[test]
fn d1_the_columns_of_matrix_isolation_are_aligned() {
    assert_aligned("matrix-isolation", |line| Some(beginnings(line)));
}

#[test]
fn d1_the_columns_of_grid_runner_are_aligned_with_their_letters() {
    // The line of letters has no row number in front.
    assert_aligned("grid-runner", |line| Some(beginnings(line.get(1..)?)));
}

#[test]
fn d1_the_bars_and_crosses_of_quad_block_are_aligned() {
    assert_aligned("quad-block", |line| {
        let bars = line.match_indices(['|', '+']).map(|(column, _)| column);
        (line != "Current Grid:").then(|| bars.collect())
    });
}

#[test]
fn d1_the_cells_of_adjacency_block_stand_under_their_numbers() {
    assert_aligned("adjacency-block", |line| {
        let (_, row) = line.split_at_checked("Positions:".len())?;
        Some(beginnings(row))
    });
}
