//! The contract of every store.

mod model;
mod place;

use quintet_live::store::{
    Change, CopyError, GameVersion, Idle, LogHash, Seat, Store, StoreError, Update, copy,
};
use quintet_live::{GameId, Token};
use quintet_rules::Player;

use crate::common::{
    act, event, events, game, known, look, make, open_game, pass, play, refuse, rematch_of, seat,
    stored, wait,
};

pub(crate) use model::results_match_the_model;
pub(crate) use place::{File, Place};

/// Calls a macro with the names of all laws.
macro_rules! for_each_law {
    ($test:ident) => {
        $test! {
            results_match_the_model
            acknowledged_changes_survive_reopening
            a_refused_change_does_not_affect_its_batch
            changes_are_written_in_the_order_of_the_calls
            closing_writes_waiting_changes_and_refuses_later_ones
            an_action_is_written_even_if_its_future_is_dropped
            games_expire_by_the_time_of_their_last_action
            events_since_returns_everything_after_a_version
            commits_are_counted
            the_clock_has_the_current_time
            copying_games_there_and_back_preserves_them
            an_interrupted_copy_resumes_without_replacing_games
        }
    };
}
pub(crate) use for_each_law;

pub(crate) fn acknowledged_changes_survive_reopening(place: &dyn Place) {
    let (token, mut opening) = (Token::random(), game());
    opening.seats.one = Some(Seat::reserved(None));
    opening.seats.two = Some(Seat {
        token: token.hash(),
        name: Some("<b>Ñandú</b>".to_owned()),
        since: 77,
    });
    let store = place.open();
    make(&*store, Change::Open(opening.clone()));
    play(&*store, opening.id, 0..20);
    drop(store);
    let found = stored(&*place.open(), opening.id);
    assert_eq!(found.log, events(0..20));
    let kept = &found.opening;
    assert_eq!(kept.game, opening.game);
    assert_eq!(kept.size, opening.size);
    assert_eq!(kept.start, opening.start);
    assert_eq!((kept.created, kept.rematch_of), (1_000, None));
    assert!(kept.seats.one.as_ref().is_some_and(Seat::is_reserved));
    let seat = kept.seats.two.as_ref().expect("the taken seat");
    assert!(seat.token.is(&token.hash()));
    assert_eq!(seat.name.as_deref(), Some("<b>Ñandú</b>"));
    assert_eq!(seat.since, 77);
}

pub(crate) fn a_refused_change_does_not_affect_its_batch(place: &dyn Place) {
    let store = place.open();
    let id = open_game(&*store).id;
    // All are queued before the first wait, so that they share transactions.
    let waiting: Vec<_> = (0..3000)
        .map(|n| store.write(act(id, n / 3, (n / 3).into())))
        .collect();
    for (n, written) in waiting.into_iter().enumerate() {
        let fits = n % 3 == 0;
        let expected = fits.then_some(()).ok_or(StoreError::Taken);
        assert_eq!(wait(written), expected, "change {n}");
    }
    assert_eq!(stored(&*store, id).log.len(), 1000);
}

pub(crate) fn changes_are_written_in_the_order_of_the_calls(place: &dyn Place) {
    let store = place.open();
    let games: Vec<_> = (0..20).map(|_| game()).collect();
    let mut changes: Vec<_> = games.iter().cloned().map(Change::Open).collect();
    for number in 0..10 {
        let next = |game: &quintet_live::store::NewGame| act(game.id, number, number.into());
        changes.extend(games.iter().map(next));
    }
    let taken = seat(1);
    for opening in &games {
        changes.extend([
            pass(opening.id, Player::One, None, Some(&taken)),
            pass(opening.id, Player::One, Some(&taken), None),
            Change::Delete(opening.id),
            Change::Open(opening.clone()),
            act(opening.id, 0, 3),
        ]);
    }
    let waiting: Vec<_> = changes.into_iter().map(|c| store.write(c)).collect();
    for (number, written) in waiting.into_iter().enumerate() {
        assert_eq!(wait(written), Ok(()), "change {number}");
    }
    for opening in &games {
        assert_eq!(stored(&*store, opening.id).log, [event(3)]);
    }
}

