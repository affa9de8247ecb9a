//! Tests of the contract of a store on PostgreSQL, which several servers share.
#![cfg(unix)]

#[path = "../common/mod.rs"]
mod common;
#[path = "../contract/mod.rs"]
mod contract;
mod database;

use std::time::{Duration, Instant};

use quintet_games::Catalogue;
use quintet_live::Action;
use quintet_live::store::{
    Change, LogHash, NewGame, NotificationBatch, Notifications, Postgres, Store, StoreError,
    StoredAction, check_all, copy,
};
use quintet_rules::Player;
use quintet_testkit as testkit;
use quintet_testkit::http::PATIENCE;
use tokio::time::timeout;

use common::{
    act, event, events, game, known, look, make, open_game, pass, play, rematch_of, seat, stored,
    wait, write,
};
use contract::{File, Place};
use database::Database;

macro_rules! in_a_database {
    ($($law:ident)*) => {
        $(#[test]
        #[ignore = "needs PostgreSQL"]
        fn $law() {
            contract::$law(&Database::new());
        })*
    };
}

contract::for_each_law!(in_a_database);

/// Asserts that exactly one of several servers was acknowledged.
#[track_caller]
fn one_wins(answers: &[Result<(), StoreError>]) {
    let count = |wanted: Result<(), StoreError>| {
        let same = answers.iter().filter(|answer| **answer == wanted);
        same.count()
    };
    let counts = (count(Ok(())), count(Err(StoreError::Taken)));
    assert_eq!(counts, (1, answers.len() - 1), "{answers:?}");
}

#[test]
#[ignore = "needs PostgreSQL"]
fn of_several_servers_that_write_the_same_number_one_wins() {
    let place = Database::new();
    let stores = [(); 3].map(|()| place.open());
    let ids = [(); 100].map(|()| open_game(&*stores[0]).id);
    for ply in 0..3 {
        // Each server has its own order, and its own moves.
        let mut waiting = Vec::new();
        for (number, store) in stores.iter().enumerate() {
            for at in 0..ids.len() {
                let id = ids[(at * (number * 2 + 1)) % ids.len()];
                let mut event = event(0);
                event.action = Action::Move(format!("of {number}"));
                waiting.push((id, store.write(Change::Action(id, ply, event))));
            }
        }
        let answers = waiting.into_iter().map(|(id, write)| (id, wait(write)));
        let answers: Vec<_> = answers.collect();
        for id in ids {
            let of_game = answers.iter().filter(|(other, _)| *other == id);
            let of_game: Vec<_> = of_game.map(|(_, answer)| answer.clone()).collect();
            one_wins(&of_game);
            assert_eq!(stored(&*stores[1], id).log.len() as u32, ply + 1);
        }
    }
}

