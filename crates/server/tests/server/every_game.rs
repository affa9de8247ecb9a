//! Every request about every game and size of the catalogue.

use axum::http::StatusCode;
use quintet_arena::{Dice, Record, Session, Who};
use quintet_games::{AnyPosition, LegalMove, Variant};
use quintet_rules::{PerPlayer, Player};
use serde_json::{Value, json};

use crate::common::Server;

/// A server that searches little where a size is not solved.
pub(crate) fn hasty() -> Server {
    Server::limited(|limits| limits.nodes = 300)
}

/// Every game at every size.
fn variants() -> impl Iterator<Item = &'static dyn Variant> {
    crate::games().flat_map(|listing| listing.sizes).copied()
}

/// A random game of at most 80 moves, which begins with Player 2.
fn game(variant: &dyn Variant) -> Session {
    let mut session = Session::new(variant.start(Player::Two));
    let mut dice = Dice::new(11, 0);
    while session.plies().len() < 80
        && let Some(mv) = session.position().random_move(&mut dice)
    {
        session.play(&mv).expect("a random move is legal");
    }
    session
}

/// The request about a position, with more fields.
fn about(position: &dyn AnyPosition, more: Value) -> Value {
    let variant = position.variant();
    let mut request = json!({"game": variant.id(), "size": variant.size().to_string(),
                              "position": position.text()});
    if let (Value::Object(request), Value::Object(more)) = (&mut request, more) {
        request.extend(more);
    }
    request
}

/// Checks that a view shows a position.
fn check_view(view: &Value, position: &dyn AnyPosition) {
    let winner = position.outcome().map(|outcome| outcome.winner.number());
    for (name, wanted) in [
        ("game", json!(position.variant().id())),
        ("size", json!(position.variant().size().to_string())),
        ("position", json!(position.text())),
        ("to_move", json!(position.to_move().number())),
        ("over", json!(winner.is_some())),
        ("winner", json!(winner)),
        ("prompt", json!(position.instructions().prompt)),
        ("how", json!(position.instructions().how_to_move)),
        ("ending", json!(position.ending().map(|end| end.sentence))),
        (
            "winning",
            json!(position.ending().map_or(vec![], |end| end.cells)),
        ),
        (
            "left",
            json!(Player::BOTH.map(|p| position.instructions().left[p].clone())),
        ),
    ] {
        assert_eq!(view[name], wanted, "{name} of {position:?}");
    }
    let cell = |cell: &quintet_games::SceneCell| {
        let token = cell.token.map(|token| {
            let owner = token.owner.map(Player::number);
            json!({"owner": owner, "text": token.text, "kind": token.kind})
        });
        json!({"name": cell.name, "token": token})
    };
    let cells: Vec<_> = position.scene().cells.iter().map(cell).collect();
    assert_eq!(view["scene"]["cells"], json!(cells));
    if view["moves"].is_array() {
        let way = |mv: LegalMove| json!({"touches": mv.touches[0], "move": mv.text});
        let ways: Vec<_> = position.moves().into_iter().map(way).collect();
        assert_eq!(view["moves"], json!(ways));
    }
}

#[tokio::test]
async fn positions_are_shown_and_played() {
    let server = hasty();
    let client = server.client();
    for variant in variants() {
        let path = format!("/api/v1/positions/{}/{}", variant.id(), variant.size());
        for (query, first) in [
            ("", Player::One),
            ("?first=1", Player::One),
            ("?first=2", Player::Two),
        ] {
            let view = client.get(&format!("{path}{query}")).await.ok();
            check_view(&view, &*variant.start(first));
        }
        let session = game(variant);
        let mut before = session.start();
        for (number, ply) in session.plies().iter().enumerate() {
            if number % 5 == 0 {
                let query = before.text().replace(' ', "+");
                let view = client.get(&format!("{path}?position={query}")).await.ok();
                check_view(&view, before);
                let word = quintet_games::hyphenated(&ply.mv);
                let request = about(before, json!({"move": word}));
                let played = client.ask("play", request).await;
                assert_eq!(played["move"], ply.mv);
                assert_eq!(played["touches"], json!(before.marks(&ply.mv)));
                check_view(&played["view"], &*ply.position);
            }
            before = &*ply.position;
        }
        let query = before.text().replace(' ', "%20");
        let view = client.get(&format!("{path}?position={query}")).await.ok();
        check_view(&view, before);
    }
}

