//! Each solver against the reference, on games small enough for both.

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

/// The values of all positions reachable from some starts.
fn values<P: Position>(starts: impl IntoIterator<Item = P>) -> HashMap<P, Value> {
    let mut values = HashMap::new();
    for start in starts {
        if !values.contains_key(&start) {
            values.extend(reference::solve(start));
        }
    }
    values
}

/// Asserts that more than `least` values are wins, as many losses, and as many endless.
fn assert_all_kinds<'a>(values: impl IntoIterator<Item = &'a Value>, least: usize) {
    let mut kinds = [0; 3];
    for value in values {
        kinds[match value {
            Value::Win(_) => 0,
            Value::Loss(_) => 1,
            Value::Endless => 2,
        }] += 1;
    }
    assert!(kinds.iter().all(|count| *count > least), "{kinds:?}");
}

/// A game that takes longer than a value can tell.
#[test]
#[should_panic(expected = "distances fit into a byte")]
fn the_reference_never_reports_a_wrong_distance() {
    reference::solve(toys::heap(1000));
}
