//! What every store promises.

use std::sync::Arc;

use quintet_live::store::{
    Change, Idle, Known, NewGame, Seat, SeatChange, Store, StoreFault, StoredGame, Update,
};
use quintet_live::{Event, GameId, Token};
use quintet_rules::{PerPlayer, Player};

use crate::games::{event, game};
use crate::place::{Place, wait};

/// Writes a change and waits for the disk.
pub(crate) fn write(store: &Arc<dyn Store>, change: Change) -> Result<(), StoreFault> {
    wait(store.write(change))
}

/// The game, if it is kept.
pub(crate) fn look(store: &Arc<dyn Store>, id: GameId) -> Option<StoredGame> {
    wait(store.game(id)).expect("a readable store")
}

fn stored(store: &Arc<dyn Store>, id: GameId) -> StoredGame {
    look(store, id).expect("a kept game")
}

fn act(id: GameId, ply: u32, number: u64) -> Change {
    Change::Action(id, ply, event(number))
}

/// A seat for the holder of a new token.
pub(crate) fn seat(since: u64) -> Seat {
    Seat {
        token: Token::random().hash(),
        name: Some(since.to_string()),
        since,
    }
}

fn pass(game: GameId, player: Player, was: Option<&Seat>, now: Option<&Seat>) -> Change {
    Change::Seat(SeatChange {
        game,
        player,
        was: was.map(|seat| seat.token.clone()),
        now: now.cloned(),
    })
}

pub(crate) fn a_seat_passes_from_the_holder_it_has_and_from_no_other(place: &dyn Place) {
    let store = place.open();
    let opening = game();
    let id = opening.id;
    let [first, second, third] = [1, 2, 3].map(seat);
    let sit = pass(id, Player::One, None, Some(&first));
    assert_eq!(
        write(&store, sit.clone()),
        Err(StoreFault::Missing),
        "no game"
    );
    assert_eq!(write(&store, Change::Open(opening)), Ok(()));
    let holder = || stored(&store, id).opening.seats.one.map(|seat| seat.since);
    for (was, now, answer, left) in [
        (Some(&first), Some(&second), Err(StoreFault::Taken), None),
        (None, Some(&first), Ok(()), Some(1)),
        (None, Some(&second), Err(StoreFault::Taken), Some(1)),
        (Some(&third), Some(&second), Err(StoreFault::Taken), Some(1)),
        (Some(&third), None, Err(StoreFault::Taken), Some(1)),
        (None, None, Err(StoreFault::Taken), Some(1)),
        (Some(&first), Some(&second), Ok(()), Some(2)),
        (Some(&second), None, Ok(()), None),
        (Some(&second), None, Err(StoreFault::Taken), None),
        (None, None, Ok(()), None),
        (None, Some(&third), Ok(()), Some(3)),
    ] {
        let change = pass(id, Player::One, was, now);
        assert_eq!(write(&store, change.clone()), answer, "{change:?}");
        assert_eq!(holder(), left, "{change:?}");
        assert!(stored(&store, id).opening.seats.two.is_none());
    }
}

