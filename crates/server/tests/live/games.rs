//! Whole games: moves, take-backs, resignation, rematch, and what is kept of them.

use axum::http::StatusCode;
use quintet_arena::{Dice, Record};
use quintet_rules::Player;
use serde_json::json;

use crate::people::{House, position, to_move};

#[tokio::test]
async fn every_game_and_size_can_be_played_to_its_end_and_comes_back_as_a_record() {
    let house = House::new();
    for variant in crate::games().flat_map(|listing| listing.sizes) {
        let request = json!({"game": variant.id(), "size": variant.size().to_string(), "seat": 2,
                             "first": 2, "name": "  Ñandú "});
        let opened = house.stranger().post("/api/v1/games", request).await;
        assert_eq!(
            opened.status,
            StatusCode::CREATED,
            "{variant:?}: {}",
            opened.text
        );
        let id = opened.field("/game/id");
        assert_eq!(opened.headers["location"], format!("/api/v1/games/{id}"));
        let joined = house
            .stranger()
            .post(&format!("/api/v1/games/{id}/join"), json!({}))
            .await;
        let people =
            [&joined, &opened].map(|held| house.stranger().with_token(&held.field("/token")));
        let mut dice = Dice::new(7, 0);
        let mut state = opened.json()["game"].clone();
        for ply in 0..400 {
            if state["over"] == true {
                break;
            }
            let mv = position(&state).random_move(&mut dice).expect("not over");
            let person = &people[usize::from(to_move(&state).number()) - 1];
            let done = person.play(&id, ply, &mv).await;
            assert_eq!(done.status, StatusCode::OK, "{variant:?}: {}", done.text);
            assert_eq!(done.json()["event"]["ply"], ply);
            state = done.json()["game"].clone();
        }
        let text = house
            .stranger()
            .get(&format!("/api/v1/games/{id}/record"))
            .await
            .text;
        let record = Record::read_all(&text).expect("a record").remove(0);
        let moves: Vec<_> = record.plies().iter().map(|ply| ply.mv.clone()).collect();
        assert_eq!(json!(moves), state["moves"], "{variant:?}");
        assert_eq!(record.players.two, "Ñandú");
        assert_eq!(record.start().to_move(), Player::Two);
    }
}

#[tokio::test]
async fn a_player_who_wants_no_views_is_given_a_seat_without_one() {
    let house = House::new();
    for (wanted, has_view) in [
        (json!({}), true),
        (json!({"views": true}), true),
        (json!({"views": false}), false),
    ] {
        let mut request = json!({"game": "gridlock", "seat": 1});
        request["views"] = wanted.get("views").unwrap_or(&json!(true)).clone();
        let opened = house.stranger().post("/api/v1/games", request).await;
        let join = format!("/api/v1/games/{}/join", opened.field("/game/id"));
        let joined = house.stranger().post(&join, wanted).await;
        for answer in [opened.json(), joined.json()] {
            for part in ["view", "plies"] {
                assert_eq!(answer["game"].get(part).is_some(), has_view, "{answer}");
            }
        }
    }
}

#[tokio::test]
async fn who_begins_can_be_drawn_by_lot() {
    let house = House::new();
    let mut drawn = std::collections::BTreeSet::new();
    // Each lot falls on both sides with the same chance, so that forty hardly all agree.
    for _ in 0..40 {
        let request = json!({"game": "gridlock", "seat": 1, "first": "random"});
        let opened = house.stranger().post("/api/v1/games", request).await;
        assert_eq!(opened.status, StatusCode::CREATED, "{}", opened.text);
        let game = &opened.json()["game"];
        let moves_first = game["to_move"] == 1;
        let can = if moves_first {
            json!(["move", "resign"])
        } else {
            json!(["resign"])
        };
        assert_eq!(game["can"], can);
        drawn.insert(moves_first);
        if drawn.len() == 2 {
            return;
        }
    }
    panic!("forty lots were the same");
}

#[tokio::test]
async fn an_action_sent_twice_counts_once_and_a_late_one_is_shown_the_game() {
    let house = House::new();
    let (one, two, id) = house.two_players().await;
    let moves = position(&one.look(&id).await).moves();
    let moves: Vec<_> = moves.into_iter().map(|mv| mv.text).collect();
    let first = one.play(&id, 0, &moves[0]).await;
    let again = one.play(&id, 0, &quintet_games::one_word(&moves[0])).await;
    assert_eq!(again.status, StatusCode::OK);
    assert_eq!(first.json()["event"], again.json()["event"]);
    assert_eq!(again.json()["game"]["ply"], 1);
    for late in [
        one.play(&id, 0, &moves[1]).await,
        two.play(&id, 0, &moves[0]).await,
        two.act(&id, 7, "resign").await,
    ] {
        late.is_problem(409, "late");
        assert_eq!(late.json()["current"]["moves"], json!([moves[0]]));
    }
}

