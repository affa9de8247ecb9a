//! Compares each solver with the reference on small games.

#[path = "solvers/blocks.rs"]
mod blocks;
#[path = "solvers/lookahead.rs"]
mod lookahead;
#[path = "solvers/retrograde.rs"]
mod retrograde;
#[path = "solvers/search.rs"]
mod search;
#[path = "solvers/toys.rs"]
mod toys;

use std::collections::HashMap;

use quintet_rules::Position;
use quintet_solver::{Value, reference};

/// Returns the values of all positions that are reachable from some starts.
fn values<P: Position>(starts: impl IntoIterator<Item = P>) -> HashMap<P, Value> {
    let mut values = HashMap::new();
    for start in starts {
        if !values.contains_key(&start) {
            values.extend(reference::solve(start));
        }
    }
    values
}

/// Asserts that more than `min` values of each kind occur.
fn assert_all_kinds<'a>(values: impl IntoIterator<Item = &'a Value>, min: usize) {
    let mut kinds = [0; 3];
    for value in values {
        kinds[match value {
            Value::Win(_) => 0,
            Value::Loss(_) => 1,
            Value::Endless => 2,
        }] += 1;
    }
    assert!(kinds.iter().all(|count| *count > min), "{kinds:?}");
}

#[test]
#[should_panic(expected = "distances fit into a byte")]
fn the_reference_panics_if_a_distance_does_not_fit() {
    // The longest distances exceed 255 plies.
    reference::solve(toys::heap(1000));
}
