//! How long games are stored.

use quintet_live::store::{Change, NewGame};
use quintet_live::{Action, Event, GameId};
use quintet_rules::{PerPlayer, Player};
use quintet_server::Settings;

use crate::common::{Server, unlimited};

const DAY: u64 = 24 * 60 * 60;

/// Stores a game that was opened some days ago, with a move that was made some days ago.
async fn keep(server: &Server, opened: u64, moved: Option<u64>) -> GameId {
    let variant = crate::games().next().expect("there are games").standard();
    let start = variant.start(Player::One);
    let (id, now) = (GameId::random(), server.store.now());
    let opening = NewGame {
        id,
        game: variant.id().to_owned(),
        size: variant.size().to_string(),
        start: start.text(),
        created: now - opened * DAY,
        rematch_of: None,
        seats: PerPlayer::from_fn(|_| None),
    };
    let written = server.store.write(Change::Open(opening)).await;
    written.expect("room on the disk");
    if let Some(moved) = moved {
        let event = Event {
            player: Player::One,
            action: Action::Move(start.moves().swap_remove(0).text),
            at: now - moved * DAY,
        };
        let written = server.store.write(Change::Action(id, 0, event)).await;
        written.expect("room on the disk");
    }
    id
}

async fn is_stored(server: &Server, id: GameId) -> bool {
    let found = server.store.game(id).await;
    found.expect("a readable store").is_some()
}

#[tokio::test]
async fn games_expire_after_the_configured_time() {
    let settings = Settings {
        keep_seconds: Some(30 * DAY),
        ..unlimited()
    };
    let server = Server::with(settings);
    let mut games = Vec::new();
    for (opened, moved, stays) in [
        (8, None, false),
        (40, Some(31), false),
        (400, None, false),
        (6, None, true),
        (40, Some(29), true),
        (29, Some(29), true),
    ] {
        games.push((keep(&server, opened, moved).await, stays));
    }
    assert_eq!(server.app.expire().await, Ok(3));
    for (id, stays) in games {
        assert_eq!(is_stored(&server, id).await, stays);
        let path = format!("/api/v1/games/{id}");
        let status = server.client().get(&path).await.status;
        assert_eq!(status, if stays { 200 } else { 404 });
    }
    assert_eq!(server.app.expire().await, Ok(0));
}

#[tokio::test]
async fn by_default_only_games_without_an_action_expire() {
    let server = Server::new();
    let begun = keep(&server, 5000, Some(5000)).await;
    let unbegun = keep(&server, 8, None).await;
    assert_eq!(server.app.expire().await, Ok(1));
    assert!(is_stored(&server, begun).await && !is_stored(&server, unbegun).await);
    let server = server.restarted(Settings {
        keep_unbegun_seconds: None,
        ..unlimited()
    });
    let unbegun = keep(&server, 5000, None).await;
    assert_eq!(server.app.expire().await, Ok(0));
    assert!(is_stored(&server, unbegun).await);
}

#[tokio::test]
async fn many_games_expire_in_steps_and_those_in_use_do_not() {
    let server = Server::new();
    let mut ids = Vec::new();
    for _ in 0..120 {
        ids.push(keep(&server, 8, None).await);
    }
    for id in &ids[..60] {
        server.client().look(&id.to_string()).await;
    }
    assert_eq!(server.app.expire().await, Ok(60));
    for (number, id) in ids.iter().enumerate() {
        assert_eq!(is_stored(&server, *id).await, number < 60);
    }
}
