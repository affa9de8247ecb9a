//! What a store promises that several servers share.

use std::time::Duration;

use quintet_live::store::{
    Chain, Change, CopyFault, Known, NewGame, Postgres, SeatChange, StoreFault, StoredAction,
    check_all, copy,
};
use quintet_live::{Action, Event, GameId};
use quintet_rules::Player;
use tokio::time::timeout;

use crate::games::{event, game};
use crate::laws::{look, seat, write};
use crate::place::{Database, File, Place, wait};

/// Which of several servers was acknowledged.
fn winners(answers: &[Result<(), StoreFault>]) -> usize {
    let losers = answers
        .iter()
        .filter(|answer| **answer == Err(StoreFault::Taken));
    let winners = answers.iter().filter(|answer| answer.is_ok()).count();
    assert_eq!(losers.count() + winners, answers.len(), "{answers:?}");
    winners
}

#[test]
fn of_several_servers_that_write_the_same_number_one_wins() {
    let place = Database::new();
    let stores: Vec<_> = (0..3).map(|_| place.open()).collect();
    let games: Vec<_> = (0..100).map(|_| game()).collect();
    for opening in &games {
        assert_eq!(write(&stores[0], Change::Open(opening.clone())), Ok(()));
    }
    for ply in 0..3 {
        // Each server has its own order, and its own moves.
        let mut waiting = Vec::new();
        for (number, store) in stores.iter().enumerate() {
            for at in 0..games.len() {
                let opening = &games[(at * (number * 2 + 1)) % games.len()];
                let event = Event {
                    player: Player::One,
                    action: Action::Move(format!("of {number}")),
                    at: 1,
                };
                waiting.push((
                    opening.id,
                    store.write(Change::Action(opening.id, ply, event)),
                ));
            }
        }
        let answers: Vec<_> = waiting
            .into_iter()
            .map(|(id, written)| (id, wait(written)))
            .collect();
        for opening in &games {
            let of_game = answers.iter().filter(|(id, _)| *id == opening.id);
            let of_game: Vec<_> = of_game.map(|(_, answer)| answer.clone()).collect();
            assert_eq!(winners(&of_game), 1);
            let log = look(&stores[1], opening.id).expect("a kept game").log;
            assert_eq!(log.len() as u32, ply + 1);
        }
    }
}

#[test]
fn of_several_who_want_a_seat_or_a_rematch_one_gets_it() {
    let place = Database::new();
    let stores: Vec<_> = (0..3).map(|_| place.open()).collect();
    for _ in 0..20 {
        let opening = game();
        let id = opening.id;
        assert_eq!(write(&stores[0], Change::Open(opening)), Ok(()));
        let sitting: Vec<_> = stores
            .iter()
            .map(|store| {
                store.write(Change::Seat(SeatChange {
                    game: id,
                    player: Player::Two,
                    was: None,
                    now: Some(seat(4)),
                }))
            })
            .collect();
        let following: Vec<_> = stores
            .iter()
            .map(|store| {
                store.write(Change::Open(NewGame {
                    rematch_of: Some(id),
                    ..game()
                }))
            })
            .collect();
        for racing in [sitting, following] {
            let answers: Vec<_> = racing.into_iter().map(wait).collect();
            assert_eq!(winners(&answers), 1);
        }
    }
}

#[test]
fn others_are_told_of_a_change_and_its_maker_is_not() {
    let place = Database::new();
    let [here, there] = [place.open(), place.open()];
    let [own, hints] = [&here, &there].map(|store| store.subscribe().expect("it is shared"));
    let opening = game();
    assert_eq!(write(&here, Change::Open(opening.clone())), Ok(()));
    // It is told many times sooner than this.
    let patience = Duration::from_mins(1);
    wait(async {
        let told = async { while !hints.next().await.games.contains(&opening.id) {} };
        timeout(patience, told).await.expect("a hint at the game");
        let mut chain = Chain::begin(&opening);
        for ply in 0..10 {
            let event = event(ply.into());
            chain = chain.and(&event);
            let written = here.write(Change::Action(opening.id, ply, event.clone()));
            assert_eq!(written.await, Ok(()));
            let done = StoredAction {
                game: opening.id,
                ply,
                event,
                chain,
            };
            let told = async {
                loop {
                    let heard = hints.next().await;
                    if !heard.actions.is_empty() {
                        return heard.actions;
                    }
                }
            };
            let told = timeout(patience, told).await.expect("the action");
            assert_eq!(told, [done], "as it was done, and nothing else");
        }
        let heard = own.next().await;
        assert!(heard.actions.is_empty() && heard.games.is_empty());
    });
}