#[tokio::test]
async fn a_cell_that_cannot_start_a_move_is_explained() {
    let server = hasty();
    for variant in variants() {
        let session = game(variant);
        let position = &session.plies()[session.plies().len() / 2].position;
        for cell in [0, position.scene().cells.len() - 1, 1000] {
            let request = about(&**position, json!({"touched": [cell]}));
            let why = server.client().ask("why", request).await;
            assert_eq!(
                why["sentence"],
                json!(
                    position
                        .why_not(&[cell])
                        .map(|objection| objection.sentence)
                )
            );
        }
    }
}

#[tokio::test]
async fn every_size_has_values_levels_and_reviews() {
    let server = hasty();
    let client = server.client();
    for variant in variants() {
        let session = game(variant);
        let plies = session.plies();
        let position = &*plies[plies.len().saturating_sub(3)].position;
        let request = about(position, json!({"explain": true}));
        let analysis = client.ask("analyze", request).await;
        let moves: Vec<_> = position.moves().into_iter().map(|mv| mv.text).collect();
        let analysed = analysis["moves"].as_array().expect("a list");
        assert_eq!(analysed.len(), moves.len(), "{position:?}");
        assert!(analysis["reason"].is_string(), "{analysis}");
        for who in &Who::ALL[1..] {
            let request = about(position, json!({"player": who.name(), "seed": 3}));
            let chosen = client.ask("choose", request.clone()).await;
            let mv = chosen["move"].as_str().expect("a move").to_owned();
            assert!(moves.contains(&mv), "{mv} in {position:?}");
            let again = client.ask("choose", request).await;
            assert_eq!(chosen, again, "a seed repeats the choice");
        }
        let request = json!({"game": variant.id(), "size": variant.size().to_string(),
                              "start": position.text(), "moves": [moves[0]]});
        let review = client.ask("review", request).await;
        assert_eq!(review["moves"][0]["move"], moves[0]);
    }
}

#[tokio::test]
async fn a_record_is_replayed_step_by_step() {
    let server = hasty();
    for variant in variants() {
        let players = PerPlayer {
            one: "Red \"the\" first".to_owned(),
            two: "hard".to_owned(),
        };
        let record = Record::of(game(variant), players, "2026-11-15".to_owned());
        let request = json!({"record": record.to_string()});
        let replay = server.client().ask("replay", request).await;
        assert_eq!(replay["players"], json!(["Red \"the\" first", "hard"]));
        assert_eq!(replay["date"], "2026-11-15");
        assert_eq!(replay["result"], record.result().to_string());
        assert_eq!(replay["record"], record.to_string());
        check_view(&replay["start"], record.start());
        let steps = replay["steps"].as_array().expect("a list");
        assert_eq!(steps.len(), record.plies().len());
        let mut before = record.start();
        for (n, (step, ply)) in steps.iter().zip(record.plies()).enumerate() {
            assert_eq!(step["move"], ply.mv);
            assert_eq!(step["player"], before.to_move().number());
            assert_eq!(step["touches"], json!(before.marks(&ply.mv)));
            check_view(&step["view"], &*ply.position);
            let is_last = n + 1 == steps.len();
            assert_eq!(step["view"]["moves"].is_array(), is_last, "{step}");
            before = &*ply.position;
        }
    }
}

#[tokio::test]
async fn exactly_one_move_of_a_puzzle_wins_and_its_seed_repeats_it() {
    let server = Server::new();
    let client = server.client();
    for listing in crate::games() {
        let path = format!(
            "/api/v1/puzzles/{}/{}",
            listing.id,
            listing.standard().size()
        );
        let puzzle = client.get(&path).await.ok();
        let again = client.get(&format!("{path}?seed={}", puzzle["seed"])).await;
        assert_eq!(again.ok(), puzzle);
        let request = json!({"game": listing.id, "position": puzzle["view"]["position"]});
        let analysis = client.ask("analyze", request).await;
        assert_eq!(analysis["value"], "win");
        assert_eq!(analysis["distance"], puzzle["distance"]);
        let moves = analysis["moves"].as_array().expect("a list").iter();
        let wins = moves.filter(|mv| mv["value"] == "win").count();
        assert_eq!(wins, 1, "{analysis}");
    }
    for variant in variants() {
        let path = format!("/api/v1/puzzles/{}/{}?seed=1", variant.id(), variant.size());
        let response = client.get(&path).await;
        if response.status != StatusCode::OK {
            response.is_problem(404, "not-found");
        }
    }
    let last = quintet_arena::puzzle_of_day("9999-12-31");
    assert!(
        last <= quintet_api::LARGEST_NUMBER,
        "every program reads it"
    );
}
