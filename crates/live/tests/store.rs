//! What a store promises, asked of the real one.

mod common;

use std::collections::BTreeMap;
use std::path::Path;

use common::{event, folder, game, open, stored, write};
use proptest::prelude::*;
use quintet_live::store::{Change, NewGame, Seat, Sqlite, Store, StoreFault, backup};
use quintet_live::{Action, Event, GameId, Token};
use quintet_rules::{PerPlayer, Player};

#[test]
fn a_seat_that_is_left_is_free_and_the_other_is_not() {
    let folder = folder();
    let store = open(&folder);
    let mut opening = game();
    opening.seats = PerPlayer::from_fn(|_| Some(Seat::reserved(None)));
    let leave = Change::Leave(opening.id, Player::Two);
    assert_eq!(write(&store, leave.clone()), Err(StoreFault::Missing));
    assert_eq!(write(&store, Change::Open(opening.clone())), Ok(()));
    assert_eq!(write(&store, leave), Ok(()));
    let seats = stored(&store, opening.id).opening.seats;
    assert!(seats.two.is_none() && seats.one.is_some_and(|seat| seat.is_reserved()));
}

#[test]
fn what_is_acknowledged_is_there_when_the_file_is_opened_again() {
    let folder = folder();
    let (token, mut opening) = (Token::random(), game());
    opening.seats.two = Some(Seat {
        token: token.hash(),
        name: Some("<b>Ñandú</b>".to_owned()),
        since: 77,
    });
    {
        let store = open(&folder);
        assert_eq!(write(&store, Change::Open(opening.clone())), Ok(()));
        for number in 0..20 {
            let change = Change::Action(opening.id, number, event(number.into()));
            assert_eq!(write(&store, change), Ok(()));
        }
    }
    let found = stored(&open(&folder), opening.id);
    assert_eq!(found.log, (0..20).map(event).collect::<Vec<_>>());
    let kept = &found.opening;
    assert_eq!(
        (&kept.game, &kept.size, &kept.start),
        (&opening.game, &opening.size, &opening.start)
    );
    assert_eq!((kept.created, kept.rematch_of), (1_000, None));
    assert!(kept.seats.one.is_none());
    let seat = kept.seats.two.as_ref().expect("the taken seat");
    assert!(seat.token.is(&token.hash()));
    assert_eq!(
        (seat.name.as_deref(), seat.since),
        (Some("<b>Ñandú</b>"), 77)
    );
}

#[test]
fn a_number_in_a_game_belongs_to_one_action() {
    let folder = folder();
    let store = open(&folder);
    let (one, two) = (game(), game());
    for opening in [&one, &two] {
        assert_eq!(write(&store, Change::Open(opening.clone())), Ok(()));
        assert_eq!(
            write(&store, Change::Action(opening.id, 0, event(0))),
            Ok(())
        );
    }
    let again = Change::Action(one.id, 0, event(1));
    assert_eq!(write(&store, again), Err(StoreFault::Taken));
    assert_eq!(stored(&store, one.id).log, [event(0)]);
}

#[test]
fn nothing_is_kept_for_a_game_that_is_not() {
    let folder = folder();
    let store = open(&folder);
    let id = GameId::random();
    assert_eq!(
        write(&store, Change::Action(id, 0, event(0))),
        Err(StoreFault::Missing)
    );
    let seat = Seat {
        token: Token::random().hash(),
        name: None,
        since: 0,
    };
    assert_eq!(
        write(&store, Change::Seat(id, Player::One, seat)),
        Err(StoreFault::Missing)
    );
    let mut orphan = game();
    orphan.rematch_of = Some(id);
    assert_eq!(
        write(&store, Change::Open(orphan.clone())),
        Err(StoreFault::Missing)
    );
    assert!(store.game(orphan.id).expect("readable").is_none());
    assert!(store.game(id).expect("readable").is_none());
}