pub(crate) fn what_is_acknowledged_is_there_when_it_is_opened_again(place: &dyn Place) {
    let (token, mut opening) = (Token::random(), game());
    opening.seats.two = Some(Seat {
        token: token.hash(),
        name: Some("<b>Ñandú</b>".to_owned()),
        since: 77,
    });
    {
        let store = place.open();
        assert_eq!(write(&store, Change::Open(opening.clone())), Ok(()));
        for number in 0..20 {
            assert_eq!(
                write(&store, act(opening.id, number, number.into())),
                Ok(())
            );
        }
    }
    let found = stored(&place.open(), opening.id);
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

pub(crate) fn a_number_in_a_game_belongs_to_one_action(place: &dyn Place) {
    let store = place.open();
    let (one, two) = (game(), game());
    for opening in [&one, &two] {
        assert_eq!(write(&store, Change::Open(opening.clone())), Ok(()));
        assert_eq!(write(&store, act(opening.id, 0, 0)), Ok(()));
    }
    for number in [0, 1] {
        let again = act(one.id, 0, number);
        assert_eq!(write(&store, again), Err(StoreFault::Taken));
    }
    assert_eq!(write(&store, act(one.id, 2, 2)), Err(StoreFault::Missing));
    assert_eq!(stored(&store, one.id).log, [event(0)]);
}

pub(crate) fn nothing_is_kept_for_a_game_that_is_not(place: &dyn Place) {
    let store = place.open();
    let id = GameId::random();
    let mut orphan = game();
    orphan.rematch_of = Some(id);
    let idle = Idle {
        begun: u64::MAX >> 1,
        unbegun: u64::MAX >> 1,
    };
    for change in [
        act(id, 0, 0),
        pass(id, Player::One, None, Some(&seat(0))),
        Change::Open(orphan.clone()),
        Change::Delete(id),
        Change::Expire(id, idle),
    ] {
        assert_eq!(
            write(&store, change.clone()),
            Err(StoreFault::Missing),
            "{change:?}"
        );
    }
    assert!(look(&store, orphan.id).is_none());
    assert!(look(&store, id).is_none());
}

pub(crate) fn a_game_is_followed_by_one_rematch_and_both_know(place: &dyn Place) {
    let store = place.open();
    let first = game();
    assert_eq!(write(&store, Change::Open(first.clone())), Ok(()));
    let [next, other] = [game(), game()].map(|opening| NewGame {
        rematch_of: Some(first.id),
        ..opening
    });
    assert_eq!(write(&store, Change::Open(next.clone())), Ok(()));
    for again in [&other, &next] {
        let again = Change::Open(again.clone());
        assert_eq!(write(&store, again), Err(StoreFault::Taken));
    }
    assert_eq!(stored(&store, first.id).rematch, Some(next.id));
    assert_eq!(stored(&store, next.id).opening.rematch_of, Some(first.id));
    assert!(look(&store, other.id).is_none());
    assert_eq!(write(&store, Change::Delete(next.id)), Ok(()));
    assert_eq!(stored(&store, first.id).rematch, None);
    assert_eq!(write(&store, Change::Open(other.clone())), Ok(()));
    assert_eq!(write(&store, Change::Delete(first.id)), Ok(()));
    assert_eq!(stored(&store, other.id).opening.rematch_of, None);
}

pub(crate) fn a_change_that_does_not_fit_harms_none_of_its_batch(place: &dyn Place) {
    let store = place.open();
    let opening = game();
    assert_eq!(write(&store, Change::Open(opening.clone())), Ok(()));
    // All are handed over before any is waited for, so that they share transactions.
    let waiting: Vec<_> = (0..3000u32)
        .map(|n| store.write(act(opening.id, n / 3, (n / 3).into())))
        .collect();
    for (n, written) in waiting.into_iter().enumerate() {
        let expected = if n % 3 == 0 {
            Ok(())
        } else {
            Err(StoreFault::Taken)
        };
        assert_eq!(wait(written), expected, "change {n}");
    }
    assert_eq!(stored(&store, opening.id).log.len(), 1000);
}

pub(crate) fn what_is_handed_over_in_order_is_written_in_order(place: &dyn Place) {
    let store = place.open();
    let games: Vec<_> = (0..20).map(|_| game()).collect();
    let mut waiting = Vec::new();
    for opening in &games {
        waiting.push(store.write(Change::Open(opening.clone())));
    }
    for number in 0..10 {
        for opening in &games {
            waiting.push(store.write(act(opening.id, number, number.into())));
        }
    }
    let taken = seat(1);
    for opening in &games {
        waiting.push(store.write(pass(opening.id, Player::One, None, Some(&taken))));
        waiting.push(store.write(pass(opening.id, Player::One, Some(&taken), None)));
        waiting.push(store.write(Change::Delete(opening.id)));
        waiting.push(store.write(Change::Open(opening.clone())));
        waiting.push(store.write(act(opening.id, 0, 3)));
    }
    for (number, written) in waiting.into_iter().enumerate() {
        assert_eq!(wait(written), Ok(()), "change {number}");
    }
    for opening in &games {
        assert_eq!(stored(&store, opening.id).log, [event(3)]);
    }
}

pub(crate) fn closing_writes_what_waits_and_then_no_more(place: &dyn Place) {
    let opening = game();
    let store = place.open();
    let mut waiting = vec![store.write(Change::Open(opening.clone()))];
    waiting.extend((0..100).map(|n| store.write(act(opening.id, n, n.into()))));
    wait(store.close());
    for written in waiting {
        assert_eq!(wait(written), Ok(()));
    }
    assert_eq!(write(&store, Change::Probe), Err(StoreFault::Closed));
    assert_eq!(store.health(), Err(StoreFault::Closed));
    wait(store.close());
    drop(store);
    assert_eq!(stored(&place.open(), opening.id).log.len(), 100);
}

pub(crate) fn an_action_that_nobody_waits_for_is_made_all_the_same(place: &dyn Place) {
    let store = place.open();
    let opening = game();
    drop(store.write(Change::Open(opening.clone())));
    drop(store.write(act(opening.id, 0, 0)));
    assert_eq!(write(&store, Change::Probe), Ok(()));
    assert_eq!(stored(&store, opening.id).log, [event(0)]);
}

pub(crate) fn a_game_is_idle_by_its_last_action_and_is_then_deleted(place: &dyn Place) {
    let store = place.open();
    let [begun, unbegun] = [game(), game()];
    for opening in [&begun, &unbegun] {
        assert_eq!(write(&store, Change::Open(opening.clone())), Ok(()));
    }
    let last = Event {
        at: 5_000,
        ..event(0)
    };
    assert_eq!(write(&store, Change::Action(begun.id, 0, last)), Ok(()));
    let idle = |begun, unbegun| Idle { begun, unbegun };
    let listed = |idle| {
        let mut listed = wait(store.idle(idle, 10)).expect("readable");
        listed.sort();
        listed
    };
    let mut both = vec![begun.id, unbegun.id];
    both.sort();
    assert_eq!(listed(idle(5_000, 1_000)), []);
    assert_eq!(listed(idle(5_001, 1_000)), [begun.id]);
    assert_eq!(listed(idle(5_000, 1_001)), [unbegun.id]);
    assert_eq!(listed(idle(9_000, 9_000)), both);
    assert_eq!(
        wait(store.idle(idle(9_000, 9_000), 1))
            .expect("readable")
            .len(),
        1
    );
    let expire = |times| write(&store, Change::Expire(begun.id, times));
    assert_eq!(
        expire(idle(5_000, 9_000)),
        Err(StoreFault::Missing),
        "in use"
    );
    assert!(look(&store, begun.id).is_some());
    assert_eq!(expire(idle(5_001, 0)), Ok(()));
    assert!(look(&store, begun.id).is_none());
    assert_eq!(listed(idle(9_000, 9_000)), [unbegun.id]);
}

pub(crate) fn what_is_new_is_told_to_whoever_knows_less(place: &dyn Place) {
    let store = place.open();
    let [one, two] = [game(), game()];
    for opening in [&one, &two] {
        assert_eq!(write(&store, Change::Open(opening.clone())), Ok(()));
    }
    let known = |id: GameId| {
        let found = stored(&store, id);
        Known {
            id,
            plies: found.log.len() as u32,
            revision: found.revision,
            chain: None,
        }
    };
    let news = |known: Known, others: &[Known]| -> Option<Option<Update>> {
        let all = [&[known], others].concat();
        let since = wait(store.events_since(all)).expect("readable");
        let since = since.into_iter().find(|since| since.known == known);
        since.map(|since| since.update)
    };
    let before = known(one.id);
    for number in 0..5 {
        assert_eq!(write(&store, act(one.id, number, number.into())), Ok(()));
    }
    let later = Known { plies: 3, ..before };
    for (known, events) in [(before, 0..5), (later, 3..5)] {
        let found = news(known, &[known_none(two.id)]).flatten();
        let found = found.expect("something is new");
        assert_eq!(found.events, events.map(event).collect::<Vec<_>>());
    }
    let now = known(one.id);
    let nothing = news(now, &[]).flatten();
    assert!(nothing.is_none_or(|news| news.events.is_empty()));
    // A seat, and a rematch.
    let taken = seat(9);
    assert_eq!(
        write(&store, pass(one.id, Player::Two, None, Some(&taken))),
        Ok(())
    );
    let found = news(now, &[]).flatten().expect("a seat is taken");
    assert!(found.events.is_empty() && found.rematch.is_none());
    assert_eq!(found.seats.two.map(|seat| seat.since), Some(9));
    let now = known(one.id);
    let next = NewGame {
        rematch_of: Some(one.id),
        ..game()
    };
    assert_eq!(write(&store, Change::Open(next.clone())), Ok(()));
    let found = news(now, &[]).flatten().expect("a rematch");
    assert_eq!(found.rematch, Some(next.id));
    // And that a game is gone.
    assert_eq!(write(&store, Change::Delete(one.id)), Ok(()));
    let gone = news(now, &[]).expect("it is told");
    assert!(gone.is_none());
}

/// Nothing of a game.
pub(crate) fn known_none(id: GameId) -> Known {
    Known {
        id,
        plies: 0,
        revision: 0,
        chain: None,
    }
}

pub(crate) fn an_opening_keeps_its_seats(place: &dyn Place) {
    let store = place.open();
    let mut opening = game();
    opening.seats = PerPlayer::from_fn(|_| Some(Seat::reserved(None)));
    assert_eq!(write(&store, Change::Open(opening.clone())), Ok(()));
    let seats = stored(&store, opening.id).opening.seats;
    for player in Player::BOTH {
        assert!(seats[player].as_ref().is_some_and(Seat::is_reserved));
    }
}

pub(crate) fn what_reached_the_disk_is_counted(place: &dyn Place) {
    let store = place.open();
    let before = store.figures();
    let opening = game();
    assert_eq!(write(&store, Change::Open(opening.clone())), Ok(()));
    for number in 0..5 {
        assert_eq!(
            write(&store, act(opening.id, number, number.into())),
            Ok(())
        );
    }
    let after = store.figures();
    assert_eq!(after.commits - before.commits, 6);
    assert!(after.commit_time > before.commit_time);
    assert_eq!(after.waiting, 0);
}

pub(crate) fn the_time_is_that_of_today(place: &dyn Place) {
    let store = place.open();
    let here = std::time::SystemTime::now().duration_since(std::time::SystemTime::UNIX_EPOCH);
    let here = here.expect("it is after 1970").as_secs();
    assert!(store.now().abs_diff(here) < 60, "{} {here}", store.now());
}
