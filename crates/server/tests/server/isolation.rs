//! A failure in one request or game harms no other.

use std::panic;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use quintet_live::store::{
    AckSender, Change, GameUpdate, GameVersion, Idle, Notifications, ReadFuture, Sqlite, Store,
    StoreError, StoreStats, StoredGame, WriteFuture,
};
use quintet_live::{GameId, Token};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::common::socket::{PATIENCE, Socket};
use crate::common::{Client, Response, Server, unlimited};
use crate::forward_store::forward_store;

/// A failure of the next change or reading.
enum Mishap {
    Panic,
    /// The store reports an error, and does nothing.
    Error(StoreError),
    /// The store makes the change, and reports an error.
    Lie(StoreError),
    /// The store does nothing until the test acknowledges the change.
    Wait,
}

struct Unlucky {
    store: Sqlite,
    changes: Mutex<Vec<Mishap>>,
    readings: Mutex<Vec<Mishap>>,
    waiting: Mutex<Vec<AckSender>>,
}

impl Store for Unlucky {
    forward_store!(store);

    fn write(&self, change: Change) -> WriteFuture {
        let mishap = self.changes.lock().expect("no panic").pop();
        let (acknowledge, written) = WriteFuture::channel();
        match mishap {
            None => return self.store.write(change),
            Some(Mishap::Panic) => silent_panic(),
            Some(Mishap::Error(error)) => acknowledge.send(Err(error)).expect("a reader"),
            Some(Mishap::Lie(error)) => {
                let made = self.store.write(change);
                tokio::spawn(async move {
                    made.await.expect("it fits");
                    acknowledge.send(Err(error)).expect("a reader");
                });
            }
            Some(Mishap::Wait) => self.waiting.lock().expect("no panic").push(acknowledge),
        }
        written
    }

    fn game(&self, id: GameId) -> ReadFuture<'_, Option<StoredGame>> {
        let mishap = self.readings.lock().expect("no panic").pop();
        match mishap {
            None => self.store.game(id),
            Some(Mishap::Error(error)) => Box::pin(async { Err(error) }),
            Some(_) => silent_panic(),
        }
    }

    fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        self.store.close()
    }
}

impl Unlucky {
    /// Waits for a pending change. The caller acknowledges it with the result.
    async fn next_waiting(&self) -> AckSender {
        let arrives = async {
            while self.waiting.lock().expect("no panic").is_empty() {
                tokio::task::yield_now().await;
            }
        };
        timeout(PATIENCE, arrives).await.expect("a change");
        self.waiting.lock().expect("no panic").remove(0)
    }
}

/// Panics without a message on standard error.
fn silent_panic() -> ! {
    panic::resume_unwind(Box::new("part of the test"))
}

fn broken() -> StoreError {
    StoreError::Broken("database or disk is full".to_owned())
}

/// A server with an unlucky store, and room for some games in memory.
fn unlucky(rooms: u32) -> (Server, Arc<Unlucky>) {
    let mut settings = unlimited();
    settings.limits.rooms = rooms;
    let mut unlucky = None;
    let server = Server::on(settings, |store| {
        let wrapped = Arc::new(Unlucky {
            store,
            changes: Mutex::default(),
            readings: Mutex::default(),
            waiting: Mutex::default(),
        });
        unlucky = Some(Arc::clone(&wrapped));
        wrapped
    });
    (server, unlucky.expect("the store is wrapped"))
}

const MOVES: [&str; 4] = ["1 1", "3 3", "1 2", "4 4"];

/// Plays the whole line. Moves that were made before count once.
async fn play_on((one, two, id): &(Client, Client, String)) {
    for (ply, mv) in (0..).zip(MOVES) {
        let player = if ply % 2 == 0 { one } else { two };
        player.play(id, ply, mv).await.ok();
    }
    assert_eq!(one.look(id).await["ply"], 4);
}

