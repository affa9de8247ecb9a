//! A queue of work for some threads, in which no client waits behind all the work of another.
//!
//! ```text
//!     admitted   so many questions at a time, and so many of one client; one more is refused
//!     turn       a few of one client go on, the others wait for these
//!     running    as many as there are threads; the others wait in the order in which they came
//! ```

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task;

use crate::http::guard::{CLIENT, Client, Place as Share, Places};
use crate::http::problem::Problem;
use crate::settings::Limits;

/// A queue of work, and the threads that do it.
pub(crate) struct WorkQueue {
    pub(crate) admitted: Arc<Semaphore>,
    most: usize,
    shares: Arc<Places>,
    turns: Arc<Turns>,
    pub(crate) running: Arc<Semaphore>,
}

/// The right to use a lane, until it is dropped.
pub(crate) struct Admission {
    _place: OwnedSemaphorePermit,
    _share: Option<Share>,
}

impl WorkQueue {
    /// A lane of so many threads, of which one client uses no more than some.
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

    /// How many questions are in the queue.
    pub(crate) fn len(&self) -> usize {
        self.most - self.admitted.available_permits()
    }

    /// A place in the lane for the client whose request is being answered.
    pub(crate) fn admit(&self) -> Result<Admission, Problem> {
        let busy = || Problem::busy("too many questions are being answered; ask again in a moment");
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

    /// Does work on a thread of the lane, when it is its turn. Work that is not waited for any more is
    /// not begun.
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
            // Work whose client has gone still takes its place until it is done.
            let _places = (admitted, turn, running);
            work()
        });
        answer.await.map_err(|_| Problem::fault())
    }
}

/// The clients that use a lane, each with its own queue.
struct Turns {
    most: usize,
    clients: Mutex<HashMap<Client, Arc<Semaphore>>>,
}

/// A turn of a client, once it is there.
struct Turn {
    turns: Arc<Turns>,
    client: Client,
    permit: Option<OwnedSemaphorePermit>,
}

impl Turns {
    async fn wait(turns: &Arc<Self>, client: Client) -> Turn {
        // Made before it is waited for, so that a client which gives up is forgotten, too.
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
        // Others who wait have a copy of the queue, and copies are made under this lock only.
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
    async fn the_work_of_one_client_waits_behind_its_own_and_not_that_of_others() {
        let queue = Arc::new(WorkQueue::new(&Limits::default(), 1, 1));
        let (order, mut done) = unbounded_channel();
        let (finish, wait) = mpsc::channel::<()>();
        let (mut wait, mut all) = (Some(wait), Vec::new());
        // The first work waits, so that all others are in the queue when it ends.
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
            // Each has taken its place before the next one comes.
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
        assert!(queue.turns.clients().is_empty(), "nobody is remembered");
    }

    #[tokio::test]
    async fn a_client_that_gives_up_waiting_is_forgotten() {
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
