//! A fault in one game costs that request, and nobody else anything.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use axum::http::StatusCode;
use quintet_catalogue::catalogue;
use quintet_live::GameId;
use quintet_live::store::{Change, Reading, Sqlite, Store, StoreFault, StoredGame, Written};
use serde_json::json;

use crate::people::{House, position, unlimited};

/// A store that can be told to misbehave.
struct Moody {
    store: Sqlite,
    mood: AtomicU8,
}

const WELL: u8 = 0;
const PANICS: u8 = 1;
const FULL_DISK: u8 = 2;

impl Store for Moody {
    quintet_testkit::forward_store!(store);

    fn write(&self, change: Change) -> Written {
        let is_game = matches!(change, Change::Action(..) | Change::Open(..));
        match self.mood.load(Ordering::SeqCst) {
            PANICS if is_game => panic!("injected"),
            FULL_DISK => {
                let (acknowledge, written) = Written::promise();
                let fault = StoreFault::Broken("database or disk is full".to_owned());
                acknowledge.send(Err(fault)).expect("somebody waits");
                written
            }
            _ => self.store.write(change),
        }
    }

    fn game(&self, id: GameId) -> Reading<'_, Option<StoredGame>> {
        self.store.game(id)
    }

    fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        self.store.close()
    }
}

#[tokio::test]
async fn whatever_happens_to_an_action_the_games_go_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Arc::new(Moody {
        store: Sqlite::open(&folder.path().join("games.db")).expect("a usable file"),
        mood: AtomicU8::new(WELL),
    });
    let house = House::on(unlimited(), Arc::clone(&store) as Arc<dyn Store>);
    let (one, two, id) = house.two_players().await;
    let (other, _, elsewhere) = house.two_players().await;
    let moves = position(&one.look(&id).await).moves();
    let moves: Vec<_> = moves.into_iter().map(|mv| mv.text).collect();
    for (mood, status, kind, played) in [
        (PANICS, 500, "fault", "unknown"),
        (FULL_DISK, 503, "storage", "storage"),
    ] {
        store.mood.store(mood, Ordering::SeqCst);
        let asked = json!({"game": catalogue().next().expect("there are games").id, "seat": 1});
        let opened = house.stranger().post("/api/v1/games", asked).await;
        opened.is_problem(status, kind);
        assert_eq!(opened.headers["x-content-type-options"], "nosniff");
        one.play(&id, 0, &moves[0]).await.is_problem(503, played);
        assert_eq!(
            one.look(&id).await["ply"],
            0,
            "what is not kept has not happened"
        );
        let ready = house.stranger().get("/readyz").await;
        assert_eq!(
            ready.status == StatusCode::OK,
            mood != FULL_DISK,
            "{}",
            ready.text
        );
        assert_eq!(
            house.stranger().get("/healthz").await.status,
            StatusCode::OK
        );
    }
    store.mood.store(WELL, Ordering::SeqCst);
    assert_eq!(one.play(&id, 0, &moves[0]).await.status, StatusCode::OK);
    assert_eq!(two.act(&id, 1, "resign").await.status, StatusCode::OK);
    assert_eq!(
        other.play(&elsewhere, 0, &moves[0]).await.status,
        StatusCode::OK
    );
    assert_eq!(house.stranger().get("/readyz").await.status, StatusCode::OK);
}

#[tokio::test]
async fn games_beyond_those_that_fit_in_memory_leave_it_and_come_back() {
    let mut settings = unlimited();
    settings.limits.rooms = 3;
    let house = House::with(settings);
    let mut games = Vec::new();
    for _ in 0..10 {
        games.push(house.two_players().await);
    }
    for (one, _, id) in &games {
        let mv = position(&one.look(id).await).moves().swap_remove(0).text;
        assert_eq!(one.play(id, 0, &mv).await.status, StatusCode::OK);
    }
    for (_, two, id) in &games {
        assert_eq!(two.act(id, 1, "resign").await.status, StatusCode::OK);
    }
    let metrics = house.stranger().get("/metrics").await.text;
    assert!(metrics.contains("quintet_rooms 3\n"), "{metrics}");
    assert!(
        metrics.contains("quintet_games_opened_total 10\n"),
        "{metrics}"
    );
}