#[test]
fn a_game_is_followed_by_one_rematch_and_both_know() {
    let folder = folder();
    let store = open(&folder);
    let first = game();
    assert_eq!(write(&store, Change::Open(first.clone())), Ok(()));
    let [next, other] = [game(), game()].map(|opening| NewGame {
        rematch_of: Some(first.id),
        ..opening
    });
    assert_eq!(write(&store, Change::Open(next.clone())), Ok(()));
    assert_eq!(
        write(&store, Change::Open(other.clone())),
        Err(StoreFault::Taken)
    );
    assert_eq!(
        write(&store, Change::Open(next.clone())),
        Err(StoreFault::Taken),
        "opened twice"
    );
    assert_eq!(stored(&store, first.id).rematch, Some(next.id));
    assert_eq!(stored(&store, next.id).opening.rematch_of, Some(first.id));
    assert!(store.game(other.id).expect("readable").is_none());
}

#[test]
fn a_change_that_does_not_fit_harms_none_of_its_batch() {
    let folder = folder();
    let store = open(&folder);
    let opening = game();
    assert_eq!(write(&store, Change::Open(opening.clone())), Ok(()));
    // All are handed over before any is waited for, so that they share transactions.
    let waiting: Vec<_> = (0..3000u32)
        .map(|n| store.write(Change::Action(opening.id, n / 3, event((n / 3).into()))))
        .collect();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    for (n, written) in waiting.into_iter().enumerate() {
        let expected = if n % 3 == 0 {
            Ok(())
        } else {
            Err(StoreFault::Taken)
        };
        assert_eq!(runtime.block_on(written), expected, "change {n}");
    }
    assert_eq!(stored(&store, opening.id).log.len(), 1000);
}

#[test]
fn closing_writes_what_waits_and_then_no_more() {
    let folder = folder();
    let opening = game();
    let store = open(&folder);
    let mut waiting = vec![store.write(Change::Open(opening.clone()))];
    waiting.extend((0..100).map(|n| store.write(Change::Action(opening.id, n, event(n.into())))));
    store.close();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    for written in waiting {
        assert_eq!(runtime.block_on(written), Ok(()));
    }
    assert_eq!(write(&store, Change::Probe), Err(StoreFault::Closed));
    assert!(
        !Path::new(&folder.path().join("games.db-wal")).exists(),
        "one file is left"
    );
    drop(store);
    assert_eq!(stored(&open(&folder), opening.id).log.len(), 100);
}

