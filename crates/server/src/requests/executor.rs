//! Computes responses: at once where that takes no time, else on worker threads.
//!
//! ```text
//!     at once      values from a table, and requests that need no values
//!     known        solved sizes, and long games: finished soon
//!     searching    unsolved sizes: each request has an allowance of positions to search
//! ```
//!
//! The network threads never compute for long. Requests about solved sizes never wait for a search, and searches leave
//! one core to everything else.

use std::num::NonZero;
use std::sync::Arc;

use quintet_api::{AnyRequest, Context, Needs, Request};
use quintet_arena::{Dice, Library, Tables, date};
use quintet_games::{AnyPosition, Variant};
use quintet_solver::{Allowance, Budget};
use tokio::task;

use super::queue::WorkQueue;
use crate::clock;
use crate::http::problem::Problem;
use crate::settings::Settings;

/// The oracles of all games, and the worker threads that use them.
pub(crate) struct Executor {
    library: Library,
    /// The positions that may be searched for one request.
    nodes: u64,
    known: WorkQueue,
    searching: WorkQueue,
}

/// Withdraws the allowance of a request whose client has disconnected.
struct WithdrawOnDrop(Arc<Allowance>);

impl Drop for WithdrawOnDrop {
    fn drop(&mut self) {
        self.0.withdraw();
    }
}

impl Executor {
    pub(crate) fn new(settings: &Settings) -> Self {
        let (tables, limits) = (settings.tables.clone(), &settings.limits);
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        let all_but_one = (cores - 1).max(1);
        Executor {
            library: Library::new(
                settings.catalogue,
                tables.map_or_else(Tables::nowhere, Tables::in_folder),
            ),
            nodes: limits.nodes.into(),
            known: WorkQueue::new(limits, cores, all_but_one as u32),
            searching: WorkQueue::new(limits, all_but_one, 1),
        }
    }

    /// Returns the response to a request.
    pub(crate) async fn respond<Q: Request + Send + 'static>(
        &self,
        request: Q,
    ) -> Result<Q::Response, Problem> {
        let (request, response) = AnyRequest::new(request);
        self.run(request).await?;
        Ok(response.take())
    }

    /// Computes the response to a request, which goes to its slot.
    pub(crate) async fn run(&self, request: AnyRequest) -> Result<(), Problem> {
        let catalogue = self.library.catalogue();
        let prepared = if request.is_long {
            self.work(move || request.read(catalogue)).await??
        } else {
            request.read(catalogue)?
        };
        let allowance = Arc::new(Allowance::positions(self.nodes));
        let _guard = WithdrawOnDrop(Arc::clone(&allowance));
        let context = self.context(allowance);
        let variant = match &prepared.needs {
            Needs::Nothing => return Ok(prepared.respond(&context)?),
            Needs::Values(position) if self.is_tabulated(&**position) => {
                return Ok(prepared.respond(&context)?);
            }
            Needs::Work => return Ok(self.work(move || prepared.respond(&context)).await??),
            Needs::Values(position) => position.variant(),
            Needs::Oracle(variant) => *variant,
        };
        let response = self.consult(variant, move || prepared.respond(&context));
        Ok(response.await??)
    }

    /// Returns the number of requests in each queue.
    pub(crate) fn queue_lengths(&self) -> [(&'static str, usize); 2] {
        [
            ("known", self.known.len()),
            ("searching", self.searching.len()),
        ]
    }

    fn context(&self, allowance: Arc<Allowance>) -> Context {
        Context {
            library: self.library.clone(),
            budget: Budget::UNBOUNDED,
            allowance: Some(allowance),
            date: date(clock::now()),
            seed: Dice::random_seed(),
        }
    }

    /// Returns true if the values of a position are in a table that is in memory.
    fn is_tabulated(&self, position: &dyn AnyPosition) -> bool {
        let oracle = self.library.ready(position.variant());
        oracle.is_some_and(|oracle| oracle.is_tabulated(position))
    }

    /// Does work that needs the oracle of a game.
    async fn consult<T: Send + 'static>(
        &self,
        variant: &'static dyn Variant,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let mut is_solved = self.is_solved(variant);
        if is_solved.is_none() {
            let _admitted = self.known.admit()?;
            self.prepare(variant).await?;
            is_solved = self.is_solved(variant);
        }
        let queue = if is_solved == Some(true) {
            &self.known
        } else {
            &self.searching
        };
        queue.run(queue.admit()?, work).await
    }

    /// Returns true if every position of a game is solved; `None` before its oracle exists.
    fn is_solved(&self, variant: &dyn Variant) -> Option<bool> {
        let oracle = self.library.ready(variant)?;
        Some(oracle.is_solved())
    }

    /// Does work that needs no oracle.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        self.known.run(self.known.admit()?, work).await
    }

    /// Creates the oracle of a game.
    async fn prepare(&self, variant: &'static dyn Variant) -> Result<(), Problem> {
        // While another thread computes the table, this one waits and uses no core.
        let library = self.library.clone();
        let created = task::spawn_blocking(move || {
            library.oracle(variant);
            library.table(variant)
        });
        if let Some((_, Some(error))) = created.await.map_err(|_| Problem::fault())? {
            tracing::warn!(%error, ?variant, "cannot save a table");
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "../../tests/unit/requests/executor.rs"]
mod tests;