#[test]
#[ignore = "needs PostgreSQL"]
fn only_one_server_assigns_a_seat_or_opens_a_rematch() {
    let place = Database::new();
    let stores = [(); 3].map(|()| place.open());
    for _ in 0..20 {
        let id = open_game(&*stores[0]).id;
        let sit = || pass(id, Player::Two, None, Some(&seat(4)));
        let follow = || Change::Open(rematch_of(id));
        let sitting = stores.each_ref().map(|store| store.write(sit()));
        let following = stores.each_ref().map(|store| store.write(follow()));
        for racing in [sitting, following] {
            one_wins(&racing.map(wait));
        }
    }
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_change_that_the_database_refuses_does_not_affect_its_batch() {
    let store = Database::new().open();
    // PostgreSQL does not allow this character.
    let refused = NewGame {
        start: "\0".to_owned(),
        ..game()
    };
    let mut games = [(); 100].map(|()| game());
    games[50] = refused;
    let waiting = games.map(|game| store.write(Change::Open(game)));
    for (number, written) in waiting.into_iter().enumerate() {
        let answer = wait(written);
        if number == 50 {
            assert!(matches!(answer, Err(StoreError::Broken(_))), "{answer:?}");
        } else {
            assert_eq!(answer, Ok(()), "change {number}");
        }
    }
}

/// Waits for notifications, which take much less time than the limit.
fn hear(notifications: &Notifications) -> NotificationBatch {
    let heard = wait(async { timeout(Duration::from_mins(1), notifications.next()).await });
    heard.expect("notifications")
}

#[test]
#[ignore = "needs PostgreSQL"]
fn others_are_notified_of_a_change_and_its_author_is_not() {
    let place = Database::new();
    let [here, there] = [place.open(), place.open()];
    let [own, notifications] =
        [&here, &there].map(|store| store.subscribe().expect("it is shared"));
    // A notification is lost until the other server listens, and any game may have changed every two seconds.
    let is_heard =
        |opening: &NewGame| (0..2).any(|_| hear(&notifications).games.contains(&opening.id));
    let mut openings = (0..30).map(|_| open_game(&*here));
    let opening = openings.find(is_heard).expect("the other server listens");
    let id = opening.id;
    let mut hash = LogHash::begin(&opening);
    for ply in 0..10 {
        let event = event(ply.into());
        hash = hash.and(&event);
        play(&*here, id, ply..ply + 1);
        let done = StoredAction {
            game: id,
            ply,
            event,
            hash,
        };
        let actions = loop {
            let actions = hear(&notifications).actions;
            if !actions.is_empty() {
                break actions;
            }
        };
        assert_eq!(actions, [done]);
    }
    let heard = hear(&own);
    assert!(heard.actions.is_empty() && heard.games.is_empty());
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_server_with_a_different_log_is_notified() {
    let place = Database::new();
    let store = place.open();
    let opening = open_game(&*store);
    play(&*store, opening.id, 0..3);
    let mut hashes = vec![LogHash::begin(&opening)];
    for number in 0..4 {
        hashes.push(hashes[number].and(&event(number as u64)));
    }
    let news = |plies: u32, hash: LogHash| {
        let mut known = known(opening.id, plies, 0);
        known.hash = Some(hash);
        wait(store.events_since(vec![known])).expect("readable")
    };
    assert!(news(3, hashes[3]).is_empty(), "nothing is new");
    for plies in 0..3 {
        let since = &news(plies, hashes[plies as usize])[0];
        let update = since.update.as_ref().expect("the stored log");
        assert_eq!(update.events.len(), 3 - plies as usize);
    }
    // The opening of another game, a different log, and one that is longer than the stored one.
    for (plies, hash) in [(0, LogHash::begin(&game())), (3, hashes[2]), (4, hashes[4])] {
        assert!(news(plies, hash)[0].update.is_none(), "{plies} actions");
    }
}

#[test]
#[ignore = "needs PostgreSQL"]
fn broken_connections_lose_and_duplicate_nothing() {
    let place = Database::new();
    let store = place.open();
    let id = open_game(&*store).id;
    for round in 0..20 {
        let plies = round * 20..(round + 1) * 20;
        let waiting: Vec<_> = plies
            .map(|ply| store.write(act(id, ply, ply.into())))
            .collect();
        place.sql(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
             WHERE application_name = 'quintet' AND datname = current_database()",
        );
        for written in waiting {
            assert_eq!(wait(written), Ok(()));
        }
        let all = events(0..u64::from(round + 1) * 20);
        assert_eq!(stored(&*store, id).log, all);
    }
}

#[test]
#[ignore = "needs PostgreSQL"]
fn changes_by_other_programs_are_detected() {
    let place = Database::new();
    let store = place.open();
    for harm in [
        "UPDATE quintet.log SET move = 'other' WHERE ply = 2 AND game",
        "DELETE FROM quintet.log WHERE ply = 1 AND game",
        "UPDATE quintet.log SET at = at + 1 WHERE ply = 0 AND game",
        "UPDATE quintet.log SET player = 3 - player WHERE ply = 4 AND game",
        "UPDATE quintet.games SET start = 'another' WHERE key",
        "UPDATE quintet.seats SET name = 'another' WHERE game",
        "UPDATE quintet.seats SET token = decode(repeat('00', 32), 'hex') WHERE game",
    ] {
        let mut opening = game();
        opening.seats.one = Some(seat(1));
        let id = opening.id;
        make(&*store, Change::Open(opening));
        play(&*store, id, 0..5);
        let only = format!("(SELECT key FROM quintet.games WHERE id = '{id}')");
        place.sql(&format!("{harm} = {only}"));
        let found = wait(store.game(id));
        let is_noticed = matches!(found, Err(StoreError::Damaged(_)));
        assert!(is_noticed, "{harm}: {found:?}");
    }
}

/// Returns why a database cannot be opened.
#[track_caller]
fn refusal(place: &Database) -> String {
    let refused = wait(Postgres::open(&place.url));
    refused.err().expect("a refusal").to_string()
}

/// Changes a setting of a whole database server, and waits until new connections use it.
fn set(server: &testkit::Postgres, name: &str, value: &str) {
    server.sql(&format!("ALTER SYSTEM SET {name} = {value}"));
    server.sql("SELECT pg_reload_conf()");
    let begun = Instant::now();
    while server.sql(&format!("SHOW {name}")).trim() != value {
        assert!(begun.elapsed() < PATIENCE, "{name} = {value}");
    }
}

#[test]
#[ignore = "needs PostgreSQL"]
fn acknowledged_moves_survive_with_synchronous_commit_off() {
    // Everything that is not written immediately is lost in this test.
    let mut server = testkit::Postgres::start_with(&["wal_writer_delay=10s"]);
    let url = server.database("games");
    let store = wait(Postgres::open(&url)).expect("a usable database");
    let id = open_game(&store).id;
    play(&store, id, 0..20);
    set(&server, "synchronous_commit", "off");
    play(&store, id, 20..40);
    server.stop_at_once();
    server.start_again();
    assert_eq!(stored(&store, id).log, events(0..40));
    let later = wait(Postgres::open(&url)).expect("a usable database");
    play(&later, id, 40..60);
    server.stop_at_once();
    server.start_again();
    assert_eq!(stored(&later, id).log, events(0..60));
    // A stricter setting is preserved, and turned off no more than the default.
    set(&server, "synchronous_commit", "remote_apply");
    let strict = wait(Postgres::open(&url)).expect("a usable database");
    play(&strict, id, 60..80);
    set(&server, "synchronous_commit", "off");
    play(&strict, id, 80..100);
    server.stop_at_once();
    server.start_again();
    assert_eq!(stored(&strict, id).log, events(0..100));
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_database_that_may_lose_commits_is_refused() {
    let server = testkit::Postgres::start();
    let url = server.database("games");
    let store = wait(Postgres::open(&url)).expect("a usable database");
    for name in ["fsync", "full_page_writes"] {
        assert_eq!(write(&store, Change::Probe), Ok(()));
        set(&server, name, "off");
        let why = format!("the database has {name} = off");
        let begun = Instant::now();
        // A connection adopts the new setting before its next statement.
        let error = loop {
            if let Err(error) = write(&store, Change::Probe) {
                break error.to_string();
            }
            assert!(begun.elapsed() < PATIENCE, "{name}");
        };
        assert!(error.contains(&why), "{error}");
        let error = wait(Postgres::open(&url)).err().expect("a refusal");
        assert!(error.to_string().contains(&why), "{error}");
        server.cut("application_name = 'quintet'");
        let id = game().id;
        assert!(wait(store.game(id)).is_err(), "connected again with {name}");
        set(&server, name, "on");
    }
    open_game(&store);
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_database_that_a_server_uses_is_not_opened_for_migration() {
    let place = Database::new();
    let opened = wait(Postgres::open_alone(&place.url));
    let store = opened.expect("nobody uses it");
    let refused = wait(Postgres::open_alone(&place.url));
    let error = refused.err().expect("a refusal").to_string();
    assert!(error.contains("a server is connected"), "{error}");
    drop(store);
}

#[test]
#[ignore = "needs PostgreSQL"]
fn an_older_program_uses_a_database_while_the_schema_is_compatible() {
    let place = Database::new();
    drop(place.open());
    place.sql("UPDATE quintet.schema SET version = version + 1");
    open_game(&*place.open());
    place.sql("UPDATE quintet.schema SET oldest = version");
    let error = refusal(&place);
    assert!(error.contains("newer program"), "{error}");
}

#[test]
#[ignore = "needs PostgreSQL"]
fn servers_that_start_simultaneously_create_the_tables_once() {
    let place = Database::new();
    let opening: Vec<_> = (0..4).map(|_| Postgres::open(&place.url)).collect();
    let opened = wait(futures_util::future::join_all(opening));
    assert!(opened.iter().all(Result::is_ok));
    let secrets = place.sql("SELECT count(*) FROM quintet.secret");
    assert_eq!(secrets.trim(), "1");
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_damaged_game_is_not_copied_but_its_rematch_is() {
    let (database, file) = (Database::new(), File::new());
    let [from, to] = [database.open(), file.open()];
    let id = open_game(&*from).id;
    let next = rematch_of(id);
    make(&*from, Change::Open(next.clone()));
    database.sql(&format!(
        "UPDATE quintet.games SET start = start || ' ' WHERE id = '{id}'"
    ));
    for existing in [0, 1] {
        let copied = wait(copy(&*from, &*to, &mut |_| {})).expect("the rest fits");
        assert_eq!((copied.games, copied.existing), (1, existing));
        assert!(copied.damaged[0].contains(&id.to_string()), "it is named");
    }
    assert_eq!(stored(&*to, next.id).opening.rematch_of, None);
    assert!(look(&*to, id).is_none());
}

#[test]
#[ignore = "needs PostgreSQL"]
fn all_games_of_a_database_are_checked() {
    let place = Database::new();
    let store = place.open();
    let variant = Catalogue::STANDARD.iter().next().expect("a game");
    let variant = variant.standard();
    let opening = NewGame {
        game: variant.id().to_owned(),
        size: variant.size().to_string(),
        start: variant.start(Player::One).text(),
        ..game()
    };
    make(&*store, Change::Open(opening));
    open_game(&*store);
    // First one of them belongs to an unknown game; then both are damaged.
    for damaged in [1, 2] {
        let report = wait(check_all(&*store, Catalogue::STANDARD)).expect("readable");
        assert_eq!((report.games, report.damaged.len()), (2, damaged));
        place.sql("UPDATE quintet.games SET start = start || ' '");
    }
}
