//! Limits per client, with bounded memory for the counters.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::StateStore;
use governor::state::keyed::{HashMapStateStore, ShrinkableKeyedStateStore};
use governor::{Quota, RateLimiter};
use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::client::Client;

/// Maximum number of clients with a counter of their own. All others share one counter, so a client with very many
/// addresses gains nothing and affects only clients that arrive later.
const CLIENTS: usize = 20_000;

/// Returns a quota of `most` per period, which can be used in a burst. `None` (unlimited) if `most` is 0.
pub(crate) fn quota(most: u32, period: Duration) -> Option<Quota> {
    let burst = NonZeroU32::new(most)?;
    Some(Quota::with_period(period / most)?.allow_burst(burst))
}

/// Quota of an IPv6 /48 as a multiple of that of one client.
const SITE: u32 = 16;

type Limiter<C> = RateLimiter<Client, Counts, C, NoOpMiddleware<<C as Clock>::Instant>>;

/// Rate limiter with a quota for each client, and a larger one for each IPv6 /48.
pub(super) struct Rate<C: Clock = DefaultClock> {
    clients: Option<Limiter<C>>,
    sites: Option<Limiter<C>>,
}

impl<C: Clock + Clone> Rate<C> {
    /// Creates a limiter of `most` per period for each client; 0 is unlimited.
    pub(super) fn new(most: u32, period: Duration, clock: &C) -> Self {
        let limiter = |most| {
            let quota = quota(most, period)?;
            Some(RateLimiter::new(quota, Counts::default(), clock.clone()))
        };
        Rate {
            clients: limiter(most),
            sites: limiter(most.saturating_mul(SITE)),
        }
    }

    /// Takes one unit of the quota, or returns the time to wait for it.
    pub(super) fn take(&self, client: Client) -> Result<(), Duration> {
        // The /48 first: once its quota is used up, its clients get no counters.
        if let Some(site) = client.site() {
            take(self.sites.as_ref(), site)?;
        }
        take(self.clients.as_ref(), client)
    }

    /// Removes the counters of clients that have their full quota.
    pub(super) fn sweep(&self) {
        for limiter in [&self.clients, &self.sites].into_iter().flatten() {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

fn take<C: Clock>(limiter: Option<&Limiter<C>>, client: Client) -> Result<(), Duration> {
    let Some(limiter) = limiter else {
        return Ok(());
    };
    let taken = limiter.check_key(&client);
    taken.map_err(|until| until.wait_time_from(limiter.clock().now()))
}

/// The counters of at most [`CLIENTS`] clients, and the shared one. The library's store is unbounded.
#[derive(Default)]
struct Counts(HashMapStateStore<Option<Client>>);

impl StateStore for Counts {
    type Key = Client;

    fn measure_and_replace<T, F, E>(&self, client: &Client, measure: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let own = Some(*client);
        let is_counted = {
            let counts = self.0.lock();
            counts.len() < CLIENTS || counts.contains_key(&own)
        };
        let key = if is_counted { own } else { None };
        self.0.measure_and_replace(&key, measure)
    }
}

impl ShrinkableKeyedStateStore<Client> for Counts {
    fn retain_recent(&self, drop_below: Nanos) {
        self.0.retain_recent(drop_below);
    }

    fn shrink_to_fit(&self) {
        self.0.shrink_to_fit();
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Limit on the number of things that a client has at a time, such as open sockets.
pub(crate) struct Places {
    most: usize,
    clients: Mutex<HashMap<Client, Arc<Semaphore>>>,
}

/// A place of a client, until it is dropped.
pub(crate) struct Place {
    places: Arc<Places>,
    pub(crate) client: Client,
    permit: Option<OwnedSemaphorePermit>,
}

impl Places {
    /// Creates a limit of `most` for each client; 0 is unlimited.
    pub(crate) fn new(most: u32) -> Arc<Self> {
        Arc::new(Places {
            most: match most {
                0 => Semaphore::MAX_PERMITS,
                most => most as usize,
            },
            clients: Mutex::default(),
        })
    }

    /// Returns a place without a permit, and the permits of its client.
    fn of(places: &Arc<Self>, client: Client) -> (Place, Arc<Semaphore>) {
        let mut clients = places.clients.lock();
        let permits = clients
            .entry(client)
            .or_insert_with(|| Arc::new(Semaphore::new(places.most)));
        let place = Place {
            places: Arc::clone(places),
            client,
            permit: None,
        };
        (place, Arc::clone(permits))
    }

    /// Takes a place; `None` if the client has as many as it may.
    pub(crate) fn take(places: &Arc<Self>, client: Client) -> Option<Place> {
        let (mut place, permits) = Places::of(places, client);
        place.permit = Some(permits.try_acquire_owned().ok()?);
        Some(place)
    }

    /// Waits for a place.
    pub(crate) async fn wait(places: &Arc<Self>, client: Client) -> Place {
        let (mut place, permits) = Places::of(places, client);
        place.permit = permits.acquire_owned().await.ok();
        place
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        drop(self.permit.take());
        let mut clients = self.places.clients.lock();
        // Other places of the client hold clones of its permits, which are created only under this lock.
        let is_unused = |permits: &Arc<Semaphore>| Arc::strong_count(permits) == 1;
        if clients.get(&self.client).is_some_and(is_unused) {
            clients.remove(&self.client);
        }
    }
}

#[cfg(test)]
#[path = "../../../tests/unit/http/guard/limits.rs"]
mod tests;