#[test]
fn who_knows_something_else_than_what_is_kept_is_told() {
    let place = Database::new();
    let store = place.open();
    let [opening, other] = [game(), game()];
    assert_eq!(write(&store, Change::Open(opening.clone())), Ok(()));
    let mut chains = vec![Chain::begin(&opening)];
    for ply in 0..3 {
        let event = event(ply.into());
        chains.push(chains[ply as usize].and(&event));
        let action = Change::Action(opening.id, ply, event);
        assert_eq!(write(&store, action), Ok(()));
    }
    let news = |plies: u32, chain: Chain| {
        let known = Known {
            id: opening.id,
            plies,
            revision: 0,
            chain: Some(chain),
        };
        wait(store.events_since(vec![known])).expect("readable")
    };
    assert!(news(3, chains[3]).is_empty(), "nothing is new");
    for plies in 0..3 {
        let since = &news(plies, chains[plies as usize])[0];
        let update = since.update.as_ref().expect("it is what is kept");
        assert_eq!(update.events.len(), 3 - plies as usize);
    }
    // A beginning of another game, another log, and one that is longer than what is kept.
    let others = [
        (0, Chain::begin(&other)),
        (3, chains[2]),
        (4, chains[3].and(&event(3))),
    ];
    for (plies, chain) in others {
        let since = news(plies, chain);
        assert!(since[0].update.is_none(), "{plies} actions");
    }
}

#[test]
fn a_connection_that_breaks_loses_and_doubles_nothing() {
    let place = Database::new();
    let store = place.open();
    let opening = game();
    assert_eq!(write(&store, Change::Open(opening.clone())), Ok(()));
    let mut ply = 0;
    for _ in 0..20 {
        let waiting: Vec<_> = (ply..ply + 20)
            .map(|ply| store.write(Change::Action(opening.id, ply, event(ply.into()))))
            .collect();
        place.sql(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
             WHERE application_name = 'quintet' AND datname = current_database()",
        );
        for written in waiting {
            assert_eq!(wait(written), Ok(()));
        }
        ply += 20;
        let log = look(&store, opening.id).expect("a kept game").log;
        assert_eq!(log, (0..u64::from(ply)).map(event).collect::<Vec<_>>());
    }
}

#[test]
fn what_was_changed_by_another_hand_is_noticed() {
    let place = Database::new();
    let store = place.open();
    for (number, harm) in [
        "UPDATE quintet.log SET move = 'other' WHERE ply = 2",
        "DELETE FROM quintet.log WHERE ply = 1",
        "UPDATE quintet.log SET at = at + 1 WHERE ply = 0",
        "UPDATE quintet.log SET player = 3 - player WHERE ply = 4",
        "UPDATE quintet.games SET start = 'another'",
        "UPDATE quintet.seats SET name = 'another'",
        "UPDATE quintet.seats SET token = decode(repeat('00', 32), 'hex')",
    ]
    .into_iter()
    .enumerate()
    {
        let mut opening = game();
        opening.seats.one = Some(seat(1));
        let id = opening.id;
        assert_eq!(write(&store, Change::Open(opening)), Ok(()));
        for ply in 0..5 {
            assert_eq!(
                write(&store, Change::Action(id, ply, event(ply.into()))),
                Ok(())
            );
        }
        let only = format!("(SELECT key FROM quintet.games WHERE id = '{id}')");
        let place_of = if harm.contains("quintet.games") {
            "key"
        } else {
            "game"
        };
        let joined = if harm.contains("WHERE") {
            "AND"
        } else {
            "WHERE"
        };
        place.sql(&format!("{harm} {joined} {place_of} = {only}"));
        let found = wait(store.game(id));
        assert!(
            matches!(found, Err(StoreFault::Damaged(_))),
            "{number}: {found:?}"
        );
    }
}

#[test]
fn a_database_that_does_not_wait_for_its_disk_is_refused() {
    let place = Database::new();
    drop(place.open());
    place.sql(&format!(
        "ALTER DATABASE {} SET synchronous_commit = off",
        place.name()
    ));
    let refused = wait(Postgres::open(place.url()));
    let fault = refused.err().expect("it is refused").to_string();
    assert!(fault.contains("synchronous_commit = off"), "{fault}");
}

#[test]
fn a_database_is_used_by_an_older_program_as_long_as_it_says_so() {
    let place = Database::new();
    drop(place.open());
    place.sql("UPDATE quintet.schema SET version = version + 1");
    assert_eq!(
        write(&place.open(), Change::Open(game())),
        Ok(()),
        "expanded"
    );
    place.sql("UPDATE quintet.schema SET oldest = version");
    let refused = wait(Postgres::open(place.url()));
    let fault = refused.err().expect("it is refused").to_string();
    assert!(fault.contains("newer program"), "{fault}");
}

#[test]
fn servers_that_begin_at_the_same_time_make_the_tables_once() {
    let place = Database::new();
    let opening: Vec<_> = (0..4).map(|_| Postgres::open(place.url())).collect();
    let opened = wait(futures_util::future::join_all(opening));
    assert!(opened.iter().all(Result::is_ok));
    let secrets = place.sql("SELECT count(*) FROM quintet.secret");
    assert_eq!(secrets.trim(), "1");
}

