//! A fault in one request or game harms no other.

use std::iter;
use std::net::SocketAddr;
use std::panic;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::thread;

use quintet_live::GameId;
use quintet_live::store::{
    Acknowledge, Change, Reading, Sqlite, Store, StoreFault, StoredGame, Written,
};
use quintet_rules::Player;
use quintet_testkit::http::{Answer, get, post};
use serde_json::{Value, json};

use crate::inside::Inside;
use crate::process::eventually;
use crate::socket::Socket;
use crate::table::{Table, line, mv, opening, text};

/// What goes wrong with the next change.
enum Mishap {
    /// Nobody knows what will happen after it.
    Panic,
    /// The change is not made.
    Fault(StoreFault),
    /// The change is made, and said not to be.
    Lie(StoreFault),
    /// The change is not made until somebody says so.
    Wait(Held),
}

/// Promises that are not kept yet.
type Held = Arc<Mutex<Vec<Acknowledge>>>;

/// A store to which something happens.
struct Unlucky {
    store: Sqlite,
    changes: Arc<Mutex<Vec<Mishap>>>,
    readings: Arc<Mutex<Vec<Mishap>>>,
}

impl Store for Unlucky {
    quintet_testkit::forward_store!(store);

    fn write(&self, change: Change) -> Written {
        let mishap = self.changes.lock().expect("not held while panicking").pop();
        let (acknowledge, written) = Written::promise();
        match mishap {
            None => return self.store.write(change),
            Some(Mishap::Panic) => silent_panic(),
            Some(Mishap::Fault(fault)) => acknowledge.send(Err(fault)).expect("a reader"),
            Some(Mishap::Lie(fault)) => {
                let made = self.store.write(change);
                tokio::spawn(async move {
                    made.await.expect("it fits");
                    acknowledge.send(Err(fault)).expect("a reader");
                });
            }
            Some(Mishap::Wait(held)) => held.lock().expect("no panic").push(acknowledge),
        }
        written
    }

    fn game(&self, id: GameId) -> Reading<'_, Option<StoredGame>> {
        let mishap = self
            .readings
            .lock()
            .expect("not held while panicking")
            .pop();
        match mishap {
            None => self.store.game(id),
            Some(Mishap::Fault(fault)) => Box::pin(async { Err(fault) }),
            Some(_) => silent_panic(),
        }
    }

    fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        self.store.close()
    }
}

/// A panic about which nothing is printed.
fn silent_panic() -> ! {
    panic::resume_unwind(Box::new("part of the test"))
}

/// A server, what will happen to its next changes, and to its next readings.
struct Scene {
    inside: Inside,
    changes: Arc<Mutex<Vec<Mishap>>>,
    readings: Arc<Mutex<Vec<Mishap>>>,
}

impl Scene {
    fn new(rooms: u32) -> Self {
        let changes = Arc::new(Mutex::new(Vec::new()));
        let readings = Arc::new(Mutex::new(Vec::new()));
        let kept = (Arc::clone(&changes), Arc::clone(&readings));
        let inside = Inside::on(
            |settings| settings.limits.rooms = rooms,
            |store| {
                let (changes, readings) = kept;
                Arc::new(Unlucky {
                    store,
                    changes,
                    readings,
                })
            },
        );
        Scene {
            inside,
            changes,
            readings,
        }
    }

    fn address(&self) -> SocketAddr {
        self.inside.address()
    }

    fn next_change(&self, mishap: Mishap) {
        self.changes.lock().expect("no panic").push(mishap);
    }

    fn next_reading(&self, mishap: Mishap) {
        self.readings.lock().expect("no panic").push(mishap);
    }
}

#[track_caller]
fn is_a_fault(answer: &Answer) {
    assert!([500, 503].contains(&answer.status), "{}", answer.text());
    let kind = answer.header("content-type");
    assert_eq!(kind, Some("application/problem+json"), "{}", answer.text());
}

fn broken() -> StoreFault {
    StoreFault::Broken("this fault is part of the test".to_owned())
}

