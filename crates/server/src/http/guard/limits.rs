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

/// Limit of an IPv6 /48 as a multiple of that of one client.
const SITE: u32 = 16;

type Limiter<C> = RateLimiter<Client, Counts, C, NoOpMiddleware<<C as Clock>::Instant>>;

/// Rate limiter with a quota for each client, and a larger one for each IPv6 /48.
pub(super) struct Rate<C: Clock = DefaultClock> {
    clients: Option<Limiter<C>>,
    /// The counters of `clients`.
    counts: Counts,
    sites: Option<Limiter<C>>,
}

impl<C: Clock + Clone> Rate<C> {
    /// Creates a limiter of `most` per period for each client; 0 is unlimited.
    pub(super) fn new(most: u32, period: Duration, clock: &C) -> Self {
        let counts = Counts::default();
        let limiter = |most, counts| {
            let quota = quota(most, period)?;
            Some(RateLimiter::new(quota, counts, clock.clone()))
        };
        Rate {
            clients: limiter(most, counts.clone()),
            counts,
            sites: limiter(most.saturating_mul(SITE), Counts::default()),
        }
    }

    /// Takes one unit of the quota, or returns the time to wait for it.
    pub(super) fn take(&self, client: Client) -> Result<(), Duration> {
        let Some(site) = client.site() else {
            return take(self.clients.as_ref(), client);
        };
        // A client beyond its quota must not use up that of its /48. But once that is used up, its clients get no
        // counters.
        if self.counts.has(client) {
            take(self.clients.as_ref(), client)?;
            take(self.sites.as_ref(), site)
        } else {
            take(self.sites.as_ref(), site)?;
            take(self.clients.as_ref(), client)
        }
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
#[derive(Clone, Default)]
struct Counts(Arc<HashMapStateStore<Option<Client>>>);

impl Counts {
    /// Returns true if a client has a counter of its own.
    fn has(&self, client: Client) -> bool {
        self.0.lock().contains_key(&Some(client))
    }
}

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

/// Limit on the number of things that a client has at a time, such as open sockets, and a larger one for each IPv6 /48.
pub(crate) struct Places {
    clients: Permits,
    sites: Permits,
}

/// Permits for each client that holds some or waits for one.
struct Permits {
    most: usize,
    clients: Mutex<HashMap<Client, Arc<Semaphore>>>,
}

/// A place of a client, until it is dropped.
pub(crate) struct Place {
    places: Arc<Places>,
    pub(crate) client: Client,
    permits: [Option<OwnedSemaphorePermit>; 2],
}

impl Places {
    /// Creates a limit of `most` for each client; 0 is unlimited. A /48 has at most half of `total`, so that it never shuts
    /// out others, unless one client may have more than that.
    pub(crate) fn new(most: u32, total: u32) -> Arc<Self> {
        let site = most.saturating_mul(SITE).min(total / 2).max(most);
        Arc::new(Places {
            clients: Permits::new(most),
            sites: Permits::new(site),
        })
    }

    /// Returns a place without permits, and the permits of its client and its /48.
    fn of(places: &Arc<Self>, client: Client) -> (Place, Arc<Semaphore>, Option<Arc<Semaphore>>) {
        let place = Place {
            places: Arc::clone(places),
            client,
            permits: [None, None],
        };
        let of_site = client.site().map(|site| places.sites.of(site));
        (place, places.clients.of(client), of_site)
    }

    /// Takes a place; `None` if the client or its /48 has as many as it may.
    pub(crate) fn take(places: &Arc<Self>, client: Client) -> Option<Place> {
        Places::take_many(places, client, 1)
    }

    /// Takes several places as one.
    pub(crate) fn take_many(places: &Arc<Self>, client: Client, count: u32) -> Option<Place> {
        let (mut place, of_client, of_site) = Places::of(places, client);
        place.permits[0] = Some(of_client.try_acquire_many_owned(count).ok()?);
        if let Some(permits) = of_site {
            place.permits[1] = Some(permits.try_acquire_many_owned(count).ok()?);
        }
        Some(place)
    }

    /// Waits for a place.
    pub(crate) async fn wait(places: &Arc<Self>, client: Client) -> Place {
        let (mut place, of_client, of_site) = Places::of(places, client);
        place.permits[0] = of_client.acquire_owned().await.ok();
        if let Some(permits) = of_site {
            place.permits[1] = permits.acquire_owned().await.ok();
        }
        place
    }
}

impl Permits {
    fn new(most: u32) -> Self {
        Permits {
            most: match most {
                0 => Semaphore::MAX_PERMITS,
                most => most as usize,
            },
            clients: Mutex::default(),
        }
    }

    fn of(&self, client: Client) -> Arc<Semaphore> {
        let mut clients = self.clients.lock();
        let permits = clients
            .entry(client)
            .or_insert_with(|| Arc::new(Semaphore::new(self.most)));
        Arc::clone(permits)
    }

    /// Removes a client that neither holds a permit nor waits for one.
    fn remove_unused(&self, client: Client) {
        let mut clients = self.clients.lock();
        // Clones of the permits are created only under this lock.
        let is_unused = |permits: &Arc<Semaphore>| Arc::strong_count(permits) == 1;
        if clients.get(&client).is_some_and(is_unused) {
            clients.remove(&client);
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.permits = [None, None];
        self.places.clients.remove_unused(self.client);
        if let Some(site) = self.client.site() {
            self.places.sites.remove_unused(site);
        }
    }
}

#[cfg(test)]
#[path = "../../../tests/unit/http/guard/limits.rs"]
mod tests;
