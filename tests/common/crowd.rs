//! The clients of many tables, and the checks of their results.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use quintet_arena::Dice;
use quintet_games::{Catalogue, Listing, Variant};
use quintet_rules::Player;
use quintet_testkit::eventually;
use quintet_testkit::http::{HttpRequest, PATIENCE, get};
use serde_json::Value;
use tokio::runtime::Runtime;
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::checker::{Case, Event, Violation};
use super::client::{Client, ClientGame, Common, Phase, Place, Record, ask};
use super::table::{join, opening, text};

/// Concurrent requests, where there are thousands.
const AT_ONCE: usize = 32;

/// All clients. Each table has two players and a spectator on three different nodes.
pub(crate) struct Crowd {
    runtime: Runtime,
    phase: watch::Sender<Phase>,
    common: Arc<Common>,
    /// The records of the clients at each table.
    tables: Vec<[Arc<Mutex<Record>>; 3]>,
}

/// The progress of a table's clients: the number of their game, and its number of actions.
pub(crate) type Reached = (usize, usize);

impl Crowd {
    /// Opens tables. Every player waits for at most `thought` milliseconds before a move.
    pub(crate) fn open(addresses: &[SocketAddr], tables: usize, thought: u32, seed: u64) -> Self {
        let (phase, follow) = watch::channel(Phase::Settle);
        let common = Arc::new(Common {
            addresses: addresses.to_vec(),
            phase: follow,
            thought,
            acknowledged: AtomicUsize::new(0),
            behind: AtomicUsize::new(0),
            busy: AtomicUsize::new(0),
        });
        let mut crowd = Crowd {
            runtime: Runtime::new().expect("a runtime"),
            phase,
            common,
            tables: Vec::new(),
        };
        let variants = Catalogue::STANDARD.iter().map(Listing::standard).cycle();
        let mut waiting: Vec<_> = variants.take(tables).enumerate().collect();
        waiting.reverse();
        while !waiting.is_empty() {
            let mut opening = JoinSet::new();
            for (number, variant) in waiting.split_off(waiting.len().saturating_sub(AT_ONCE)) {
                let common = Arc::clone(&crowd.common);
                opening.spawn_on(open(number, variant, common, seed), crowd.runtime.handle());
            }
            for clients in crowd.runtime.block_on(opening.join_all()) {
                crowd.tables.push(clients.each_ref().map(Client::record));
                for client in clients {
                    crowd.runtime.spawn(client.run());
                }
            }
        }
        crowd
    }

    pub(crate) fn acknowledged(&self) -> usize {
        self.common.acknowledged.load(Ordering::Relaxed)
    }

    /// Returns the permitted failures as a sentence.
    pub(crate) fn report(&self) -> String {
        let [behind, busy] =
            [&self.common.behind, &self.common.busy].map(|count| count.load(Ordering::Relaxed));
        let actions = self.acknowledged();
        format!(
            "{actions} actions acknowledged, {behind} answers of a node that was behind, {busy} of status 503"
        )
    }

    pub(crate) fn play(&self) {
        self.phase.send_replace(Phase::Play);
    }

    /// Plays until every table has two more actions.
    #[track_caller]
    pub(crate) fn go_on(&self) {
        self.play();
        let reached = self.reached().into_iter();
        let further: Vec<_> = reached.map(|(game, seen)| (game, seen + 2)).collect();
        self.know(&further);
    }

    /// Waits until this number of actions is acknowledged.
    #[track_caller]
    pub(crate) fn reach(&self, actions: usize) {
        eventually("the games continue", || self.acknowledged() >= actions);
    }

    /// Returns the greatest progress of any client at each table.
    pub(crate) fn reached(&self) -> Vec<Reached> {
        let reached = |table: &[Arc<Mutex<Record>>; 3]| {
            table.iter().map(|client| locked(client).goal()).max()
        };
        self.tables.iter().filter_map(reached).collect()
    }

    /// Waits until all clients have this progress, and returns how long that took.
    #[track_caller]
    pub(crate) fn know(&self, reached: &[Reached]) -> Duration {
        let begun = Instant::now();
        for (number, (table, reached)) in self.tables.iter().zip(reached).enumerate() {
            while table
                .iter()
                .any(|client| locked(client).reached() < *reached)
            {
                if begun.elapsed() > PATIENCE {
                    let known = table.each_ref().map(|client| locked(client).reached());
                    let reported = table.each_ref().map(|client| self.reported(client));
                    panic!(
                        "{known:?} do not become {reached:?} at table {number}: {reported:#?}, {:?}",
                        self.complaints()
                    );
                }
                thread::sleep(Duration::from_millis(2));
            }
        }
        begun.elapsed()
    }

    /// Returns the game of a client as reported by every node: its number of actions and its rematch.
    fn reported(&self, client: &Mutex<Record>) -> Vec<String> {
        let game = locked(client).games.last().map(|game| game.id.clone());
        let request = get(&format!("/api/v1/games/{}", game.unwrap_or_default()));
        let tell = |node: &SocketAddr| {
            let answer = self.runtime.block_on(ask(*node, &request, PATIENCE));
            let game = answer.map_or_else(|error| error.to_string().into(), |(_, game)| game);
            let fields = ["id", "ply", "over", "rematch", "status"];
            format!("{:?} {fields:?}", fields.map(|field| &game[field]))
        };
        self.common.addresses.iter().map(tell).collect()
    }