#[test]
fn an_action_that_goes_wrong_is_answered_and_its_game_and_the_others_go_on() {
    let scene = Scene::new(100);
    let address = scene.address();
    let moves = line("gridlock");
    for mishap in [
        Mishap::Panic,
        Mishap::Fault(broken()),
        Mishap::Fault(StoreFault::Full),
        Mishap::Fault(StoreFault::Taken),
        Mishap::Lie(broken()),
        Mishap::Lie(StoreFault::Taken),
    ] {
        let has_lied = matches!(mishap, Mishap::Lie(_));
        // Where the number is taken, what is stored under it is looked at: it is this action.
        let is_looked_at = matches!(mishap, Mishap::Lie(StoreFault::Taken));
        let [table, other] = [0, 1].map(|_| Table::open(address, "gridlock"));
        let (mut watcher, _) = Socket::watch(address, &table.id, 0, None);
        scene.next_change(mishap);
        let first = table.action(Player::One, &mv(0, &moves[0]));
        let answer = first.ask(address);
        if is_looked_at {
            answer.expect(200);
        } else {
            is_a_fault(&answer);
        }
        other.play(address, 0, &moves);
        // Asked again it is done, at the latest when the game has been loaded again.
        let again = first.ask(address);
        if has_lied && again.status != 200 {
            is_a_fault(&again);
            first.ask(address).expect(200);
        }
        table.play(address, 0, &moves);
        assert_eq!(table.events(address).len(), moves.len());
        // A spectator has seen all of it, or is told to come back.
        let events = |heard: &Value| !heard["event"].is_null();
        let heard = iter::from_fn(|| watcher.hear().ok()).filter(events);
        if heard.take(moves.len()).count() < moves.len() {
            assert_eq!(watcher.close_code(), Some(1012));
        }
    }
}

#[test]
fn a_seat_or_a_game_that_goes_wrong_is_answered_and_can_be_asked_for_again() {
    let scene = Scene::new(100);
    let address = scene.address();
    for mishap in [
        || Mishap::Panic,
        || Mishap::Fault(broken()),
        || Mishap::Fault(StoreFault::Closed),
    ] {
        scene.next_change(mishap());
        is_a_fault(&opening("gridlock").ask(address));
        let opened = opening("gridlock").ask(address).expect(201);
        let path = format!("/api/v1/games/{}/join", text(&opened["game"]["id"]));
        let join = post(&path, &json!({}));
        scene.next_change(mishap());
        is_a_fault(&join.ask(address));
        assert_eq!(join.ask(address).expect(200)["seat"], 2);
        scene.next_change(mishap());
        is_a_fault(&get("/readyz").ask(address));
        get("/readyz").ask(address).expect(200);
    }
}

#[test]
fn a_game_that_cannot_be_read_is_read_the_next_time() {
    // With room for one game, entering another makes the first leave memory.
    let scene = Scene::new(1);
    let address = scene.address();
    let [table, other] = [0, 1].map(|_| Table::open(address, "gridlock"));
    for mishap in [Mishap::Panic, Mishap::Fault(broken())] {
        other.state(address);
        scene.next_reading(mishap);
        is_a_fault(&get(&table.path("")).ask(address));
        assert_eq!(table.state(address)["ply"], 0);
    }
}

#[test]
fn a_game_whose_action_takes_long_holds_up_no_other() {
    let scene = Scene::new(100);
    let address = scene.address();
    let moves = line("gridlock");
    let [slow, other] = [0, 1].map(|_| Table::open(address, "gridlock"));
    let held = Held::default();
    scene.next_change(Mishap::Wait(Arc::clone(&held)));
    thread::scope(|scope| {
        let first = slow.action(Player::One, &mv(0, &moves[0]));
        let waiting = scope.spawn(move || first.ask(address));
        eventually("the action has reached the store", || {
            !held.lock().expect("no panic").is_empty()
        });
        // It can be looked at meanwhile, as it was.
        assert_eq!(slow.state(address)["ply"], 0);
        other.play(address, 0, &moves);
        let acknowledge = held.lock().expect("no panic").pop();
        let acknowledge = acknowledge.expect("the one that waits");
        acknowledge.send(Err(broken())).expect("somebody waits");
        is_a_fault(&waiting.join().expect("no panic"));
    });
    slow.play(address, 0, &moves);
}
