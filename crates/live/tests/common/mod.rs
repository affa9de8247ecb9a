//! What the tests of the store in a file share.

mod games;

use quintet_live::GameId;
use quintet_live::store::{Change, Sqlite, Store, StoreFault, StoredGame};
use tempfile::TempDir;

pub(crate) use games::{event, game};

pub(crate) fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

pub(crate) fn open(folder: &TempDir) -> Sqlite {
    Sqlite::open(&folder.path().join("games.db")).expect("a usable file")
}

/// Waits for something that is asynchronous.
pub(crate) fn wait<T>(awaited: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    runtime.block_on(awaited)
}

/// Writes a change and waits for the disk.
pub(crate) fn write(store: &Sqlite, change: Change) -> Result<(), StoreFault> {
    wait(store.write(change))
}

pub(crate) fn stored(store: &Sqlite, id: GameId) -> StoredGame {
    let stored = wait(store.game(id)).expect("a readable store");
    stored.expect("a kept game")
}