/// A file with a finished game, its rematch and some others.
fn filled(place: &File) -> Vec<GameId> {
    let store = place.open();
    let mut first = game();
    first.seats.one = Some(seat(5));
    let second = NewGame {
        rematch_of: Some(first.id),
        ..game()
    };
    let mut ids = vec![first.id, second.id];
    for opening in [first, second] {
        assert_eq!(write(&store, Change::Open(opening)), Ok(()));
    }
    for _ in 0..300 {
        let opening = game();
        ids.push(opening.id);
        drop(store.write(Change::Open(opening)));
    }
    for (number, id) in ids.iter().enumerate() {
        for ply in 0..number as u32 % 7 {
            drop(store.write(Change::Action(*id, ply, event(ply.into()))));
        }
    }
    wait(store.close());
    ids
}

#[test]
fn games_are_moved_from_a_file_and_back_and_are_the_same() {
    let (file, database, other) = (File::new(), Database::new(), File::new());
    let ids = filled(&file);
    let places: [&dyn Place; 3] = [&file, &database, &other];
    for pair in places.windows(2) {
        let [from, to] = [pair[0].open(), pair[1].open()];
        for were_there in [0, ids.len() as u64] {
            let copied = wait(copy(&*from, &*to, &mut |_| {})).expect("they fit");
            assert_eq!(
                (copied.games, copied.were_there),
                (ids.len() as u64, were_there)
            );
            assert_eq!(copied.damaged, Vec::<String>::new());
        }
        wait(from.close());
        wait(to.close());
    }
    let [before, after] = [file.open(), other.open()];
    for id in &ids {
        let [one, two] = [&before, &after].map(|store| look(store, *id).expect("a kept game"));
        assert_eq!(one.log, two.log);
        assert_eq!(one.rematch, two.rematch);
        assert_eq!(
            Chain::begin(&one.opening),
            Chain::begin(&two.opening),
            "{id}"
        );
    }
    let seats = look(&after, ids[0]).expect("a kept game").opening.seats;
    assert_eq!(seats.one.map(|seat| seat.since), Some(5));
}

#[test]
fn a_move_that_was_interrupted_goes_on_and_a_game_that_went_on_elsewhere_is_not_touched() {
    let (file, database) = (File::new(), Database::new());
    let ids = filled(&file);
    let [from, to] = [file.open(), database.open()];
    let half = look(&from, ids[6]).expect("a kept game");
    assert_eq!(write(&to, Change::Open(half.opening)), Ok(()));
    assert_eq!(write(&to, Change::Action(ids[6], 0, event(0))), Ok(()));
    let copied = wait(copy(&*from, &*to, &mut |_| {})).expect("they fit");
    assert_eq!((copied.games, copied.were_there), (ids.len() as u64, 1));
    assert_eq!(look(&to, ids[6]).expect("a kept game").log.len(), 6);
    assert_eq!(write(&to, Change::Action(ids[5], 5, event(5))), Ok(()));
    let refused = wait(copy(&*from, &*to, &mut |_| {}));
    assert_eq!(refused, Err(CopyFault::Differs(ids[5])));
    assert_eq!(look(&to, ids[5]).expect("a kept game").log.len(), 6);
}

#[test]
fn a_damaged_game_is_not_moved_and_what_follows_it_is() {
    let (database, file) = (Database::new(), File::new());
    let [from, to] = [database.open(), file.open()];
    let damaged = game();
    let next = NewGame {
        rematch_of: Some(damaged.id),
        ..game()
    };
    for opening in [&damaged, &next] {
        assert_eq!(write(&from, Change::Open(opening.clone())), Ok(()));
    }
    let id = damaged.id;
    database.sql(&format!(
        "UPDATE quintet.games SET start = start || ' ' WHERE id = '{id}'"
    ));
    for were_there in [0, 1] {
        let copied = wait(copy(&*from, &*to, &mut |_| {})).expect("the rest fits");
        assert_eq!((copied.games, copied.were_there), (1, were_there));
        assert!(copied.damaged[0].contains(&id.to_string()), "it is named");
    }
    let moved = look(&to, next.id).expect("a kept game");
    assert_eq!(moved.opening.rematch_of, None);
    assert!(look(&to, id).is_none());
}

#[test]
fn all_games_of_a_database_are_checked() {
    let place = Database::new();
    let store = place.open();
    let variant = quintet_catalogue::catalogue()
        .next()
        .expect("a game")
        .standard();
    let opening = NewGame {
        game: variant.id().to_owned(),
        size: variant.size().to_string(),
        start: variant.start(Player::One).text(),
        ..game()
    };
    for opening in [opening.clone(), game()] {
        assert_eq!(write(&store, Change::Open(opening)), Ok(()));
    }
    let report = wait(check_all(&*store)).expect("readable");
    assert_eq!(
        (report.games, report.damaged.len()),
        (2, 1),
        "no game is called so"
    );
    place.sql("UPDATE quintet.games SET start = start || ' '");
    let report = wait(check_all(&*store)).expect("readable");
    assert_eq!((report.games, report.damaged.len()), (2, 2));
}
