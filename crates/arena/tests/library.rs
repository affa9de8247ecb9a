//! One oracle for each game, however many threads ask.

use std::sync::Arc;
use std::thread;

use quintet_arena::{Library, Tables};
use quintet_games::Catalogue;
use quintet_rules::Player;
use quintet_solver::Budget;

use crate::support::{Folder, sized, standard};

#[test]
fn concurrent_requests_share_one_oracle() {
    let library = Library::new(Catalogue::STANDARD, Tables::nowhere());
    let variant = standard("matrix-isolation");
    let oracles = thread::scope(|scope| {
        let asking = [(); 4].map(|()| scope.spawn(|| library.oracle(variant)));
        asking.map(|thread| thread.join().expect("no thread panics"))
    });
    let ready = library.ready(variant).expect("it has been made");
    assert!(oracles.iter().all(|oracle| Arc::ptr_eq(oracle, &ready)));
    assert!((library.share(variant) - 1.0).abs() < f64::EPSILON);
    let larger = sized("matrix-isolation", "5x5");
    assert!(library.ready(larger).is_none(), "each size has its own");
}

#[test]
fn a_request_waits_for_an_oracle_that_is_being_prepared() {
    let folder = Folder::new();
    let library = Library::new(Catalogue::STANDARD, Tables::in_folder(folder.path("")));
    let variant = standard("matrix-isolation");
    library.prepare(variant);
    let oracle = library.oracle(variant);
    let value = oracle.value(&*variant.start(Player::One), Budget::NONE);
    assert!(value.is_some());
    let (bytes, store_error) = library.table(variant).expect("it has been made");
    assert!(bytes > 0 && store_error.is_none());
    folder.holds(&["matrix-isolation-4x4.table"]);
}

#[test]
fn a_table_that_cannot_be_stored_is_reported() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    let library = Library::new(
        Catalogue::STANDARD,
        Tables::in_folder(file.path().to_owned()),
    );
    let variant = standard("matrix-isolation");
    assert!(library.oracle(variant).is_solved());
    let (_, store_error) = library.table(variant).expect("it has been made");
    assert!(store_error.is_some());
}

#[test]
fn cancelled_work_is_restarted_on_request() {
    let library = Library::new(Catalogue::STANDARD, Tables::nowhere());
    // The one that takes longest to make.
    let variant = standard("quad-block");
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
    let matrix = standard("matrix-isolation");
    library.cancel(matrix);
    let oracle = library.oracle(matrix);
    assert!(oracle.is_solved(), "there was nothing to cancel");
}
