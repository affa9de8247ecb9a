//! A work queue for several threads, in which no client waits behind all the work of another.
//!
//! ```text
//!     admitted   up to a number of requests, in total and for each client; more are rejected
//!     turn       a few requests of each client proceed, and its others wait for these
//!     running    one request for each thread; the others wait in order of arrival
//! ```

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task;

use crate::http::guard::{CLIENT, Client, Place as Share, Places};
use crate::http::problem::Problem;
use crate::settings::Limits;

/// A queue of work, with a number of threads.
pub(crate) struct WorkQueue {
    pub(crate) admitted: Arc<Semaphore>,
    most: usize,
    shares: Arc<Places>,
    turns: Arc<Turns>,
    pub(crate) running: Arc<Semaphore>,
}

/// Admission to a queue, until it is dropped.
pub(crate) struct Admission {
    _place: OwnedSemaphorePermit,
    _share: Option<Share>,
}

impl WorkQueue {
    /// Creates a queue with this number of threads, of which one client uses at most `of_a_client`.
    pub(crate) fn new(limits: &Limits, threads: usize, of_a_client: usize) -> Self {
        WorkQueue {
            admitted: Arc::new(Semaphore::new(limits.analyses as usize)),
            most: limits.analyses as usize,
            shares: Arc::new(Places::new(limits.analyses_per_client)),
            turns: Arc::new(Turns {
                most: of_a_client,
                clients: Mutex::default(),
            }),
            running: Arc::new(Semaphore::new(threads)),
        }
    }

    /// Returns the number of requests in the queue.
    pub(crate) fn len(&self) -> usize {
        self.most - self.admitted.available_permits()
    }

    /// Admits a request of the current client.
    pub(crate) fn admit(&self) -> Result<Admission, Problem> {
        let busy = || Problem::busy("too many requests are being computed; try again in a moment");
        let share = match CLIENT.try_with(|client| *client) {
            Ok(client) => Some(Places::take(&self.shares, client).ok_or_else(busy)?),
            Err(_) => None,
        };
        let place = Arc::clone(&self.admitted).try_acquire_owned();
        Ok(Admission {
            _place: place.map_err(|_| busy())?,
            _share: share,
        })
    }

    /// Does work on a thread of the queue, when it is its turn. Work of a disconnected client is not started.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        admitted: Admission,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = match CLIENT.try_with(|client| *client) {
            Ok(client) => Some(Turns::wait(&self.turns, client).await),
            Err(_) => None,
        };
        let running = Arc::clone(&self.running)
            .acquire_owned()
            .await
            .map_err(|_| Problem::fault())?;
        let answer = task::spawn_blocking(move || {
            // Work in progress holds its permits even if its client disconnects.
            let _places = (admitted, turn, running);
            work()
        });
        answer.await.map_err(|_| Problem::fault())
    }
}

/// The clients of a queue, each with a queue of its own.
struct Turns {
    most: usize,
    clients: Mutex<HashMap<Client, Arc<Semaphore>>>,
}

/// The turn of a client.
struct Turn {
    turns: Arc<Turns>,
    client: Client,
    permit: Option<OwnedSemaphorePermit>,
}

impl Turns {
    async fn wait(turns: &Arc<Self>, client: Client) -> Turn {
        // Created before waiting, so that a client that gives up is removed.
        let mut turn = Turn {
            turns: Arc::clone(turns),
            client,
            permit: None,
        };
        let queue = {
            let mut clients = turns.clients();
            let queue = clients.entry(client);
            Arc::clone(queue.or_insert_with(|| Arc::new(Semaphore::new(turns.most))))
        };
        let permit = queue.acquire_owned().await;
        turn.permit = Some(permit.expect("the semaphore is never closed"));
        turn
    }

    fn clients(&self) -> MutexGuard<'_, HashMap<Client, Arc<Semaphore>>> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        drop(self.permit.take());
        let mut clients = self.turns.clients();
        // Waiting requests hold clones of the queue, which are created only under this lock.
        let is_unused = |queue: &Arc<Semaphore>| Arc::strong_count(queue) == 1;
        if clients.get(&self.client).is_some_and(is_unused) {
            clients.remove(&self.client);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};
    use std::sync::mpsc;

    use tokio::sync::mpsc::unbounded_channel;

    use super::*;

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
        assert!(queue.turns.clients().is_empty(), "all clients are removed");
    }

    #[tokio::test]
    async fn a_client_that_stops_waiting_is_removed() {
        let queue = WorkQueue::new(&Limits::default(), 1, 1);
        let held = Turns::wait(&queue.turns, client(1)).await;
        let waiting = Turns::wait(&queue.turns, client(1));
        tokio::select! {
            biased;
            _ = waiting => panic!("the turn is taken"),
            () = tokio::task::yield_now() => {}
        }
        drop(held);
        assert!(queue.turns.clients().is_empty());
    }
}
