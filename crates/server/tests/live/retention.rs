//! How long games are kept, who may delete one, and what its players may see of it.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use quintet_live::store::{Change, NewGame, Sqlite, Store};
use quintet_live::{Action, Event, GameId};
use quintet_rules::{PerPlayer, Player};
use quintet_server::{Settings, admin_router};
use serde_json::json;
use tower::ServiceExt;

use crate::people::{House, position, unlimited};

const DAY: u64 = 24 * 60 * 60;

fn now() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.expect("it is after 1970").as_secs()
}

/// A store that the test writes to, below a server.
fn house(settings: Settings) -> (House, Arc<Sqlite>, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Arc::new(Sqlite::open(&folder.path().join("games.db")).expect("a usable file"));
    let house = House::on(settings, Arc::clone(&store) as Arc<dyn Store>);
    (house, store, folder)
}

/// A game that was opened so many days ago, in which a move was made so many days ago.
async fn keep(store: &Sqlite, opened: u64, moved: Option<u64>) -> GameId {
    let variant = crate::games().next().expect("there are games").standard();
    let start = variant.start(Player::One);
    let id = GameId::random();
    let opening = NewGame {
        id,
        game: variant.id().to_owned(),
        size: variant.size().to_string(),
        start: start.text(),
        created: now() - opened * DAY,
        rematch_of: None,
        seats: PerPlayer::from_fn(|_| None),
    };
    store
        .write(Change::Open(opening))
        .await
        .expect("room on the disk");
    if let Some(moved) = moved {
        let event = Event {
            player: Player::One,
            action: Action::Move(start.moves().swap_remove(0).text),
            at: now() - moved * DAY,
        };
        let change = Change::Action(id, 0, event);
        store.write(change).await.expect("room on the disk");
    }
    id
}

async fn is_kept(store: &Sqlite, id: GameId) -> bool {
    let kept = store.game(id).await;
    kept.expect("a readable store").is_some()
}

#[tokio::test]
async fn games_are_kept_as_long_as_the_settings_say() {
    let settings = Settings {
        keep_seconds: Some(30 * DAY),
        ..unlimited()
    };
    let (house, store, _folder) = house(settings);
    let [gone, kept] = [
        [
            keep(&store, 8, None).await,
            keep(&store, 40, Some(31)).await,
            keep(&store, 400, None).await,
        ],
        [
            keep(&store, 6, None).await,
            keep(&store, 40, Some(29)).await,
            keep(&store, 29, Some(29)).await,
        ],
    ];
    assert_eq!(house.app().expire().await, Ok(3));
    for id in gone {
        assert!(!is_kept(&store, id).await);
        let path = format!("/api/v1/games/{id}");
        house
            .stranger()
            .get(&path)
            .await
            .is_problem(404, "not-found");
    }
    for id in kept {
        assert!(is_kept(&store, id).await);
    }
    assert_eq!(house.app().expire().await, Ok(0));
}

#[tokio::test]
async fn only_games_that_were_never_begun_are_deleted_unless_it_is_said_otherwise() {
    let (house, store, _folder) = house(unlimited());
    let begun = keep(&store, 5000, Some(5000)).await;
    let unbegun = keep(&store, 8, None).await;
    assert_eq!(house.app().expire().await, Ok(1));
    assert!(is_kept(&store, begun).await && !is_kept(&store, unbegun).await);
    let for_ever = Settings {
        keep_unbegun_seconds: None,
        ..unlimited()
    };
    let house = House::on(for_ever, Arc::clone(&store) as Arc<dyn Store>);
    let unbegun = keep(&store, 5000, None).await;
    assert_eq!(house.app().expire().await, Ok(0));
    assert!(is_kept(&store, unbegun).await);
}

