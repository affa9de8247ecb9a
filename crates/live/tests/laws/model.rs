//! Random changes, to a store and to the obvious one.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use quintet_live::GameId;
use quintet_live::store::{Change, NewGame, SeatChange, StoreFault};
use quintet_rules::Player;

use crate::games::event;
use crate::laws::{look, seat, write};
use crate::place::Place;

/// A change by the number of a game, so that contradictions are likely.
#[derive(Clone, Debug)]
enum Attempt {
    Open(usize, Option<usize>),
    Action(usize, u32, u64),
    Sit(usize, Player, Option<usize>, Option<usize>),
    Delete(usize),
    Reopen,
}

/// Nobody, or one of three.
fn holder() -> impl Strategy<Value = Option<usize>> {
    proptest::option::of(0..3usize)
}

fn attempt() -> impl Strategy<Value = Attempt> {
    let player = prop_oneof![Just(Player::One), Just(Player::Two)];
    prop_oneof![
        2 => (0..4usize, proptest::option::of(0..4usize)).prop_map(|(g, of)| Attempt::Open(g, of)),
        6 => (0..4usize, 0..6u32, 0..20u64).prop_map(|(g, ply, n)| Attempt::Action(g, ply, n)),
        4 => (0..4usize, player, holder(), holder())
            .prop_map(|(g, p, was, now)| Attempt::Sit(g, p, was, now)),
        1 => (0..4usize).prop_map(Attempt::Delete),
        1 => Just(Attempt::Reopen),
    ]
}

/// The obvious store.
#[derive(Default)]
struct Model {
    games: BTreeMap<usize, Option<usize>>,
    log: BTreeMap<(usize, u32), u64>,
    seats: BTreeMap<(usize, u8), usize>,
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
            Attempt::Sit(game, player, was, now) => {
                let seat = (game, player.number());
                if self.seats.get(&seat).copied() != was {
                    return Err(StoreFault::Taken);
                }
                match now {
                    Some(now) => self.seats.insert(seat, now),
                    None => self.seats.remove(&seat),
                };
                Ok(())
            }
            Attempt::Reopen => Ok(()),
        }
    }
}

/// Compares a store with the obvious one, in random changes.
pub(crate) fn the_store_answers_as_the_obvious_one_does(place: &dyn Place, cases: u32) {
    let mut runner = TestRunner::new(ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    let compared = runner.run(&prop::collection::vec(attempt(), 1..40), |attempts| {
        compare(place, &attempts)
    });
    compared.expect("the same answers");
}

fn compare(place: &dyn Place, attempts: &[Attempt]) -> Result<(), TestCaseError> {
    let ids: Vec<_> = (0..4).map(|_| GameId::random()).collect();
    let seats: Vec<_> = (0..3).map(seat).collect();
    let mut store = place.open();
    let mut model = Model::default();
    for attempt in attempts {
        let expected = model.take(attempt);
        let change = match *attempt {
            Attempt::Open(game, of) => Change::Open(NewGame {
                id: ids[game],
                rematch_of: of.map(|of| ids[of]),
                ..crate::games::game()
            }),
            Attempt::Action(game, ply, number) => Change::Action(ids[game], ply, event(number)),
            Attempt::Sit(game, player, was, now) => Change::Seat(SeatChange {
                game: ids[game],
                player,
                was: was.map(|was| seats[was].token.clone()),
                now: now.map(|now| seats[now].clone()),
            }),
            Attempt::Delete(game) => Change::Delete(ids[game]),
            Attempt::Reopen => {
                drop(store);
                store = place.open();
                Change::Probe
            }
        };
        prop_assert_eq!(write(&store, change), expected, "{:?}", attempt);
    }
    for (number, id) in ids.iter().enumerate() {
        let plies: Vec<_> = model
            .log
            .keys()
            .filter(|(game, _)| *game == number)
            .collect();
        let found = look(&store, *id);
        prop_assert_eq!(found.is_some(), model.games.contains_key(&number));
        if let Some(found) = found {
            let log: Vec<_> = plies.iter().map(|key| event(model.log[key])).collect();
            prop_assert_eq!(found.log, log);
            for player in Player::BOTH {
                let since = found.opening.seats[player].as_ref().map(|seat| seat.since);
                let expected = model.seats.get(&(number, player.number()));
                prop_assert_eq!(since, expected.map(|seat| *seat as u64));
            }
        }
    }
    Ok(())
}