pub(crate) fn closing_writes_waiting_changes_and_refuses_later_ones(place: &dyn Place) {
    let opening = game();
    let store = place.open();
    let mut waiting = vec![store.write(Change::Open(opening.clone()))];
    waiting.extend((0..100).map(|n| store.write(act(opening.id, n, n.into()))));
    wait(store.close());
    for written in waiting {
        assert_eq!(wait(written), Ok(()));
    }
    refuse(&*store, Change::Probe, StoreError::Closed);
    assert_eq!(store.health(), Err(StoreError::Closed));
    wait(store.close());
    drop(store);
    assert_eq!(stored(&*place.open(), opening.id).log.len(), 100);
}

pub(crate) fn an_action_is_written_even_if_its_future_is_dropped(place: &dyn Place) {
    let store = place.open();
    let opening = game();
    drop(store.write(Change::Open(opening.clone())));
    drop(store.write(act(opening.id, 0, 0)));
    make(&*store, Change::Probe);
    assert_eq!(stored(&*store, opening.id).log, [event(0)]);
}

pub(crate) fn games_expire_by_the_time_of_their_last_action(place: &dyn Place) {
    let store = place.open();
    let [begun, unbegun] = [(); 2].map(|()| open_game(&*store).id);
    let mut last = event(0);
    last.at = 5_000;
    make(&*store, Change::Action(begun, 0, last));
    let idle = |begun, unbegun| Idle { begun, unbegun };
    let listed = |idle, most| {
        let mut listed = wait(store.idle(idle, most)).expect("readable");
        listed.sort();
        listed
    };
    let mut both = vec![begun, unbegun];
    both.sort();
    assert_eq!(listed(idle(5_000, 1_000), 10), []);
    assert_eq!(listed(idle(5_001, 1_000), 10), [begun]);
    assert_eq!(listed(idle(5_000, 1_001), 10), [unbegun]);
    assert_eq!(listed(idle(9_000, 9_000), 10), both);
    assert_eq!(listed(idle(9_000, 9_000), 1).len(), 1);
    let in_use = Change::Expire(begun, idle(5_000, 9_000));
    refuse(&*store, in_use, StoreError::Missing);
    assert!(look(&*store, begun).is_some());
    let missing = Change::Expire(GameId::random(), idle(9_000, 9_000));
    refuse(&*store, missing, StoreError::Missing);
    make(&*store, Change::Expire(begun, idle(5_001, 0)));
    assert!(look(&*store, begun).is_none());
    assert_eq!(listed(idle(9_000, 9_000), 10), [unbegun]);
}

pub(crate) fn events_since_returns_everything_after_a_version(place: &dyn Place) {
    let store = place.open();
    let [one, two] = [(); 2].map(|()| open_game(&*store).id);
    let now = || {
        let found = stored(&*store, one);
        known(one, found.log.len() as u32, found.revision)
    };
    let news = |known: GameVersion, others: &[GameVersion]| -> Option<Option<Update>> {
        let all = [&[known], others].concat();
        let since = wait(store.events_since(all)).expect("readable");
        let since = since.into_iter().find(|since| since.known == known);
        since.map(|since| since.update)
    };
    let before = now();
    play(&*store, one, 0..5);
    let later = GameVersion { plies: 3, ..before };
    for (known_before, wanted) in [(before, 0..5), (later, 3..5)] {
        let found = news(known_before, &[known(two, 0, 0)]).flatten();
        assert_eq!(found.expect("news").events, events(wanted));
    }
    let current = now();
    let nothing = news(current, &[]).flatten();
    assert!(nothing.is_none_or(|news| news.events.is_empty()));
    make(&*store, pass(one, Player::Two, None, Some(&seat(9))));
    let found = news(current, &[]).flatten().expect("a seat is taken");
    assert!(found.events.is_empty() && found.rematch.is_none());
    assert_eq!(found.seats.two.map(|seat| seat.since), Some(9));
    let current = now();
    let next = rematch_of(one);
    make(&*store, Change::Open(next.clone()));
    let found = news(current, &[]).flatten().expect("a rematch");
    assert_eq!(found.rematch, Some(next.id));
    make(&*store, Change::Delete(one));
    let gone = news(current, &[]).expect("it is reported");
    assert!(gone.is_none());
}

