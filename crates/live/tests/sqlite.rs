//! What is particular to the store in one file. What every store promises is in `laws`.

mod common;

use common::{event, folder, game, open, stored, wait, write};
use quintet_live::store::{Change, Sqlite, Store, backup};
use quintet_live::{Action, Event, GameId};
use quintet_rules::Player;

#[test]
fn closing_leaves_one_file() {
    let folder = folder();
    let store = open(&folder);
    assert_eq!(write(&store, Change::Open(game())), Ok(()));
    wait(store.close());
    assert!(!folder.path().join("games.db-wal").exists());
}

#[test]
fn a_backup_is_whole_and_can_be_opened() {
    let folder = folder();
    let store = open(&folder);
    let opening = game();
    assert_eq!(write(&store, Change::Open(opening.clone())), Ok(()));
    assert_eq!(
        write(&store, Change::Action(opening.id, 0, event(0))),
        Ok(())
    );
    let [from, to] = ["games.db", "copy.db"].map(|name| folder.path().join(name));
    let report = backup(&from, &to).expect("a copy");
    assert_eq!(
        (report.games, report.damaged.len()),
        (1, 1),
        "no game is called so"
    );
    assert!(backup(&from, &to).is_err(), "an older copy is not replaced");
    assert_eq!(
        write(&store, Change::Action(opening.id, 1, event(1))),
        Ok(())
    );
    let copy = Sqlite::open(&to).expect("the copy is usable");
    assert_eq!(stored(&copy, opening.id).log, [event(0)]);
    assert!(
        backup(
            &folder.path().join("nothing.db"),
            &folder.path().join("no.db")
        )
        .is_err()
    );
    assert!(!folder.path().join("no.db").exists());
}

#[test]
fn a_file_of_the_first_version_opens_with_all_its_games() {
    let folder = folder();
    let path = folder.path().join("games.db");
    let [first, second] = [GameId::random(), GameId::random()];
    let made = include_str!("schema/version-1.sql");
    let made = made.replace("ID1", &first.to_string());
    let made = made.replace("ID2", &second.to_string());
    let file = rusqlite::Connection::open(&path).expect("a new file");
    file.execute_batch(&made).expect("a file of version 1");
    drop(file);
    let log: Vec<Event> = [
        (Player::One, Action::Move("2 2".to_owned())),
        (Player::One, Action::OfferTakeBack),
        (Player::Two, Action::DeclineTakeBack),
        (Player::One, Action::OfferTakeBack),
        (Player::Two, Action::AcceptTakeBack),
        (Player::One, Action::Move("3 3".to_owned())),
        (Player::Two, Action::Resign),
    ]
    .into_iter()
    .zip(1002..)
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
        let change = Change::Action(second, more, event(u64::from(more)));
        assert_eq!(write(&store, change), Ok(()));
    }
    let file = rusqlite::Connection::open(&path).expect("a file");
    let version: u32 = file
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .expect("a version");
    assert_eq!(version, 3);
}

#[test]
fn the_bytes_of_the_log_are_counted_until_they_are_moved_into_the_file() {
    let folder = folder();
    let store = open(&folder);
    assert_eq!(write(&store, Change::Open(game())), Ok(()));
    assert!(store.figures().log_bytes > 0);
    wait(store.close());
    assert_eq!(store.figures().log_bytes, 0);
}
