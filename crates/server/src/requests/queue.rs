//! A work queue for several threads, in which no client waits behind all the work of another.
//!
//! ```text
//!     admitted   up to a number of requests, in total and for each client; more are rejected
//!     turn       a few requests of each client proceed, and its others wait for these
//!     running    one request for each thread; the others wait in order of arrival
//! ```

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task;

use crate::http::guard::{CLIENT, Place, Places};
use crate::http::problem::Problem;
use crate::settings::Limits;

/// A queue of work, with a number of threads.
pub(crate) struct WorkQueue {
    pub(crate) admitted: Arc<Semaphore>,
    most: usize,
    shares: Arc<Places>,
    turns: Arc<Places>,
    pub(crate) running: Arc<Semaphore>,
}

/// Admission to a queue, until it is dropped.
pub(crate) struct Admission {
    _place: OwnedSemaphorePermit,
    /// `None` for work of the server itself.
    share: Option<Place>,
}

impl WorkQueue {
    /// Creates a queue with this number of threads, of which one client uses at most `of_a_client`.
    pub(crate) fn new(limits: &Limits, threads: usize, of_a_client: u32) -> Self {
        WorkQueue {
            admitted: Arc::new(Semaphore::new(limits.analyses as usize)),
            most: limits.analyses as usize,
            shares: Places::new(limits.analyses_per_client, limits.analyses),
            turns: Places::new(of_a_client, threads as u32),
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
            share,
        })
    }

    /// Does work on a thread of the queue, when it is its turn. Work of a disconnected client is not started.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        admitted: Admission,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = match &admitted.share {
            Some(share) => Some(Places::wait(&self.turns, share.client).await),
            None => None,
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

#[cfg(test)]
#[path = "../../tests/unit/requests/queue.rs"]
mod tests;
