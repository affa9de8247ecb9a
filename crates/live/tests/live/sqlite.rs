//! The store in a file: its write-ahead log and its version.

use quintet_games::Catalogue;
use quintet_live::store::{OpenError, Sqlite, Store};

use crate::common::{folder, open, open_game, wait};

#[test]
fn closing_moves_the_log_into_the_file() {
    let folder = folder();
    let store = open(&folder);
    open_game(&store);
    let log = folder.path().join("games.db-wal");
    assert!(log.exists() && store.stats().log_bytes > 0);
    wait(store.close());
    assert!(!log.exists() && store.stats().log_bytes == 0);
}

#[test]
fn a_file_of_another_version_is_refused() {
    let folder = folder();
    let path = folder.path().join("games.db");
    drop(open(&folder));
    for version in [0, 2, 3] {
        let file = rusqlite::Connection::open(&path).expect("a file");
        let written = file.pragma_update(None, "user_version", version);
        written.expect("room on the disk");
        drop(file);
        match Sqlite::open(&path, Catalogue::STANDARD) {
            Err(OpenError::Version { found, .. }) => assert_eq!(found, version),
            other => panic!("version {version}: {:?}", other.err()),
        }
    }
}
