//! Actions that are repeated, out of order or simultaneous, from several connections.

use quintet_arena::Dice;
use quintet_games::Catalogue;
use quintet_rules::{Player, Random};
use serde_json::Value;

use crate::common::generous;
use crate::model::{Model, move_in};
use crate::rivals::{Hands, agrees, anything, compete_for_numbers, run_races};
use crate::table::{Table, variant};

const SEED: u64 = 4;

#[test]
fn responses_match_the_model_for_repeated_late_early_and_invalid_actions() {
    let server = generous().start();
    let address = server.address();
    let mut dice = Dice::new(SEED, 0);
    for listing in Catalogue::STANDARD.iter() {
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
fn one_client_wins_each_number_and_the_others_are_notified() {
    let server = generous().start();
    compete_for_numbers(&[server.address()], SEED);
}

#[test]
fn of_two_actions_with_one_number_one_wins_and_the_game_continues() {
    let server = generous().start();
    run_races(&[server.address(); 3], "gridlock", 4);
}
