//! Balanced openings.

use quintet_arena::{Who, openings};
use quintet_solver::Value;

use crate::support::{oracle, standard};

#[test]
fn openings_are_balanced() {
    let oracle = oracle("gridlock");
    let found = openings(standard("gridlock"), &*oracle, Who::BUDGET, 10, 1);
    assert_eq!(found.len(), 10);
    assert!(found[0].plies().is_empty(), "the start itself is the first");
    for opening in &found[1..] {
        assert!((2..=4).contains(&opening.plies().len()));
        let value = oracle.analyze(opening.position(), Who::BUDGET).value;
        let distance = value.and_then(Value::distance).expect("it ends");
        assert!(distance >= 8, "{opening:?} is decided in {distance}");
    }
}
