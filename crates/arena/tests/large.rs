//! Tables that are only built when somebody asks for them.

mod truth;

use std::io;

use quintet_arena::{Explanation, Offer, Tables, verify_sample};
use quintet_games::Variant;
use quintet_rules::Player;
use quintet_solver::{Budget, Progress, Solution, Stored};
use tempfile::tempdir;

use truth::standard;

fn game() -> &'static dyn Variant {
    standard("matrix-isolation")
}

#[test]
fn nothing_is_built_where_nothing_is_large() {
    assert!(Offer::of(game()).is_none());
    let folder = tempdir().expect("a temporary folder");
    let tables = Tables::in_folder(folder.path().to_owned());
    let error = tables
        .build(game(), &Progress::default())
        .expect_err("not large");
    assert_eq!(error.kind(), io::ErrorKind::Unsupported);
}

#[test]
fn a_wrong_value_is_found_by_a_sample() {
    let Solution::Table { compute, open, .. } = game().solution() else {
        panic!("it has a table");
    };
    let mut table = compute(&Progress::default()).expect("never cancelled");
    for byte in &mut table {
        *byte = byte.saturating_sub(2);
    }
    let wrong = open(Stored::Whole(table)).expect("as long as it should be");
    assert!(verify_sample(game(), &*wrong, 1, 200).is_err());
}

#[test]
fn where_nothing_is_known_and_nothing_can_be_built_nothing_is_offered() {
    let larger = quintet_catalogue::find("matrix-isolation").and_then(|it| it.size("6x6"));
    let larger = larger.expect("listed");
    assert!(Offer::of(larger).is_none());
    let oracle = larger
        .solution()
        .oracle(&Progress::default())
        .expect("made");
    let start = larger.start(Player::One);
    let explained = Explanation::of(&*start, &*oracle, Budget::NONE);
    assert!(!explained.reason.contains("--keep"), "{}", explained.reason);
}
