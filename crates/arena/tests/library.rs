//! One oracle for each game, however many threads ask.

use std::sync::Arc;
use std::thread;

use quintet_arena::{Library, Tables};
use quintet_catalogue::find;
use quintet_rules::Player;
use quintet_solver::Budget;
use tempfile::tempdir;

#[test]
fn threads_that_ask_at_once_get_the_same_oracle() {
    let library = Library::new(Tables::nowhere());
    let variant = find("matrix-isolation").expect("listed").standard();
    let oracles: Vec<_> = thread::scope(|scope| {
        let ask = || library.oracle(variant);
        let asking: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
        asking
            .into_iter()
            .map(|thread| thread.join().expect("no thread panics"))
            .collect()
    });
    let ready = library.ready(variant).expect("it has been made");
    for oracle in &oracles {
        assert!(Arc::ptr_eq(oracle, &ready));
    }
    assert!((library.share(variant) - 1.0).abs() < f64::EPSILON);
}

#[test]
fn sizes_of_one_game_have_oracles_of_their_own() {
    let library = Library::new(Tables::nowhere());
    let listing = find("gridlock").expect("listed");
    let small = listing.size("3x3").expect("listed");
    library.oracle(small);
    assert!(library.ready(small).is_some());
    assert!(library.ready(listing.standard()).is_none());
}

#[test]
fn an_oracle_prepared_beside_is_waited_for_and_its_table_is_kept() {
    let folder = tempdir().expect("a folder");
    let library = Library::new(Tables::in_folder(folder.path().to_owned()));
    let variant = find("matrix-isolation").expect("listed").standard();
    library.prepare(variant);
    let value = library
        .oracle(variant)
        .value(&*variant.start(Player::One), Budget::NONE);
    assert!(value.is_some());
    let (bytes, not_kept) = library.table(variant).expect("it has been made");
    assert!(bytes > 0 && not_kept.is_none());
    let files = std::fs::read_dir(folder.path()).expect("the folder is there");
    assert_eq!(files.count(), 1);
}

#[test]
fn a_table_that_cannot_be_kept_is_no_fault_and_said() {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("not-a-folder");
    std::fs::write(&file, "in the way").expect("a file");
    let library = Library::new(Tables::in_folder(file));
    let variant = find("matrix-isolation").expect("listed").standard();
    assert!(library.oracle(variant).is_whole());
    let (_, not_kept) = library.table(variant).expect("it has been made");
    assert!(not_kept.is_some());
}

#[test]
fn work_that_is_cancelled_is_begun_again_when_asked_for() {
    let library = Library::new(Tables::nowhere());
    // The one that takes longest to make.
    let variant = find("quad-block").expect("listed").standard();
    let was_cancelled = thread::scope(|scope| {
        let making = scope.spawn(|| library.oracle_unless_cancelled(variant).is_none());
        while library.share(variant) == 0.0 && !making.is_finished() {
            thread::yield_now();
        }
        library.cancel(variant);
        making.join().expect("no thread panics")
    });
    assert!(was_cancelled, "it ends early and makes nothing");
    assert!(library.ready(variant).is_none());
    let matrix = find("matrix-isolation").expect("listed").standard();
    library.cancel(matrix);
    assert!(
        library.oracle(matrix).is_whole(),
        "there was nothing to cancel"
    );
}