#[tokio::test]
async fn more_games_than_a_step_are_deleted_and_those_in_use_are_not() {
    let (house, store, _folder) = house(unlimited());
    let mut ids = Vec::new();
    for _ in 0..120 {
        ids.push(keep(&store, 8, None).await);
    }
    let used = &ids[..60];
    for id in used {
        house.stranger().look(&id.to_string()).await;
    }
    assert_eq!(house.app().expire().await, Ok(60));
    for (number, id) in ids.iter().enumerate() {
        assert_eq!(is_kept(&store, *id).await, number < 60);
    }
}

/// The status with which the operator is answered who deletes a game.
async fn delete(house: &House, id: &str, origin: Option<&str>) -> StatusCode {
    let mut request = Request::delete(format!("/games/{id}")).header(header::HOST, "10.0.0.1:5556");
    if let Some(origin) = origin {
        request = request.header(header::ORIGIN, origin);
    }
    let request = request.body(Body::empty()).expect("a request");
    let answer = admin_router(house.app()).oneshot(request).await;
    answer.expect("the router always answers").status()
}

#[tokio::test]
async fn the_operator_deletes_a_game_and_everyone_else_cannot() {
    let house = House::new();
    let (one, _, id) = house.two_players().await;
    let path = format!("/api/v1/games/{id}");
    let tried = one
        .send(axum::http::Method::DELETE, &path, Body::empty())
        .await;
    tried.is_problem(405, "method-not-allowed");
    // Not even a page of that address, as which another site may pose.
    let page = delete(&house, &id, Some("http://10.0.0.1:5556")).await;
    assert_eq!(page, StatusCode::FORBIDDEN);
    one.look(&id).await;
    assert_eq!(delete(&house, &id, None).await, StatusCode::NO_CONTENT);
    one.get(&path).await.is_problem(404, "not-found");
    one.act(&id, 0, "resign").await.is_problem(404, "not-found");
    for id in [&id, "nonsense", ""] {
        assert_eq!(
            delete(&house, id, None).await,
            StatusCode::NOT_FOUND,
            "{id}"
        );
    }
}

#[tokio::test]
async fn when_a_rematch_is_deleted_another_can_be_opened() {
    let house = House::new();
    let (one, two, id) = house.two_players().await;
    assert_eq!(one.act(&id, 0, "resign").await.status, StatusCode::OK);
    let path = format!("/api/v1/games/{id}/rematch");
    let first = one.post(&path, json!({})).await.field("/game/id");
    assert_eq!(two.look(&id).await["rematch"], json!(first));
    assert_eq!(delete(&house, &first, None).await, StatusCode::NO_CONTENT);
    assert_eq!(two.look(&id).await["rematch"], json!(null));
    let second = two.post(&path, json!({})).await.field("/game/id");
    assert_ne!(first, second);
}

#[tokio::test]
async fn a_player_sees_everything_that_is_kept_but_no_secret() {
    let house = House::new();
    let game = crate::games().next().expect("there are games").id;
    let request = json!({"game": game, "seat": 1, "name": "Red"});
    let opened = house.stranger().post("/api/v1/games", request).await;
    let (id, token) = (opened.field("/game/id"), opened.field("/token"));
    let one = house.stranger().with_token(&token);
    let mv = position(&one.look(&id).await).moves().swap_remove(0).text;
    one.play(&id, 0, &mv).await.ok();
    let path = format!("/api/v1/games/{id}/export");
    house.stranger().get(&path).await.is_problem(401, "no-seat");
    let other = house
        .stranger()
        .with_token("0123456789abcdef0123456789abcdef");
    other.get(&path).await.is_problem(403, "not-your-seat");
    let answer = one.get(&path).await;
    let export = answer.ok();
    assert_eq!(export["id"], json!(id));
    assert_eq!(export["game"], json!(game));
    assert_eq!(export["seats"][0]["name"], "Red");
    assert_eq!(export["seats"][1], json!(null));
    assert_eq!(export["log"][0]["move"], json!(mv));
    assert!(export["log"][0]["at"].as_str() >= export["created"].as_str());
    assert!(
        !answer.text.contains(&token) && !answer.text.contains("token"),
        "{}",
        answer.text
    );
}
