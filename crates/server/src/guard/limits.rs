//! How much one client may have, in memory that has a bound itself.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::client::Client;

/// Clients that are counted one by one. Beyond them all others share, so that whoever has very
/// many addresses gains nothing and harms only those who come later.
const CLIENTS: usize = 20_000;

/// So many things in a period, of which any number at once.
///
/// For each client it keeps the moment at which all that was taken is paid off; each thing moves
/// that moment by the price of one, and it may lie one period ahead.
pub(super) struct Rate {
    price: Duration,
    period: Duration,
    paid_off: Mutex<HashMap<Option<Client>, Instant>>,
}

impl Rate {
    /// No more than `most` in a period; any number if it is 0.
    pub(super) fn new(most: u32, period: Duration) -> Self {
        Rate {
            price: period.checked_div(most).unwrap_or_default(),
            period,
            paid_off: Mutex::default(),
        }
    }

    /// Takes one, or says how long to wait for it.
    pub(super) fn take(&self, client: Client) -> Result<(), Duration> {
        if self.price.is_zero() {
            return Ok(());
        }
        self.take_at(client, Instant::now())
    }

    fn take_at(&self, client: Client, now: Instant) -> Result<(), Duration> {
        let mut paid_off = self.paid_off.lock().unwrap_or_else(PoisonError::into_inner);
        if paid_off.len() >= CLIENTS && !paid_off.contains_key(&Some(client)) {
            paid_off.retain(|_, at| *at > now);
        }
        let is_known = paid_off.len() < CLIENTS || paid_off.contains_key(&Some(client));
        let at = paid_off.entry(is_known.then_some(client)).or_insert(now);
        let next = (*at).max(now) + self.price;
        let ahead = next.saturating_duration_since(now);
        let wait = ahead.saturating_sub(self.period);
        if !wait.is_zero() {
            return Err(wait);
        }
        *at = next;
        Ok(())
    }
}

/// So many things at the same time.
pub(crate) struct Places {
    most: u32,
    taken: Mutex<HashMap<Client, u32>>,
}

/// Something that a client has, until it is dropped.
pub(crate) struct Place {
    places: Arc<Places>,
    client: Client,
}

impl Places {
    /// No more than `most` at a time; any number if it is 0.
    pub(crate) fn new(most: u32) -> Self {
        Places {
            most,
            taken: Mutex::default(),
        }
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<Client, u32>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn take(places: &Arc<Self>, client: Client) -> Option<Place> {
        let mut taken = places.taken();
        let count = taken.entry(client).or_insert(0);
        if places.most > 0 && *count >= places.most {
            return None;
        }
        *count += 1;
        drop(taken);
        Some(Place {
            places: Arc::clone(places),
            client,
        })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        if let Some(count) = taken.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;

    fn client(number: u32) -> Client {
        IpAddr::from(Ipv4Addr::from(number)).into()
    }

    #[test]
    fn a_rate_gives_its_number_at_once_and_then_one_by_one() {
        let rate = Rate::new(10, Duration::from_mins(1));
        let now = Instant::now();
        for _ in 0..10 {
            assert_eq!(rate.take_at(client(1), now), Ok(()));
        }
        let second = Duration::from_secs(1);
        assert_eq!(rate.take_at(client(1), now), Err(6 * second));
        assert_eq!(rate.take_at(client(2), now), Ok(()), "another client");
        assert_eq!(rate.take_at(client(1), now + 5 * second), Err(second));
        assert_eq!(rate.take_at(client(1), now + 6 * second), Ok(()));
        assert_eq!(rate.take_at(client(1), now + 6 * second), Err(6 * second));
    }

    #[test]
    fn clients_beyond_those_counted_share_one_rate() {
        let rate = Rate::new(1, Duration::from_mins(1));
        let now = Instant::now();
        for number in 0..CLIENTS as u32 {
            assert_eq!(rate.take_at(client(number), now), Ok(()));
        }
        assert_eq!(rate.take_at(client(u32::MAX), now), Ok(()));
        assert!(rate.take_at(client(u32::MAX - 1), now).is_err());
        assert!(rate.paid_off.lock().expect("no panic").len() <= CLIENTS + 1);
        let later = now + Duration::from_mins(2);
        assert_eq!(rate.take_at(client(u32::MAX - 1), later), Ok(()));
        assert_eq!(rate.paid_off.lock().expect("no panic").len(), 1);
    }

    #[test]
    fn a_place_is_free_again_when_it_is_dropped() {
        let places = Arc::new(Places::new(2));
        let held: Vec<_> = (0..2)
            .filter_map(|_| Places::take(&places, client(1)))
            .collect();
        assert_eq!(held.len(), 2);
        assert!(Places::take(&places, client(1)).is_none());
        assert!(Places::take(&places, client(2)).is_some());
        drop(held);
        assert!(Places::take(&places, client(1)).is_some());
        assert!(
            places.taken().is_empty(),
            "nobody is remembered who has nothing"
        );
    }

    #[test]
    fn a_limit_of_zero_is_none() {
        let rate = Rate::new(0, Duration::from_secs(1));
        let places = Arc::new(Places::new(0));
        for _ in 0..1000 {
            assert_eq!(rate.take(client(1)), Ok(()));
            std::mem::forget(Places::take(&places, client(1)));
        }
    }
}
