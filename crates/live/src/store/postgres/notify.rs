//! Messages between servers: stored actions, other changes of games, and connected players. Also the clock of the database.
//!
//! Messages are sent after the transaction, on another connection and many at once: inside transactions, notifications
//! would be serialized. They may be lost. So with every new connection, and every two seconds, any game may have
//! changed.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime};

use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval, sleep};
use tokio_postgres::Client;

use super::connection::{Address, Failure, timed};
use crate::store::Notifications;
use crate::store::notifications::Message;

/// The interval at which any game may have changed, and the clock is synchronized.
const PERIOD: Duration = Duration::from_secs(2);

/// The time before the next attempt to connect.
const PAUSE: Duration = Duration::from_millis(200);

/// Groups of messages that are sent at once.
const GROUPS: usize = 64;

/// The clock of the database.
pub(super) struct Clock {
    started: Instant,
    /// Milliseconds from 1970 to `started`, by the clock of the database.
    offset: AtomicU64,
}

impl Clock {
    /// Returns a clock with the time of this machine.
    pub(super) fn new() -> Self {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let since = since.map_or(0, |since| since.as_millis());
        Clock {
            started: Instant::now(),
            offset: AtomicU64::new(u64::try_from(since).unwrap_or_default()),
        }
    }

    fn elapsed(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Returns seconds since 1970.
    pub(super) fn now(&self) -> u64 {
        (self.offset.load(Ordering::Relaxed) + self.elapsed()) / 1000
    }

    /// Adopts the time of the database.
    pub(super) async fn sync(&self, client: &Client) -> Result<(), Failure> {
        let query = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";
        let found = timed(client.query_one(query, &[])).await?;
        let now = u64::try_from(found.get::<_, i64>(0)).unwrap_or_default();
        let offset = now.saturating_sub(self.elapsed());
        self.offset.store(offset, Ordering::Relaxed);
        Ok(())
    }
}

/// Exchanges messages with other servers until the sender of `outgoing` is dropped.
pub(super) async fn run(
    address: Arc<Address>,
    outgoing: mpsc::UnboundedReceiver<Vec<Message>>,
    notifications: Arc<Notifications>,
    clock: Arc<Clock>,
) {
    // Independent of the connection.
    let periodic = async {
        let mut ticks = interval(PERIOD);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            notifications.add_all();
        }
    };
    tokio::select! {
        () = periodic => {}
        () = exchange(&address, outgoing, &notifications, &clock) => {}
    }
}

/// Exchanges messages, and reconnects when a connection fails.
async fn exchange(
    address: &Address,
    mut outgoing: mpsc::UnboundedReceiver<Vec<Message>>,
    notifications: &Notifications,
    clock: &Clock,
) {
    while let Err(failure) = connected(address, &mut outgoing, notifications, clock).await {
        let error = failure.reason;
        tracing::warn!(error, "no notifications from other servers for now");
        // The other servers find these changes within their period.
        while outgoing.try_recv().is_ok() {}
        sleep(PAUSE).await;
    }
}

/// Exchanges messages over one connection. Returns `Ok` when the sender of `outgoing` is dropped.
async fn connected(
    address: &Address,
    outgoing: &mut mpsc::UnboundedReceiver<Vec<Message>>,
    notifications: &Notifications,
    clock: &Clock,
) -> Result<(), Failure> {
    let (sender, mut incoming) = mpsc::unbounded_channel();
    let client = address.connect(Some(sender)).await?;
    // Messages may be lost, so they need not wait for the disk.
    timed(client.batch_execute("SET synchronous_commit = off; LISTEN quintet")).await?;
    let own = timed(client.query_one("SELECT pg_backend_pid()", &[])).await?;
    let own: i32 = own.get(0);
    let notify = "SELECT pg_notify('quintet', message) FROM unnest($1::text[]) AS message";
    let notify = timed(client.prepare(notify)).await?;
    notifications.add_all();
    let mut ticks = interval(PERIOD);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut groups = Vec::new();
    loop {
        tokio::select! {
            received = incoming.recv() => match received {
                None => return Err(Failure::lost("the connection has ended")),
                Some(received) if received.process_id() == own => {}
                Some(received) => forward(received.process_id(), received.payload(), notifications),
            },
            count = outgoing.recv_many(&mut groups, GROUPS) => {
                if count == 0 {
                    return Ok(());
                }
                let payloads = Message::payloads(groups.drain(..).flatten());
                timed(client.query(&notify, &[&payloads])).await?;
            }
            _ = ticks.tick() => clock.sync(&client).await?,
        }
    }
}

/// Adds the messages of another server to the notifications.
fn forward(server: i32, payload: &str, notifications: &Notifications) {
    for line in payload.lines() {
        match Message::read(line) {
            Some(message) => notifications.add(server, message),
            // A message of a newer program.
            None => notifications.add_all(),
        }
    }
}