    /// Waits until no request is pending.
    #[track_caller]
    pub(crate) fn settle(&self) {
        self.phase.send_replace(Phase::Settle);
        let begun = Instant::now();
        for client in self.tables.iter().flatten() {
            while !locked(client).is_settled {
                if begun.elapsed() > PATIENCE {
                    // A lost action makes clients wait forever: this reports the cause first.
                    self.compare();
                    let pending = locked(client)
                        .games
                        .last()
                        .and_then(|game| game.history.asked.last().cloned());
                    panic!("{pending:?} is not settled: {:?}", self.complaints());
                }
                thread::sleep(Duration::from_millis(2));
            }
        }
    }

    /// Returns all complaints.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let clients = self.tables.iter().flatten();
        let complaints = clients.flat_map(|client| locked(client).complaints.clone());
        complaints.collect()
    }

    /// Waits until all clients have settled and are up to date, and [compares](Crowd::compare).
    #[track_caller]
    pub(crate) fn agree(&self) -> BTreeMap<String, usize> {
        self.settle();
        self.know(&self.reached());
        self.compare()
    }

    /// Compares the records of all settled clients with the logs of every node. Returns the number of actions of each game.
    /// Finished games are compared only once.
    #[track_caller]
    pub(crate) fn compare(&self) -> BTreeMap<String, usize> {
        let mut known: BTreeMap<String, Vec<ClientGame>> = BTreeMap::new();
        for client in self.tables.iter().flatten() {
            for game in &locked(client).games {
                known.entry(game.id.clone()).or_default().push(game.clone());
            }
        }
        let games: Vec<_> = known.keys().cloned().collect();
        let nodes = self.common.addresses.iter();
        let logs: Vec<_> = nodes.map(|&node| self.logs(node, &games)).collect();
        let mut violations: Vec<Violation> = Vec::new();
        let mut actions = BTreeMap::new();
        for (game, known) in known {
            actions.insert(game.clone(), logs[0][&game].len());
            let (variant, first) = (known[0].variant, known[0].first);
            let case = Case {
                logs: logs.iter().map(|log| log[&game].clone()).collect(),
                variant,
                first,
                histories: known.into_iter().map(|known| known.history).collect(),
                game,
            };
            violations.extend(case.violations());
        }
        let some = &violations[..violations.len().min(5)];
        assert!(
            some.is_empty(),
            "{} contradictions: {some:#?}",
            violations.len()
        );
        let complaints = self.complaints();
        assert!(complaints.is_empty(), "{complaints:#?}");
        for table in &self.tables {
            // A client may be between two games, so a game is compared again until every client has left it.
            let current = table.each_ref().map(|client| {
                let record = locked(client);
                record.games.last().expect("a game").id.clone()
            });
            for client in table {
                let games = &mut locked(client).games;
                let over = games.iter().position(|game| current.contains(&game.id));
                games.drain(..over.expect("its last game is one of them"));
            }
        }
        actions
    }

    /// Returns the logs of games as reported by a node.
    fn logs(&self, node: SocketAddr, games: &[String]) -> BTreeMap<String, Vec<Event>> {
        let mut logs = BTreeMap::new();
        for games in games.chunks(AT_ONCE) {
            let mut asking = JoinSet::new();
            for game in games.iter().cloned() {
                let events = async move {
                    let request = get(&format!("/api/v1/games/{game}/events"));
                    let mut answer = succeed(node, &request, 200).await;
                    let events = serde_json::from_value(answer["events"].take());
                    (game, events.expect("a log"))
                };
                asking.spawn_on(events, self.runtime.handle());
            }
            logs.extend(self.runtime.block_on(asking.join_all()));
        }
        logs
    }
}

impl Drop for Crowd {
    fn drop(&mut self) {
        self.phase.send_replace(Phase::End);
    }
}

impl Record {
    fn reached(&self) -> Reached {
        let seen = self.games.last().map_or(0, |game| game.history.seen.len());
        (self.generation, seen)
    }

    /// Returns the progress of a client once it has received every acknowledged action.
    fn goal(&self) -> Reached {
        let (generation, seen) = self.reached();
        let acknowledged = self.games.last().map(|game| &game.history.acknowledged);
        let last = acknowledged.and_then(|acknowledged| acknowledged.last());
        (generation, seen.max(last.map_or(0, |event| event.ply + 1)))
    }
}

fn locked(record: &Mutex<Record>) -> MutexGuard<'_, Record> {
    record.lock().expect("no panic")
}

/// Returns the document of a response with this status.
async fn succeed(node: SocketAddr, request: &HttpRequest, status: u16) -> Value {
    let answer = ask(node, request, PATIENCE).await;
    let (found, document) = answer.expect("the node answers");
    assert_eq!(found, status, "{document}");
    document
}

/// Opens a game. The first seat is taken through one node, the second through the next.
async fn open(
    number: usize,
    variant: &'static dyn Variant,
    common: Arc<Common>,
    seed: u64,
) -> [Client; 3] {
    let nodes = common.addresses.len();
    let node = |place: usize| (number + place) % nodes;
    let opened = succeed(common.addresses[node(0)], &opening(variant.id()), 201).await;
    let joined = succeed(common.addresses[node(1)], &join(&opened), 200).await;
    let id = text(&opened["game"]["id"]);
    let seats = [
        Some((Player::One, text(&opened["token"]))),
        Some((Player::Two, text(&joined["token"]))),
        None,
    ];
    [0, 1, 2].map(|n| {
        let name = ["player 1", "player 2", "the spectator"][n];
        let seat = seats[n].clone();
        let place = Place {
            client: format!("{name} of table {number}"),
            seat,
            node: node(n),
            stays: number.is_multiple_of(2),
            requests: number % 4 < 2 && n == 0,
        };
        let known = ClientGame::new(id.clone(), variant, Player::One, &place);
        let dice = Dice::new(seed, (3 * number + n) as u64);
        Client::new(place, known, Arc::clone(&common), dice)
    })
}