#[tokio::test]
async fn moves_out_of_turn_out_of_rule_and_out_of_language_are_three_things() {
    let house = House::new();
    let (one, two, id) = house.two_players().await;
    let mv = position(&one.look(&id).await).moves().swap_remove(0).text;
    two.play(&id, 0, &mv).await.is_problem(409, "not-your-turn");
    one.play(&id, 0, "what?")
        .await
        .is_problem(422, "not-a-move");
    assert_eq!(one.play(&id, 0, &mv).await.status, StatusCode::OK);
    let taken = two.play(&id, 1, &mv).await;
    taken.is_problem(422, "illegal-move");
    let refused = position(&two.look(&id).await).play(&mv).expect_err("taken");
    assert_eq!(taken.field("/detail"), refused.to_string());
    assert!(!taken.field("/reason").is_empty());
    one.act(&id, 1, "dance")
        .await
        .is_problem(400, "bad-request");
    one.act(&id, 1, "move").await.is_problem(400, "bad-request");
}

#[tokio::test]
async fn what_everyone_must_know_is_told_with_the_move_that_changes_play_and_with_no_other_action()
{
    let house = House::new();
    // The last empty cell is filled, nobody has won, and sudden death begins.
    let request = json!({"game": "quad-block", "size": "4x4", "seat": 1,
                         "position": "XXOO/OOXX/XXOO/OOX. 1 p"});
    let opened = house.stranger().post("/api/v1/games", request).await;
    let (id, person) = (opened.field("/game/id"), house.stranger());
    let person = person.with_token(&opened.field("/token"));
    let played = person.play(&id, 0, "16").await.json();
    let notice = played["event"]["notice"].as_str().expect("a notice");
    assert!(notice.contains("sudden-death begins"), "{notice}");
    let resigned = person.act(&id, 1, "resign").await.json();
    assert!(resigned["event"].get("notice").is_none(), "{resigned}");
    let path = format!("/api/v1/games/{id}/events?since=0");
    let events = house.stranger().get(&path).await.json();
    assert_eq!(events["events"][0]["notice"], notice);
}

#[tokio::test]
async fn a_take_back_is_offered_answered_and_undone() {
    let house = House::new();
    let (one, two, id) = house.two_players().await;
    one.act(&id, 0, "offer-take-back")
        .await
        .is_problem(409, "nothing-to-take-back");
    let start = one.look(&id).await;
    let mv = position(&start).moves().swap_remove(0).text;
    one.play(&id, 0, &mv).await;
    assert_eq!(
        one.act(&id, 1, "offer-take-back").await.json()["game"]["offer"],
        1
    );
    one.act(&id, 2, "accept-take-back")
        .await
        .is_problem(409, "nothing-to-take-back");
    let accepted = two.act(&id, 2, "accept-take-back").await.json();
    assert_eq!(accepted["game"]["position"], start["position"]);
    assert_eq!(accepted["event"]["position"], start["position"]);
    assert_eq!(accepted["game"]["ply"], 3);
    let events = house
        .stranger()
        .get(&format!("/api/v1/games/{id}/events?since=1"))
        .await
        .json();
    let actions: Vec<_> = events["events"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|e| &e["action"])
        .collect();
    assert_eq!(actions, ["offer-take-back", "accept-take-back"]);
}

#[tokio::test]
async fn a_finished_game_is_followed_by_one_rematch_in_which_the_other_begins() {
    let house = House::new();
    let (one, two, id) = house.two_players().await;
    let path = format!("/api/v1/games/{id}/rematch");
    one.post(&path, json!({})).await.is_problem(409, "not-over");
    let over = one.act(&id, 0, "resign").await.json();
    assert_eq!(
        (&over["game"]["winner"], &over["game"]["termination"]),
        (&json!(2), &json!("resigned"))
    );
    house
        .stranger()
        .post(&path, json!({}))
        .await
        .is_problem(401, "no-seat");
    let [first, second, again] = [
        two.post(&path, json!({})).await,
        one.post(&path, json!({})).await,
        two.post(&path, json!({})).await,
    ];
    let next = first.field("/game/id");
    for joined in [&second, &again] {
        assert_eq!(joined.field("/game/id"), next);
    }
    assert_eq!(house.stranger().look(&id).await["rematch"], json!(next));
    assert_eq!(
        [&first, &second, &again].map(|joined| joined.json()["seat"].clone()),
        [2, 1, 2]
    );
    let state = house.stranger().look(&next).await;
    assert_eq!(state["to_move"], 2, "player 1 began the first game");
    assert_eq!(state["seats"][0]["taken"], true);
    let mv = position(&state).moves().swap_remove(0).text;
    two.play(&next, 0, &mv)
        .await
        .is_problem(403, "not-your-seat");
    assert_eq!(first.field("/token"), again.field("/token"));
    let next_two = house.stranger().with_token(&again.field("/token"));
    assert_eq!(next_two.play(&next, 0, &mv).await.status, StatusCode::OK);
}