#[test]
fn an_action_that_nobody_waits_for_is_made_all_the_same() {
    let folder = folder();
    let store = open(&folder);
    let opening = game();
    drop(store.write(Change::Open(opening.clone())));
    drop(store.write(Change::Action(opening.id, 0, event(0))));
    assert_eq!(write(&store, Change::Probe), Ok(()));
    assert_eq!(stored(&store, opening.id).log, [event(0)]);
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

/// A change by the number of a game, so that contradictions are likely.
#[derive(Clone, Debug)]
enum Attempt {
    Open(usize, Option<usize>),
    Action(usize, u32, u64),
    Sit(usize, Player, u64),
    Delete(usize),
    Reopen,
}

fn attempt() -> impl Strategy<Value = Attempt> {
    let player = prop_oneof![Just(Player::One), Just(Player::Two)];
    prop_oneof![
        2 => (0..4usize, proptest::option::of(0..4usize)).prop_map(|(g, of)| Attempt::Open(g, of)),
        6 => (0..4usize, 0..6u32, 0..20u64).prop_map(|(g, ply, n)| Attempt::Action(g, ply, n)),
        2 => (0..4usize, player, 0..9u64).prop_map(|(g, p, n)| Attempt::Sit(g, p, n)),
        1 => (0..4usize).prop_map(Attempt::Delete),
        1 => Just(Attempt::Reopen),
    ]
}

/// The obvious store.
#[derive(Default)]
struct Model {
    games: BTreeMap<usize, Option<usize>>,
    log: BTreeMap<(usize, u32), u64>,
    seats: BTreeMap<(usize, u8), u64>,
}

impl Model {
    fn take(&mut self, attempt: &Attempt) -> Result<(), StoreFault> {
        match *attempt {
            Attempt::Open(_, Some(of)) if !self.games.contains_key(&of) => Err(StoreFault::Missing),
            Attempt::Open(game, of) => {
                let follows = |known: &Option<usize>| of.is_some() && *known == of;
                if self.games.contains_key(&game) || self.games.values().any(follows) {
                    return Err(StoreFault::Taken);
                }
                self.games.insert(game, of);
                Ok(())
            }
            Attempt::Action(game, ..) | Attempt::Sit(game, ..)
                if !self.games.contains_key(&game) =>
            {
                Err(StoreFault::Missing)
            }
            Attempt::Action(game, ply, _) if self.log.contains_key(&(game, ply)) => {
                Err(StoreFault::Taken)
            }
            Attempt::Action(game, ply, _)
                if ply > 0 && !self.log.contains_key(&(game, ply - 1)) =>
            {
                Err(StoreFault::Missing)
            }
            Attempt::Action(game, ply, number) => {
                self.log.insert((game, ply), number);
                Ok(())
            }
            Attempt::Delete(game) => {
                if self.games.remove(&game).is_none() {
                    return Err(StoreFault::Missing);
                }
                self.log.retain(|(other, _), _| *other != game);
                self.seats.retain(|(other, _), _| *other != game);
                for of in self.games.values_mut() {
                    *of = of.filter(|of| *of != game);
                }
                Ok(())
            }
            Attempt::Sit(game, player, number) => {
                self.seats.insert((game, player.number()), number);
                Ok(())
            }
            Attempt::Reopen => Ok(()),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn the_store_answers_as_the_obvious_one_does(attempts in prop::collection::vec(attempt(), 1..40)) {
        let folder = folder();
        let ids: Vec<_> = (0..4).map(|_| GameId::random()).collect();
        let mut store = open(&folder);
        let mut model = Model::default();
        for attempt in &attempts {
            let expected = model.take(attempt);
            let change = match *attempt {
                Attempt::Open(game, of) => Change::Open(NewGame {
                    id: ids[game],
                    rematch_of: of.map(|of| ids[of]),
                    ..self::game()
                }),
                Attempt::Action(game, ply, number) => Change::Action(ids[game], ply, event(number)),
                Attempt::Sit(game, player, number) => Change::Seat(ids[game], player, Seat {
                    token: Token::random().hash(),
                    name: Some(number.to_string()),
                    since: number,
                }),
                Attempt::Delete(game) => Change::Delete(ids[game]),
                Attempt::Reopen => {
                    drop(store);
                    store = open(&folder);
                    Change::Probe
                }
            };
            prop_assert_eq!(write(&store, change), expected, "{:?}", attempt);
        }
        for (number, id) in ids.iter().enumerate() {
            let plies: Vec<_> = model.log.keys().filter(|(game, _)| *game == number).collect();
            let found = store.game(*id);
            if model.games.contains_key(&number) {
                let found = found.expect("readable").expect("kept");
                let log: Vec<_> = plies.iter().map(|key| event(model.log[key])).collect();
                prop_assert_eq!(found.log, log);
                for player in Player::BOTH {
                    let since = found.opening.seats[player].as_ref().map(|seat| seat.since);
                    let expected = model.seats.get(&(number, player.number())).copied();
                    prop_assert_eq!(since, expected);
                }
            } else {
                prop_assert!(found.expect("readable").is_none());
            }
        }
    }
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
fn figures_count_what_reached_the_disk() {
    let folder = folder();
    let store = open(&folder);
    let before = store.figures();
    let opening = game();
    assert_eq!(write(&store, Change::Open(opening.clone())), Ok(()));
    for number in 0..5 {
        let change = Change::Action(opening.id, number, event(number.into()));
        assert_eq!(write(&store, change), Ok(()));
    }
    let after = store.figures();
    assert_eq!(after.commits - before.commits, 6);
    assert!(after.commit_time > before.commit_time);
    assert!(after.log_bytes > 0);
    assert_eq!(after.waiting, 0);
    store.close();
    assert_eq!(
        store.figures().log_bytes,
        0,
        "the log is moved into the file"
    );
}
