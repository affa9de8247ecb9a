//! A log line that panics does not end the store. In its own program: there is one log for all threads.

mod common;

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};

use common::{act, folder, make, open, open_game, stored, wait, write};
use quintet_live::store::{Store, StoreError};
use tracing::{Event, Metadata, Subscriber, span};

static PANICS: AtomicBool = AtomicBool::new(false);

/// A log to which nothing can be written.
struct Unwritable;

impl Subscriber for Unwritable {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, _: &Event<'_>) {
        assert!(!PANICS.load(Ordering::Relaxed), "the log cannot be written");
    }

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

#[test]
fn a_log_line_that_panics_costs_one_batch() {
    tracing::subscriber::set_global_default(Unwritable).expect("the first subscriber");
    let folder = folder();
    let store = open(&folder);
    let id = open_game(&store).id;
    let [path, aside] = ["games.db", "aside.db"].map(|name| folder.path().join(name));
    fs::rename(&path, &aside).expect("a file");
    PANICS.store(true, Ordering::Relaxed);
    let answer = write(&store, act(id, 0, 0));
    assert!(matches!(answer, Err(StoreError::Unknown(_))), "{answer:?}");
    fs::rename(&aside, &path).expect("a file");
    assert_eq!(store.health(), Ok(()), "the thread continues");
    // Reading shows whether the action was written.
    let ply = stored(&store, id).log.len() as u32;
    make(&store, act(id, ply, 1));
    PANICS.store(false, Ordering::Relaxed);
    wait(store.close());
    assert!(store.health().is_err());
}
