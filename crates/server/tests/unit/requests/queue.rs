use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::mpsc;

use tokio::sync::mpsc::unbounded_channel;

use super::*;
use crate::http::guard::Client;

fn client(number: u32) -> Client {
    IpAddr::from(Ipv4Addr::from(number)).into()
}

#[tokio::test]
async fn work_waits_behind_that_of_the_same_client_only() {
    let queue = Arc::new(WorkQueue::new(&Limits::default(), 1, 1));
    let (order, mut done) = unbounded_channel();
    let (finish, wait) = mpsc::channel::<()>();
    let (mut wait, mut all) = (Some(wait), Vec::new());
    // The first work blocks until all others are in the queue.
    for (number, name) in [(1, "a1"), (1, "a2"), (1, "a3"), (2, "b1")] {
        let (queue, order, wait) = (Arc::clone(&queue), order.clone(), wait.take());
        let asking = CLIENT.scope(client(number), async move {
            let admitted = queue.admit().ok()?;
            let work = move || {
                let _ = wait.map(|wait| wait.recv());
                order.send(name)
            };
            queue.run(admitted, work).await.ok()?.ok()
        });
        all.push(tokio::spawn(asking));
        // Each is admitted before the next.
        tokio::task::yield_now().await;
    }
    drop((order, finish));
    let mut names = Vec::new();
    while let Some(name) = done.recv().await {
        names.push(name);
    }
    assert_eq!(names, ["a1", "b1", "a2", "a3"]);
    for asking in all {
        assert_eq!(asking.await.ok().flatten(), Some(()));
    }
}

#[tokio::test]
async fn one_customer_with_many_networks_does_not_fill_the_queue() {
    let queue = WorkQueue::new(&Limits::default(), 2, 1);
    let admit = |client| CLIENT.sync_scope(client, || queue.admit().ok());
    let network = |number| IpAddr::from(Ipv6Addr::new(0x2001, 0xdb8, 1, number, 0, 0, 0, 1)).into();
    let admitted: Vec<_> = (0..300)
        .filter_map(|number| admit(network(number / 100)))
        .collect();
    assert_eq!(admitted.len(), 32);
    assert!(admit(client(1)).is_some(), "someone else");
}