#[tokio::test]
async fn the_seats_of_a_rematch_are_kept_for_the_two_players() {
    let house = House::new();
    let (one, two, id) = house.two_players().await;
    one.act(&id, 0, "resign").await.ok();
    let path = format!("/api/v1/games/{id}/rematch");
    let opened = one.post(&path, json!({})).await;
    let next = opened.field("/game/id");
    let seat = &opened.json()["game"]["seats"][1];
    assert_eq!(
        (&seat["taken"], &seat["reserved"]),
        (&json!(true), &json!(true))
    );
    let join = format!("/api/v1/games/{next}/join");
    let spectator = house.stranger();
    spectator
        .post(&join, json!({}))
        .await
        .is_problem(409, "seats-taken");
    // Also by the address of the game itself.
    let joined = two.post(&join, json!({})).await;
    assert_eq!(joined.json()["seat"], 2);
    let seat = &joined.json()["game"]["seats"][1];
    assert_eq!(
        (&seat["taken"], &seat["reserved"]),
        (&json!(true), &json!(false))
    );
    let again = two.post(&path, json!({})).await;
    assert_eq!(joined.field("/token"), again.field("/token"));
    two.post(&format!("{path}/decline"), json!({}))
        .await
        .is_problem(409, "nothing-to-decline");
}

#[tokio::test]
async fn who_declines_a_rematch_leaves_the_seat_to_anybody() {
    let house = House::new();
    let (one, two, id) = house.two_players().await;
    let path = format!("/api/v1/games/{id}/rematch");
    let decline = format!("{path}/decline");
    one.act(&id, 0, "resign").await.ok();
    two.post(&decline, json!({}))
        .await
        .is_problem(409, "nothing-to-decline");
    let next = one.post(&path, json!({})).await.field("/game/id");
    let stranger = house.stranger();
    stranger
        .post(&decline, json!({}))
        .await
        .is_problem(401, "no-seat");
    one.post(&decline, json!({}))
        .await
        .is_problem(409, "nothing-to-decline");
    for _ in 0..2 {
        let declined = two.post(&decline, json!({})).await;
        assert_eq!(declined.status, StatusCode::NO_CONTENT);
    }
    assert_eq!(
        house.stranger().look(&next).await["seats"][1]["taken"],
        false
    );
    let join = format!("/api/v1/games/{next}/join");
    assert_eq!(stranger.post(&join, json!({})).await.json()["seat"], 2);
    // It is too late now.
    for request in [&path, &join] {
        two.post(request, json!({}))
            .await
            .is_problem(409, "seats-taken");
    }
    two.post(&decline, json!({}))
        .await
        .is_problem(409, "nothing-to-decline");
}

#[tokio::test]
async fn who_has_declined_may_think_again_while_the_seat_is_free() {
    let house = House::new();
    let (one, two, id) = house.two_players().await;
    let path = format!("/api/v1/games/{id}/rematch");
    one.act(&id, 0, "resign").await.ok();
    one.post(&path, json!({})).await.ok();
    two.post(&format!("{path}/decline"), json!({})).await;
    assert_eq!(two.post(&path, json!({})).await.ok()["seat"], 2);
}

#[tokio::test]
async fn games_that_are_not_and_requests_that_make_no_sense_are_problems() {
    let house = House::new();
    let nobody = house.stranger();
    for id in [
        "x",
        "aaaaaaaaaaaaaaaa",
        "aaaaaaaaaaaaaaa1",
        "%20",
        "..%2f..%2fetc",
    ] {
        nobody
            .get(&format!("/api/v1/games/{id}"))
            .await
            .is_problem(404, "not-found");
        nobody
            .act(id, 0, "resign")
            .await
            .is_problem(404, "not-found");
    }
    let game = crate::games().next().expect("there are games").id;
    for (request, status, kind) in [
        (json!({"game": "chess", "seat": 1}), 404, "not-found"),
        (
            json!({"game": game, "size": "1x1", "seat": 1}),
            404,
            "not-found",
        ),
        (json!({"game": game, "seat": 3}), 400, "bad-request"),
        (json!({"game": game}), 400, "bad-request"),
        (
            json!({"game": game, "seat": 1, "more": 1}),
            400,
            "bad-request",
        ),
        (
            json!({"game": game, "seat": 1, "position": "no"}),
            422,
            "not-a-position",
        ),
        (
            json!({"game": game, "seat": 1, "name": "x".repeat(41)}),
            400,
            "bad-request",
        ),
        (
            json!({"game": game, "seat": 1, "name": "a\nb"}),
            400,
            "bad-request",
        ),
        (json!([]), 400, "bad-request"),
    ] {
        nobody
            .post("/api/v1/games", request)
            .await
            .is_problem(status, kind);
    }
}

#[tokio::test]
async fn a_game_that_is_over_cannot_be_opened() {
    let house = House::new();
    let over = json!({"game": "adjacency-block", "position": "O.XX.OO.XX 2", "seat": 1});
    let refused = house.stranger().post("/api/v1/games", over).await;
    let problem = refused.is_problem(422, "already-over");
    let detail = problem["detail"].as_str().expect("a text");
    assert!(detail.starts_with("nothing is left to play: "), "{detail}");
    let last = json!({"game": "adjacency-block", "position": "O.XX.OO.X. 1", "seat": 1});
    let opened = house.stranger().post("/api/v1/games", last).await;
    assert_eq!(opened.status, StatusCode::CREATED, "{}", opened.text);
}
