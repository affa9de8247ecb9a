//! What servers tell each other: which actions were done, which games have changed otherwise, and which players are
//! connected. And what time it is in the database.
//!
//! They are told after the transaction that changed them, on another connection, many at once: inside the transaction,
//! each would wait for the one before it. What is told may get lost. So on every new connection, and every two seconds,
//! all games are looked at.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime};

use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval, sleep};
use tokio_postgres::{Client, Notification as Message};

use super::line::{Address, Fault, FaultKind, answered};
use super::telling::Telling;
use crate::store::{Notification, Notifications};

/// How often all games are looked at, and the time is asked for.
const PERIOD: Duration = Duration::from_secs(2);

/// How long to wait before the next attempt to connect.
const PAUSE: Duration = Duration::from_millis(200);

/// Groups of changes that are told at once.
const MOST: usize = 64;

/// The time of the database.
pub(super) struct Clock {
    begun: Instant,
    /// Milliseconds from 1970 to `begun`, by the clock of the database.
    offset: AtomicU64,
}

impl Clock {
    /// Until the database is asked, the time of this machine.
    pub(super) fn new() -> Self {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let since = since.map_or(0, |since| since.as_millis());
        Clock {
            begun: Instant::now(),
            offset: AtomicU64::new(u64::try_from(since).unwrap_or_default()),
        }
    }

    fn elapsed(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Seconds since 1970.
    pub(super) fn now(&self) -> u64 {
        (self.offset.load(Ordering::Relaxed) + self.elapsed()) / 1000
    }

    /// Asks the database.
    pub(super) async fn ask(&self, client: &Client) -> Result<(), Fault> {
        let asked = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";
        let found = answered(client.query_one(asked, &[])).await?;
        let now = u64::try_from(found.get::<_, i64>(0)).unwrap_or_default();
        let offset = now.saturating_sub(self.elapsed());
        self.offset.store(offset, Ordering::Relaxed);
        Ok(())
    }
}

/// Has all games looked at now and then, whether or not others can be heard, until the other end of `tellings` is dropped.
pub(super) async fn run(
    address: Arc<Address>,
    tellings: mpsc::UnboundedReceiver<Vec<Telling>>,
    hints: Arc<Notifications>,
    clock: Arc<Clock>,
) {
    let looking = async {
        let mut ticks = interval(PERIOD);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            hints.add(Notification::All);
        }
    };
    tokio::select! {
        () = looking => {}
        () = tell_and_hear(&address, tellings, &hints, &clock) => {}
    }
}

/// Tells and hears, on one connection after the other.
async fn tell_and_hear(
    address: &Address,
    mut tellings: mpsc::UnboundedReceiver<Vec<Telling>>,
    hints: &Notifications,
    clock: &Clock,
) {
    loop {
        match exchange(address, &mut tellings, hints, clock).await {
            Ok(()) => return,
            Err(fault) => {
                tracing::warn!(fault = fault.what(), "other servers cannot be heard now");
            }
        }
        // Nobody can be told: they will look for themselves.
        while tellings.try_recv().is_ok() {}
        sleep(PAUSE).await;
    }
}

/// Tells and hears for as long as one connection lasts.
async fn exchange(
    address: &Address,
    tellings: &mut mpsc::UnboundedReceiver<Vec<Telling>>,
    hints: &Notifications,
    clock: &Clock,
) -> Result<(), Fault> {
    let (heard, mut notifications) = mpsc::unbounded_channel();
    let client = address.connect(Some(heard)).await?;
    // What is told need not outlive anything, so nothing waits for a disk.
    answered(client.batch_execute("SET synchronous_commit = off; LISTEN quintet")).await?;
    let own: i32 = answered(client.query_one("SELECT pg_backend_pid()", &[]))
        .await?
        .get(0);
    let telling = "SELECT pg_notify('quintet', message) FROM unnest($1::text[]) AS message";
    let telling = answered(client.prepare(telling)).await?;
    hints.add(Notification::All);
    let mut ticks = interval(PERIOD);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut waiting = Vec::new();
    loop {
        tokio::select! {
            notification = notifications.recv() => match notification {
                None => return Err(Fault::new(FaultKind::Lost, "the connection has ended")),
                Some(notification) => hear(&notification, own, hints),
            },
            count = tellings.recv_many(&mut waiting, MOST) => {
                if count == 0 {
                    return Ok(());
                }
                let messages = Telling::messages(waiting.drain(..).flatten());
                answered(client.query(&telling, &[&messages])).await?;
            }
            _ = ticks.tick() => clock.ask(&client).await?,
        }
    }
}

/// Takes a message of another server as hints.
fn hear(notification: &Message, own: i32, hints: &Notifications) {
    let server = notification.process_id();
    if server == own {
        return;
    }
    for line in notification.payload().lines() {
        hints.add(match Telling::read(line) {
            Some(Telling::Changed(game)) => Notification::Game(game),
            Some(Telling::Action(told)) => Notification::Action(told),
            Some(Telling::Presence(here)) => Notification::Presence(server, here),
            // What is not understood may mean anything.
            None => Notification::All,
        });
    }
}
