//! Actions sent twice, out of order, and at the same time, from several connections.

use std::sync::Barrier;
use std::thread;

use quintet_arena::Dice;
use quintet_catalogue::catalogue;
use quintet_rules::{Player, Random};
use serde_json::{Value, json};

use crate::model::{Model, move_in};
use crate::process::Setup;
use crate::rivals::{Hands, agrees, anything, compete_for_numbers};
use crate::table::{Table, mv, variant};

const SEED: u64 = 4;

#[test]
fn what_is_sent_twice_late_early_or_wrongly_is_answered_as_the_model_says() {
    let server = Setup::generous().start();
    let address = server.address();
    let mut dice = Dice::new(SEED, 0);
    for listing in catalogue() {
        let table = Table::open(address, listing.id);
        let mut hands = Hands::new(address, &table);
        let mut model = Model::new(variant(listing.id));
        let mut sent_before: Vec<(Player, Value)> = Vec::new();
        for step in 0..120 {
            let (player, sent) = match dice.below(4) {
                0 if !sent_before.is_empty() => {
                    let which = dice.below(sent_before.len() as u32) as usize;
                    sent_before[which].clone()
                }
                _ => anything(&mut dice, &model),
            };
            let expected = model.receive(player, &sent);
            let outcome = hands.send(&table, &mut dice, player, &sent);
            let trial = format!("step {step} of seed {SEED}: {player} sends {sent}: {outcome:?}");
            match (expected, &outcome) {
                (Ok(()), Ok(event)) => {
                    assert_eq!(event["ply"], sent["ply"], "{trial}");
                    assert_eq!(event["player"], player.number(), "{trial}");
                    assert_eq!(move_in(event), move_in(&sent), "{trial}");
                }
                (Err((status, kind)), Err(problem)) => {
                    assert_eq!(problem["type"], format!("/problems/{kind}"), "{trial}");
                    assert_eq!(problem["status"], status, "{trial}");
                    if status == 409 {
                        assert_eq!(problem["current"]["ply"], model.ply(), "{trial}");
                    }
                }
                (expected, _) => panic!("not {expected:?} in {trial}"),
            }
            sent_before.push((player, sent));
        }
        agrees(&table.state(address), &model);
    }
}

#[test]
fn of_those_who_compete_for_a_number_one_wins_and_the_others_are_told() {
    let server = Setup::generous().start();
    compete_for_numbers(&[server.address()], SEED);
}

#[test]
fn of_a_request_and_a_message_with_the_same_number_one_wins_unless_they_say_the_same() {
    let server = Setup::generous().start();
    let address = server.address();
    let moves = variant("gridlock").start(Player::One).moves();
    for round in 0..30 {
        let table = Table::open(address, "gridlock");
        let mut requests = Hands::new(address, &table);
        let mut messages = Hands::new(address, &table);
        let is_same = round % 3 == 0;
        let [first, second] = [&moves[0].text, &moves[usize::from(!is_same)].text];
        let barrier = Barrier::new(2);
        let (one, two) = thread::scope(|scope| {
            let asking = scope.spawn(|| {
                barrier.wait();
                requests.request(&table, Player::One, &mv(0, first))
            });
            barrier.wait();
            let said = messages.say(Player::One, &mv(0, second));
            (asking.join().expect("no panic"), said)
        });
        let log = table.events(address);
        assert_eq!(log.len(), 1, "{one:?} {two:?}");
        if is_same {
            assert_eq!((one, two), (Ok(log[0].clone()), Ok(log[0].clone())));
            continue;
        }
        let (won, lost) = match (one, two) {
            (Ok(won), Err(lost)) | (Err(lost), Ok(won)) => (won, lost),
            both => panic!("round {round}: {both:?}"),
        };
        assert_eq!(won, log[0]);
        assert_eq!(lost["status"], 409, "{lost}");
        assert_eq!(lost["type"], "/problems/late", "{lost}");
        assert_eq!(lost["current"]["ply"], 1, "{lost}");
        assert_eq!(lost["current"]["moves"], json!([won["move"]]), "{lost}");
    }
}
