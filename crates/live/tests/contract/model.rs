//! Random changes of a store, compared with a model.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::test_runner::{TestRng, TestRunner};
use quintet_live::GameId;
use quintet_live::store::{Change, NewGame, StoreError};
use quintet_rules::{PerPlayer, Player};

use super::place::Place;
use crate::common::{act, event, game, look, pass, seat, write};

/// A change to one of four games, so that contradictions are likely.
/// It covers every rule for openings, actions, seats and rematches.
#[derive(Clone, Debug)]
enum Attempt {
    Open(usize, Option<usize>),
    Action(usize, u32, u64),
    Sit(usize, Player, Option<usize>, Option<usize>),
    Delete(usize),
    Reopen,
}

fn attempt() -> impl Strategy<Value = Attempt> {
    let player = prop_oneof![Just(Player::One), Just(Player::Two)];
    let holder = || proptest::option::of(0..3usize);
    prop_oneof![
        2 => (0..4usize, proptest::option::of(0..4usize)).prop_map(|(g, of)| Attempt::Open(g, of)),
        6 => (0..4usize, 0..6u32, 0..20u64).prop_map(|(g, ply, n)| Attempt::Action(g, ply, n)),
        4 => (0..4usize, player, holder(), holder())
            .prop_map(|(g, p, was, now)| Attempt::Sit(g, p, was, now)),
        1 => (0..4usize).prop_map(Attempt::Delete),
        1 => Just(Attempt::Reopen),
    ]
}

/// A game in the model.
struct Entry {
    rematch_of: Option<usize>,
    log: Vec<u64>,
    seats: PerPlayer<Option<usize>>,
}

/// A store that is obviously correct.
type Model = BTreeMap<usize, Entry>;

fn write_to(model: &mut Model, attempt: &Attempt) -> Result<(), StoreError> {
    match *attempt {
        Attempt::Open(_, Some(of)) if !model.contains_key(&of) => return Err(StoreError::Missing),
        Attempt::Open(game, rematch_of) => {
            let follows = |entry: &Entry| entry.rematch_of == rematch_of;
            let is_followed = rematch_of.is_some() && model.values().any(follows);
            if is_followed || model.contains_key(&game) {
                return Err(StoreError::Taken);
            }
            let entry = Entry {
                rematch_of,
                log: Vec::new(),
                seats: PerPlayer::from_fn(|_| None),
            };
            model.insert(game, entry);
        }
        Attempt::Action(game, ply, number) => {
            let entry = model.get_mut(&game).ok_or(StoreError::Missing)?;
            match (ply as usize).cmp(&entry.log.len()) {
                Ordering::Less => return Err(StoreError::Taken),
                Ordering::Equal => entry.log.push(number),
                Ordering::Greater => return Err(StoreError::Missing),
            }
        }
        Attempt::Sit(game, player, was, now) => {
            let entry = model.get_mut(&game).ok_or(StoreError::Missing)?;
            if entry.seats[player] != was {
                return Err(StoreError::Taken);
            }
            entry.seats[player] = now;
        }
        Attempt::Delete(game) => {
            model.remove(&game).ok_or(StoreError::Missing)?;
            for entry in model.values_mut() {
                entry.rematch_of = entry.rematch_of.filter(|of| *of != game);
            }
        }
        Attempt::Reopen => {}
    }
    Ok(())
}

pub(crate) fn results_match_the_model(place: &dyn Place) {
    let mut config = ProptestConfig::with_cases(60);
    config.failure_persistence = None;
    let rng = TestRng::deterministic_rng(config.rng_algorithm);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let attempts = prop::collection::vec(attempt(), 1..40);
    let compared = runner.run(&attempts, |attempts| compare(place, &attempts));
    compared.expect("the same answers");
}

fn compare(place: &dyn Place, attempts: &[Attempt]) -> Result<(), TestCaseError> {
    let ids = [(); 4].map(|()| GameId::random());
    let seats = [0, 1, 2].map(seat);
    let mut store = place.open();
    let mut model = Model::new();
    for attempt in attempts {
        let expected = write_to(&mut model, attempt);
        let change = match *attempt {
            Attempt::Open(number, of) => Change::Open(NewGame {
                id: ids[number],
                rematch_of: of.map(|of| ids[of]),
                ..game()
            }),
            Attempt::Action(game, ply, number) => act(ids[game], ply, number),
            Attempt::Sit(game, player, was, now) => {
                let [was, now] = [was, now].map(|holder| holder.map(|holder| &seats[holder]));
                pass(ids[game], player, was, now)
            }
            Attempt::Delete(game) => Change::Delete(ids[game]),
            Attempt::Reopen => {
                drop(store);
                store = place.open();
                Change::Probe
            }
        };
        prop_assert_eq!(write(&*store, change), expected, "{:?}", attempt);
    }
    for (number, id) in ids.iter().enumerate() {
        let found = look(&*store, *id);
        let Some(entry) = model.get(&number) else {
            prop_assert!(found.is_none());
            continue;
        };
        let found = found.expect("a stored game");
        let log: Vec<_> = entry.log.iter().map(|number| event(*number)).collect();
        prop_assert_eq!(found.log, log);
        let mut others = model.iter();
        let rematch = others.find(|(_, other)| other.rematch_of == Some(number));
        prop_assert_eq!(found.rematch, rematch.map(|(other, _)| ids[*other]));
        let follows = entry.rematch_of.map(|of| ids[of]);
        prop_assert_eq!(found.opening.rematch_of, follows);
        for player in Player::BOTH {
            let since = found.opening.seats[player].as_ref().map(|seat| seat.since);
            prop_assert_eq!(since, entry.seats[player].map(|seat| seat as u64));
        }
    }
    Ok(())
}
