//! A log line that panics does not end the store. Alone in its program: there is one log for all threads.

mod common;

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};

use common::{event, folder, game, open, stored, wait, write};
use quintet_live::store::{Change, Store, StoreFault};
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
    tracing::subscriber::set_global_default(Unwritable).expect("there is no other log");
    let folder = folder();
    let store = open(&folder);
    let opening = game();
    assert_eq!(write(&store, Change::Open(opening.clone())), Ok(()));
    let [path, aside] = ["games.db", "aside.db"].map(|name| folder.path().join(name));
    fs::rename(&path, &aside).expect("a file");
    PANICS.store(true, Ordering::Relaxed);
    let answer = write(&store, Change::Action(opening.id, 0, event(0)));
    assert!(matches!(answer, Err(StoreFault::Unknown(_))), "{answer:?}");
    fs::rename(&aside, &path).expect("a file");
    assert_eq!(store.health(), Ok(()), "the thread goes on");
    // Whether it was made is known by reading.
    let ply = stored(&store, opening.id).log.len() as u32;
    assert_eq!(
        write(&store, Change::Action(opening.id, ply, event(1))),
        Ok(())
    );
    PANICS.store(false, Ordering::Relaxed);
    wait(store.close());
    assert!(store.health().is_err());
}
