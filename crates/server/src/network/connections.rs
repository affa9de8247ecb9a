//! The open connections, and which of them give way when there are too many.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::http::guard::{Client, Place};
use crate::settings::{Limits, MESSAGE_BYTES};

/// Every open connection.
pub(crate) struct Connections {
    open: Mutex<HashMap<u64, Arc<Connection>>>,
    next: AtomicU64,
    most: u32,
    permits: Arc<Semaphore>,
}

/// An open connection, attached to each of its requests.
pub(crate) struct Connection {
    client: Client,
    activity: Mutex<Activity>,
    /// Set when it becomes a WebSocket: the bytes that may be read in ten seconds, if they are limited.
    read_quota: OnceLock<Option<NonZeroU32>>,
    gives_way: Notify,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Activity {
    /// No request is being served.
    IdleSince(Instant),
    /// A request is being served, or a game is being watched.
    Busy,
    /// It must give way.
    Leaving,
}

/// A connection that was admitted, until it is dropped.
pub(crate) struct Registered {
    connections: Arc<Connections>,
    number: u64,
    pub(crate) connection: Arc<Connection>,
    /// Released after the connection is removed.
    _places: (OwnedSemaphorePermit, Option<Place>),
}

/// Marks a connection as busy with a request until it is dropped.
pub(crate) struct Answering(Arc<Connection>);

/// The connections of one client or IPv6 /48.
#[derive(Default)]
struct Held<'a> {
    count: usize,
    /// The idle ones, the most recent first.
    idle: Vec<(Instant, &'a Connection)>,
}

impl Connections {
    /// Allows `most` connections.
    pub(crate) fn new(most: u32) -> Arc<Self> {
        Arc::new(Connections {
            open: Mutex::default(),
            next: AtomicU64::new(0),
            most,
            permits: Arc::new(Semaphore::new(most as usize)),
        })
    }

    /// Admits a connection, with its place among those of its client. While there are too many, idle ones give way.
    pub(crate) async fn admit(
        connections: &Arc<Self>,
        client: Client,
        place: Option<Place>,
    ) -> Registered {
        let permit = loop {
            if let Ok(permit) = Arc::clone(&connections.permits).try_acquire_owned() {
                break permit;
            }
            connections.make_room();
            // If no connection could give way, one may later.
            let permit = Arc::clone(&connections.permits).acquire_owned();
            if let Ok(permit) = timeout(Duration::from_secs(1), permit).await {
                break permit.expect("the semaphore is never closed");
            }
        };
        let connection = Arc::new(Connection {
            client,
            activity: Mutex::new(Activity::IdleSince(Instant::now())),
            read_quota: OnceLock::new(),
            gives_way: Notify::new(),
        });
        let number = connections.next.fetch_add(1, Ordering::Relaxed);
        let mut open = connections.open.lock();
        open.insert(number, Arc::clone(&connection));
        Registered {
            connections: Arc::clone(connections),
            number,
            connection,
            _places: (permit, place),
        }
    }

    /// Waits until all connections are closed.
    pub(crate) async fn all_closed(&self) {
        // The semaphore is never closed.
        let _ = self.permits.acquire_many(self.most).await;
    }

    /// Makes some idle connections give way: of the client or IPv6 /48 with the most connections, the one idle for longest.
    /// Several at a time, so that in a flood of connections not each one costs a scan of all.
    pub(crate) fn make_room(&self) {
        let open = self.open.lock();
        let mut clients: HashMap<Client, Held> = HashMap::new();
        let mut leaving = 0;
        for connection in open.values() {
            let client = connection.client;
            let held = clients.entry(client.site().unwrap_or(client)).or_default();
            held.count += 1;
            match *connection.activity.lock() {
                Activity::IdleSince(since) => held.idle.push((since, connection)),
                Activity::Leaving => leaving += 1,
                Activity::Busy => {}
            }
        }
        for held in clients.values_mut() {
            held.idle.sort_unstable_by_key(|(since, _)| Reverse(*since));
        }
        // Connections that are leaving make room as well.
        for _ in leaving..(open.len() / 64).max(1) {
            let with_idle = clients.values_mut().filter(|held| !held.idle.is_empty());
            let Some(held) = with_idle.max_by_key(|held| held.count) else {
                return;
            };
            held.count -= 1;
            if let Some((_, connection)) = held.idle.pop() {
                connection.give_way();
            }
        }
    }
}

impl Connection {
    /// Makes the connection give way unless it has become busy.
    fn give_way(&self) {
        let mut activity = self.activity.lock();
        if *activity != Activity::Busy {
            *activity = Activity::Leaving;
            self.gives_way.notify_one();
        }
    }

    /// Waits until the connection must give way.
    pub(crate) async fn gives_way(&self) {
        self.gives_way.notified().await;
    }

    /// Marks the connection as busy while a request is served.
    pub(crate) fn answers(connection: &Arc<Self>) -> Answering {
        *connection.activity.lock() = Activity::Busy;
        Answering(Arc::clone(connection))
    }

    /// Marks the connection as permanently busy, because a game is watched through it. Returns false if it is too late.
    pub(crate) fn stays(&self) -> bool {
        let mut activity = self.activity.lock();
        let stays = *activity != Activity::Leaving;
        if stays {
            *activity = Activity::Busy;
        }
        stays
    }

    /// Limits the bytes read from now on to those of the messages that a WebSocket may send.
    pub(crate) fn becomes_socket(&self, limits: &Limits) {
        /// The longest header of a frame.
        const HEADER: u32 = 14;
        let message = MESSAGE_BYTES + HEADER;
        let bytes = message.saturating_mul(limits.messages_per_10_seconds);
        // A connection is upgraded only once.
        let _ = self.read_quota.set(NonZeroU32::new(bytes));
    }

    /// Returns the bytes that may be read in ten seconds; unlimited if `None`.
    pub(crate) fn read_quota(&self) -> Option<NonZeroU32> {
        self.read_quota.get().copied().flatten()
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        *self.0.activity.lock() = Activity::IdleSince(Instant::now());
    }
}

impl Drop for Registered {
    fn drop(&mut self) {
        self.connections.open.lock().remove(&self.number);
    }
}

#[cfg(test)]
#[path = "../../tests/unit/network/connections.rs"]
mod tests;