#[tokio::test]
async fn an_action_that_fails_is_answered_and_all_games_continue() {
    let (server, store) = unlucky(100);
    let address = server.listen().await;
    for (mishap, status, kind) in [
        (Mishap::Panic, 503, "unknown"),
        (Mishap::Error(broken()), 503, "storage"),
        (Mishap::Error(StoreError::Full), 503, "busy"),
        (Mishap::Error(StoreError::Taken), 503, "unknown"),
        (Mishap::Lie(broken()), 503, "storage"),
        // The store has this very action.
        (Mishap::Lie(StoreError::Taken), 200, ""),
    ] {
        let has_lied = matches!(mishap, Mishap::Lie(_));
        let table = server.two_players().await;
        let other = server.two_players().await;
        let (one, _, id) = &table;
        let (mut watcher, _) = Socket::watch(address, id, json!({})).await;
        store.changes.lock().expect("no panic").push(mishap);
        let failed = one.play(id, 0, MOVES[0]).await;
        if status == 200 {
            failed.ok();
        } else {
            failed.is_problem(status, kind);
            assert_eq!(one.look(id).await["ply"], 0, "nothing is acknowledged");
        }
        play_on(&other).await;
        // It succeeds at the latest when the game has been loaded again.
        let again = one.play(id, 0, MOVES[0]).await;
        assert!(has_lied || again.status == 200, "{again:?}");
        play_on(&table).await;
        // A spectator has seen every action, or has to reconnect.
        let mut events = 0;
        while events < MOVES.len() {
            let Some(message) = watcher.next().await else {
                assert_eq!(watcher.close_code().await, Some(1012));
                break;
            };
            events += usize::from(message["event"].is_object());
        }
    }
}

#[tokio::test]
async fn a_seat_or_a_game_that_fails_is_answered_and_can_be_requested_again() {
    let (server, store) = unlucky(100);
    let client = server.client();
    let fails_once = async |mishap: Mishap, path: &str, body: Option<Value>| -> Response {
        store.changes.lock().expect("no panic").push(mishap);
        let send = async || match &body {
            Some(body) => client.post(path, body.clone()).await,
            None => client.get(path).await,
        };
        let failed = send().await;
        let kinds = [(500, "fault"), (503, "storage"), (503, "busy")];
        let is_known = |(status, kind)| failed.problem(status, kind).is_ok();
        assert!(kinds.into_iter().any(is_known), "{path}: {failed:?}");
        assert_eq!(failed.header("x-content-type-options"), "nosniff");
        assert_eq!(client.get("/healthz").await.status, 200);
        let again = send().await;
        assert!(again.status.is_success(), "{path}: {again:?}");
        again
    };
    for mishap in [
        || Mishap::Panic,
        || Mishap::Error(broken()),
        || Mishap::Error(StoreError::Closed),
    ] {
        let opening = json!({"game": "gridlock", "seat": 1});
        let opened = fails_once(mishap(), "/api/v1/games", Some(opening)).await;
        let join = format!("/api/v1/games/{}/join", opened.field("/game/id"));
        let joined = fails_once(mishap(), &join, Some(json!({}))).await;
        assert_eq!(joined.ok()["seat"], 2);
        fails_once(mishap(), "/readyz", None).await;
    }
}

#[tokio::test]
async fn a_game_is_reloaded_after_an_unknown_change_of_a_seat() {
    let (server, store) = unlucky(100);
    for fault in [
        StoreError::Taken,
        StoreError::Unknown("no answer".to_owned()),
    ] {
        let (one, id) = server.open().await;
        let path = format!("/api/v1/games/{id}/join");
        store
            .changes
            .lock()
            .expect("no panic")
            .push(Mishap::Lie(fault));
        let failed = server.client().post(&path, json!({})).await;
        assert!(!failed.status.is_success(), "{failed:?}");
        assert_eq!(one.look(&id).await["seats"][1]["taken"], true);
    }
}

#[tokio::test]
async fn of_two_clients_one_gets_the_last_seat() {
    let (server, store) = unlucky(100);
    let (_, id) = server.open().await;
    let path = format!("/api/v1/games/{id}/join");
    store.changes.lock().expect("no panic").push(Mishap::Wait);
    let join = || {
        let (client, path) = (server.client(), path.clone());
        tokio::spawn(async move { client.post(&path, json!({})).await })
    };
    let first = join();
    let acknowledge = store.next_waiting().await;
    let second = join();
    // Long enough for a second client that does not wait for the first.
    for _ in 0..1000 {
        tokio::task::yield_now().await;
    }
    acknowledge.send(Ok(())).expect("a reader");
    first.await.expect("no panic").ok();
    second
        .await
        .expect("no panic")
        .is_problem(409, "seats-taken");
}

#[tokio::test]
async fn a_failed_read_of_a_game_is_retried_by_the_next_request() {
    // Entering another game makes the first one leave memory.
    let (server, store) = unlucky(1);
    let (one, id) = server.open().await;
    let (_, other) = server.open().await;
    for (mishap, status, kind) in [
        (Mishap::Panic, 500, "fault"),
        (Mishap::Error(broken()), 503, "storage"),
    ] {
        one.look(&other).await;
        store.readings.lock().expect("no panic").push(mishap);
        let failed = one.get(&format!("/api/v1/games/{id}")).await;
        failed.is_problem(status, kind);
        assert_eq!(one.look(&id).await["ply"], 0);
    }
}

