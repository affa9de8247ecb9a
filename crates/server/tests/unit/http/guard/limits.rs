use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use futures_util::FutureExt;
use governor::clock::FakeRelativeClock;

use super::*;

fn client(number: u32) -> Client {
    IpAddr::from(Ipv4Addr::from(number)).into()
}

/// Returns a /64 of the /48 with this number.
fn network_of(site: u16, network: u16) -> Client {
    IpAddr::from(Ipv6Addr::new(0x2001, 0xdb8, site, network, 0, 0, 0, 1)).into()
}

const SECOND: Duration = Duration::from_secs(1);

fn rate(most: u32, period: Duration) -> (Rate<FakeRelativeClock>, FakeRelativeClock) {
    let clock = FakeRelativeClock::default();
    (Rate::new(most, period, &clock), clock)
}

#[test]
fn a_quota_allows_a_burst_and_then_refills_gradually() {
    let (rate, clock) = rate(10, 60 * SECOND);
    for _ in 0..10 {
        assert_eq!(rate.take(client(1)), Ok(()));
    }
    assert_eq!(rate.take(client(1)), Err(6 * SECOND));
    assert_eq!(rate.take(client(2)), Ok(()), "another client");
    clock.advance(5 * SECOND);
    assert_eq!(rate.take(client(1)), Err(SECOND));
    clock.advance(SECOND);
    assert_eq!(rate.take(client(1)), Ok(()));
    assert_eq!(rate.take(client(1)), Err(6 * SECOND));
}

#[test]
fn clients_without_a_counter_share_one() {
    let (rate, clock) = rate(2, 60 * SECOND);
    let counts = || rate.clients.as_ref().map(RateLimiter::len);
    for number in 0..CLIENTS as u32 {
        assert_eq!(rate.take(client(number)), Ok(()));
    }
    let late = [u32::MAX, u32::MAX - 1, u32::MAX - 2].map(client);
    assert_eq!(rate.take(late[0]), Ok(()));
    assert_eq!(rate.take(late[1]), Ok(()));
    assert!(rate.take(late[2]).is_err());
    assert_eq!(rate.take(client(0)), Ok(()), "it has a counter");
    assert_eq!(counts(), Some(CLIENTS + 1));
    clock.advance(120 * SECOND);
    rate.sweep();
    assert_eq!(counts(), Some(0));
    assert_eq!(rate.take(late[2]), Ok(()));
}

#[test]
fn one_customer_cannot_use_up_the_counters() {
    let (rate, clock) = rate(10, 60 * SECOND);
    let taken = |site| {
        let networks = 0..=u16::MAX;
        let taken = networks.filter(|network| rate.take(network_of(site, *network)).is_ok());
        taken.count()
    };
    assert_eq!(taken(1), 160);
    assert_eq!(taken(2), 160, "another customer");
    assert_eq!(rate.clients.as_ref().map(RateLimiter::len), Some(320));
    clock.advance(60 * SECOND);
    for _ in 0..10 {
        assert_eq!(rate.take(network_of(1, 1)), Ok(()));
    }
    assert!(rate.take(network_of(1, 1)).is_err(), "one network");
    assert_eq!(rate.take(network_of(1, 2)), Ok(()));
}

#[test]
fn rejected_requests_do_not_use_up_the_quota_of_a_site() {
    let (rate, _) = rate(10, 60 * SECOND);
    let taken = (0..1000).filter(|_| rate.take(network_of(1, 1)).is_ok());
    assert_eq!(taken.count(), 10);
    assert_eq!(rate.take(network_of(1, 2)), Ok(()), "its neighbor");
}

#[test]
fn dropping_a_place_frees_it() {
    let places = Places::new(2, 100);
    let held: Vec<_> = (0..2)
        .filter_map(|_| Places::take(&places, client(1)))
        .collect();
    assert_eq!(held.len(), 2);
    assert!(Places::take(&places, client(1)).is_none());
    assert!(Places::take(&places, client(2)).is_some());
    drop(held);
    assert!(Places::take(&places, client(1)).is_some());
    assert!(
        places.clients.clients.lock().is_empty(),
        "the counter of a client without places is removed"
    );
}

#[test]
fn one_customer_cannot_take_all_places() {
    let most = |of_a_client, total, networks: u16| {
        let places = Places::new(of_a_client, total);
        let clients = (0..networks).map(|network| network_of(1, network));
        let tries = clients.flat_map(|client| std::iter::repeat_n(client, 1000));
        let held: Vec<_> = tries
            .filter_map(|client| Places::take(&places, client))
            .collect();
        assert!(Places::take(&places, network_of(2, 1)).is_some());
        let count = held.len();
        drop(held);
        assert!(places.sites.clients.lock().is_empty());
        count
    };
    assert_eq!(most(20, 10_000, 1), 20, "the sockets of one network");
    assert_eq!(most(20, 10_000, 500), 16 * 20, "of a /48");
    assert_eq!(most(1000, 10_000, 20), 5000, "connections");
    assert_eq!(most(32, 64, 3), 32, "analyses");
    assert_eq!(most(40, 64, 3), 40, "one network may have more than half");
}

#[tokio::test]
async fn a_client_waits_for_the_places_of_its_site() {
    let places = Places::new(1, 2);
    let held = Places::wait(&places, network_of(1, 1)).await;
    assert!(
        Places::wait(&places, network_of(1, 2))
            .now_or_never()
            .is_none()
    );
    assert!(
        Places::wait(&places, network_of(2, 1))
            .now_or_never()
            .is_some()
    );
    drop(held);
    assert!(
        Places::wait(&places, network_of(1, 2))
            .now_or_never()
            .is_some()
    );
}

#[tokio::test]
async fn a_client_that_stops_waiting_is_removed() {
    let places = Places::new(1, 100);
    let held = Places::wait(&places, client(1)).await;
    let waiting = Places::wait(&places, client(1));
    tokio::select! {
        biased;
        _ = waiting => panic!("the place is taken"),
        () = tokio::task::yield_now() => {}
    }
    drop(held);
    assert!(places.clients.clients.lock().is_empty());
}

#[test]
fn a_limit_of_zero_is_unlimited() {
    let (rate, _) = rate(0, SECOND);
    let places = Places::new(0, 100);
    for _ in 0..1000 {
        assert_eq!(rate.take(client(1)), Ok(()));
        std::mem::forget(Places::take(&places, client(1)));
    }
}
