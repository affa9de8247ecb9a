//! The rest of the store in a file: its log and its versions.

use quintet_live::store::Store;
use quintet_live::{Action, Event, GameId};
use quintet_rules::Player;

use crate::common::{folder, open, open_game, play, stored, wait};

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
fn a_file_of_the_first_version_opens_with_all_its_games() {
    let folder = folder();
    let path = folder.path().join("games.db");
    let [first, second] = [GameId::random(), GameId::random()];
    let schema = include_str!("../schema/version-1.sql");
    let schema = schema.replace("ID1", &first.to_string());
    let schema = schema.replace("ID2", &second.to_string());
    let file = rusqlite::Connection::open(&path).expect("a new file");
    file.execute_batch(&schema).expect("a file of version 1");
    drop(file);
    let log = [
        (Player::One, Action::Move("2 2".to_owned())),
        (Player::One, Action::OfferTakeBack),
        (Player::Two, Action::DeclineTakeBack),
        (Player::One, Action::OfferTakeBack),
        (Player::Two, Action::AcceptTakeBack),
        (Player::One, Action::Move("3 3".to_owned())),
        (Player::Two, Action::Resign),
    ];
    let log = log.into_iter().zip(1002..);
    let log: Vec<_> = log
        .map(|((player, action), at)| Event { player, action, at })
        .collect();
    // The first time it is migrated; the second time it has the new version.
    for more in 0..2 {
        let store = open(&folder);
        let found = stored(&store, first);
        assert_eq!(found.log, log);
        assert_eq!(found.rematch, Some(second));
        let seats = found.opening.seats;
        assert_eq!(seats.one.and_then(|seat| seat.name).as_deref(), Some("Red"));
        assert!(seats.two.is_some_and(|seat| seat.name.is_none()));
        let found = stored(&store, second);
        assert_eq!(found.opening.rematch_of, Some(first));
        assert_eq!(found.log.len(), more as usize);
        play(&store, second, more..more + 1);
    }
    let file = rusqlite::Connection::open(&path).expect("a file");
    let version = file.pragma_query_value(None, "user_version", |row| row.get(0));
    assert_eq!(version, Ok(3));
}