pub(crate) fn commits_are_counted(place: &dyn Place) {
    let store = place.open();
    let before = store.stats();
    let id = open_game(&*store).id;
    play(&*store, id, 0..5);
    let after = store.stats();
    assert_eq!(after.commits - before.commits, 6);
    assert!(after.commit_time > before.commit_time);
    assert_eq!(after.waiting, 0);
}

pub(crate) fn the_clock_has_the_current_time(place: &dyn Place) {
    let store = place.open();
    let here = std::time::UNIX_EPOCH.elapsed().expect("it is after 1970");
    let here = here.as_secs();
    assert!(store.now().abs_diff(here) < 60, "{} {here}", store.now());
}

/// Stores a game with a rematch, and some others.
fn fill(store: &dyn Store) -> Vec<GameId> {
    let mut first = game();
    first.seats.one = Some(seat(5));
    let mut openings = vec![first.clone(), rematch_of(first.id)];
    openings.extend((0..300).map(|_| game()));
    let ids: Vec<_> = openings.iter().map(|opening| opening.id).collect();
    for opening in openings {
        drop(store.write(Change::Open(opening)));
    }
    for (number, id) in (0..).zip(&ids) {
        for ply in 0..number % 7 {
            drop(store.write(act(*id, ply, ply.into())));
        }
    }
    make(store, Change::Probe);
    ids
}

pub(crate) fn copying_games_there_and_back_preserves_them(place: &dyn Place) {
    let [file, other] = [File::new(), File::new()];
    let (before, after) = (file.open(), other.open());
    let ids = fill(&*before);
    let middle = place.open();
    let all = ids.len() as u64;
    for [from, to] in [[&before, &middle], [&middle, &after]] {
        for existing in [0, all] {
            let copied = wait(copy(&**from, &**to, &mut |_| {})).expect("they fit");
            assert_eq!((copied.games, copied.existing), (all, existing));
            assert_eq!(copied.damaged, Vec::<String>::new());
        }
    }
    for id in &ids {
        let [one, two] = [&before, &after].map(|store| stored(&**store, *id));
        assert_eq!(one.log, two.log);
        assert_eq!(one.rematch, two.rematch);
        let [one, two] = [one, two].map(|game| LogHash::begin(&game.opening));
        assert_eq!(one, two, "{id}");
    }
    let seats = stored(&*after, ids[0]).opening.seats;
    assert_eq!(seats.one.map(|seat| seat.since), Some(5));
}

pub(crate) fn an_interrupted_copy_resumes_without_replacing_games(place: &dyn Place) {
    let file = File::new();
    let [from, to] = [file.open(), place.open()];
    let ids = fill(&*from);
    make(&*to, Change::Open(stored(&*from, ids[6]).opening));
    play(&*to, ids[6], 0..1);
    let copied = wait(copy(&*from, &*to, &mut |_| {})).expect("they fit");
    assert_eq!((copied.games, copied.existing), (ids.len() as u64, 1));
    assert_eq!(stored(&*to, ids[6]).log.len(), 6);
    play(&*to, ids[5], 5..6);
    let refused = wait(copy(&*from, &*to, &mut |_| {}));
    assert_eq!(refused, Err(CopyError::Differs(ids[5])));
    assert_eq!(stored(&*to, ids[5]).log.len(), 6);
}
