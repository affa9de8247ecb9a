//! Whole games between people.

use std::collections::BTreeSet;

use axum::http::{StatusCode, header};
use futures_util::future::join_all;
use quintet_arena::{Dice, Record};
use quintet_live::store::Change;
use quintet_live::{Action, Event, GameId};
use quintet_rules::Player;
use serde_json::json;

use crate::CATALOGUE;
use crate::common::{Server, position, unlimited};

#[tokio::test]
async fn every_game_and_size_is_played_to_its_end_and_exported_as_a_record() {
    let server = Server::new();
    for variant in crate::games().flat_map(|listing| listing.sizes) {
        let request = json!({"game": variant.id(), "size": variant.size().to_string(), "seat": 2,
                             "first": 2, "name": "  Ñandú "});
        let opened = server.client().post("/api/v1/games", request).await;
        assert_eq!(opened.status, StatusCode::CREATED, "{variant:?}");
        let id = opened.field("/game/id");
        let path = format!("/api/v1/games/{id}");
        assert_eq!(opened.header(header::LOCATION), path);
        let join = format!("{path}/join");
        let joined = server.client().post(&join, json!({})).await;
        let players =
            [&joined, &opened].map(|held| server.client().with_token(&held.field("/token")));
        let mut dice = Dice::new(7, 0);
        let mut state = opened.json()["game"].take();
        for ply in 0..400 {
            if state["over"] == true {
                break;
            }
            let position = position(&state);
            let mv = position.random_move(&mut dice).expect("not over");
            let player = &players[position.to_move() as usize];
            let mut done = player.play(&id, ply, &mv).await.ok();
            assert_eq!(done["event"]["ply"], ply);
            state = done["game"].take();
        }
        let text = server.client().get(&format!("{path}/record")).await.text;
        let record = Record::read_all(&text, CATALOGUE)
            .expect("a record")
            .remove(0);
        let moves: Vec<_> = record.plies().iter().map(|ply| ply.mv.clone()).collect();
        assert_eq!(json!(moves), state["moves"], "{variant:?}");
        assert_eq!(record.players.two, "Ñandú");
        assert_eq!(record.start().to_move(), Player::Two);
    }
}

#[tokio::test]
async fn the_first_player_can_be_drawn_at_random() {
    let server = Server::new();
    let mut drawn = BTreeSet::new();
    // That forty draws all agree has a chance of 2^-39.
    for _ in 0..40 {
        let request = json!({"game": "gridlock", "seat": 1, "first": "random"});
        let opened = server.client().post("/api/v1/games", request).await;
        let game = &opened.json()["game"];
        let moves_first = game["to_move"] == 1;
        let can = &["move", "resign"][usize::from(!moves_first)..];
        assert_eq!(game["can"], json!(can));
        drawn.insert(moves_first);
    }
    assert_eq!(drawn.len(), 2, "forty draws were the same");
}

#[tokio::test]
async fn a_game_with_the_maximum_number_of_actions_is_not_over() {
    let server = Server::new();
    let request = json!({"game": "gridlock", "seat": 1});
    let opened = server.client().post("/api/v1/games", request).await;
    let id = opened.field("/game/id");
    let game: GameId = id.parse().expect("an address");
    let writing = (0..1000).map(|ply: u32| {
        let (player, action) = match ply {
            0 => (Player::One, Action::Move("2 2".to_owned())),
            offer if offer % 2 == 1 => (Player::One, Action::OfferTakeBack),
            _ => (Player::Two, Action::DeclineTakeBack),
        };
        let at = ply.into();
        let event = Event { player, action, at };
        server.store.write(Change::Action(game, ply, event))
    });
    for written in join_all(writing).await {
        assert_eq!(written, Ok(()));
    }
    let again = server.restarted(unlimited());
    let player = again.client().with_token(&opened.field("/token"));
    let refused = player.act(&id, 1000, "offer-take-back").await;
    let problem = refused.is_problem(409, "too-long");
    assert_eq!(problem["title"], "The game has reached its maximum length");
    assert_eq!(problem["current"]["over"], false);
    player.act(&id, 1000, "resign").await.ok();
}