#[tokio::test]
async fn a_slow_action_does_not_delay_other_games() {
    let (server, store) = unlucky(100);
    let slow = server.two_players().await;
    let other = server.two_players().await;
    store.changes.lock().expect("no panic").push(Mishap::Wait);
    let (one, id) = (slow.0.clone(), slow.2.clone());
    let waiting = tokio::spawn(async move { one.play(&id, 0, MOVES[0]).await });
    let acknowledge = store.next_waiting().await;
    // It can be looked at while the action waits.
    assert_eq!(slow.1.look(&slow.2).await["ply"], 0);
    play_on(&other).await;
    acknowledge.send(Err(broken())).expect("a reader");
    waiting.await.expect("no panic").is_problem(503, "storage");
    play_on(&slow).await;
}

#[tokio::test]
async fn games_that_do_not_fit_in_memory_are_evicted_and_reloaded() {
    let server = Server::limited(|limits| limits.rooms = 3);
    let mut tables = Vec::new();
    for _ in 0..10 {
        tables.push(server.two_players().await);
    }
    for table in &tables {
        play_on(table).await;
    }
    let metrics = server.client().get("/metrics").await.text;
    assert!(metrics.contains("quintet_rooms 3\n"), "{metrics}");
}

/// A store that other servers write to, and that may return to an earlier state.
struct Shared {
    store: Sqlite,
    hints: Arc<Notifications>,
    /// True once earlier reads no longer match the store.
    has_returned: AtomicBool,
}

impl Store for Shared {
    fn write(&self, change: Change) -> WriteFuture {
        self.store.write(change)
    }

    fn game(&self, id: GameId) -> ReadFuture<'_, Option<StoredGame>> {
        self.store.game(id)
    }

    fn events_since(&self, known: Vec<GameVersion>) -> ReadFuture<'_, Vec<GameUpdate>> {
        if self.has_returned.load(Ordering::Relaxed) {
            let since = known.into_iter().map(|known| GameUpdate {
                known,
                update: None,
            });
            let since = since.collect();
            return Box::pin(async { Ok(since) });
        }
        self.store.events_since(known)
    }

    fn subscribe(&self) -> Option<Arc<Notifications>> {
        Some(Arc::clone(&self.hints))
    }

    fn idle(&self, idle: Idle, most: u32) -> ReadFuture<'_, Vec<GameId>> {
        self.store.idle(idle, most)
    }

    fn games(&self, after: i64, most: u32) -> ReadFuture<'_, Vec<(i64, GameId)>> {
        self.store.games(after, most)
    }

    fn now(&self) -> u64 {
        self.store.now()
    }

    fn secret(&self) -> &Token {
        self.store.secret()
    }

    fn health(&self) -> Result<(), StoreError> {
        self.store.health()
    }

    fn stats(&self) -> StoreStats {
        self.store.stats()
    }

    fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        self.store.close()
    }
}

#[tokio::test]
async fn a_game_in_an_earlier_state_of_the_store_is_unknown_and_not_missing() {
    let mut shared = None;
    let server = Server::on(unlimited(), |store| {
        let wrapped = Arc::new(Shared {
            store,
            hints: Arc::default(),
            has_returned: AtomicBool::new(false),
        });
        shared = Some(Arc::clone(&wrapped));
        wrapped
    });
    let shared = shared.expect("the store is wrapped");
    let returned = |has_returned| shared.has_returned.store(has_returned, Ordering::Relaxed);
    let (one, _, id) = server.two_players().await;
    let path = format!("/api/v1/games/{id}");
    one.play(&id, 0, MOVES[0]).await.ok();
    returned(true);
    let refused = one.get(&path).await;
    refused.is_problem(503, "unknown");
    returned(false);
    assert_eq!(one.look(&id).await["ply"], 1, "it was loaded again");
    returned(true);
    let late = one.play(&id, 1, MOVES[1]).await;
    late.is_problem(503, "unknown");
    returned(false);
    assert_eq!(one.look(&id).await["ply"], 1);
    // Another server deletes it.
    let game = id.parse().expect("an address");
    assert_eq!(shared.write(Change::Delete(game)).await, Ok(()));
    returned(true);
    one.get(&path).await.is_problem(404, "not-found");
}
