//! Answers questions: at once where nothing has to be computed, else on a bounded pool of threads.
//!
//! ```text
//!     admitted   so many questions at a time, and so many of one client; one more is refused
//!     running    so many of them as there are cores; the others wait
//! ```
//!
//! The threads that talk to the network never compute for long: what is looked up in a table is
//! answered at once, all else goes to other threads.

use std::num::NonZero;
use std::sync::Arc;

use quintet_arena::{Dice, Library, Tables, date};
use quintet_ask::{Context, Needs, Question};
use quintet_games::{AnyPosition, Variant};
use quintet_solver::Budget;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task;

use crate::clock;
use crate::guard::{CLIENT, Place as Share, Places};
use crate::problem::Problem;
use crate::settings::Settings;

/// The oracles of all games, and the pool on which questions about them are answered.
pub(crate) struct Knowledge {
    library: Library,
    budget: Budget,
    admitted: Arc<Semaphore>,
    most: usize,
    /// No client takes all places.
    shares: Arc<Places>,
    running: Arc<Semaphore>,
    /// Work without an oracle does not wait behind questions that search.
    quick: Arc<Semaphore>,
}

/// The right to use the pool, until it is dropped.
struct Admission {
    _place: OwnedSemaphorePermit,
    _share: Option<Share>,
}

impl Knowledge {
    pub(crate) fn new(settings: &Settings) -> Self {
        let tables = settings.tables.clone();
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        Knowledge {
            library: Library::new(tables.map_or_else(Tables::nowhere, Tables::in_folder)),
            budget: settings.limits.budget(),
            admitted: Arc::new(Semaphore::new(settings.limits.analyses as usize)),
            most: settings.limits.analyses as usize,
            shares: Arc::new(Places::new(settings.limits.analyses_a_client)),
            running: Arc::new(Semaphore::new(cores)),
            quick: Arc::new(Semaphore::new(cores)),
        }
    }

    /// Answers a question, where it costs as little as its reading says.
    pub(crate) async fn answer<Q: Question + Send + 'static>(
        &self,
        question: Q,
    ) -> Result<Q::Answer, Problem> {
        let reading = if question.is_long() {
            self.work(move || question.read()).await??
        } else {
            question.read()?
        };
        let context = self.context();
        let variant = match &reading.needs {
            Needs::Nothing => return Ok(reading.answer(&context)?),
            Needs::Values(position) if self.is_known(&**position) => {
                return Ok(reading.answer(&context)?);
            }
            Needs::Work => return Ok(self.work(move || reading.answer(&context)).await??),
            Needs::Values(position) => position.variant(),
            Needs::Oracle(variant) => *variant,
        };
        let answer = self.consult(variant, move || reading.answer(&context));
        Ok(answer.await??)
    }

    /// How many questions are being thought about, by lane.
    pub(crate) fn lanes(&self) -> Vec<(&'static str, usize)> {
        let taken = self.most - self.admitted.available_permits();
        vec![("all", taken)]
    }

    fn context(&self) -> Context {
        Context {
            library: self.library.clone(),
            budget: self.budget,
            date: date(clock::now()),
            seed: Dice::unforeseen_seed(),
        }
    }

    /// Whether the values of a position are looked up in a table that is there.
    fn is_known(&self, position: &dyn AnyPosition) -> bool {
        let oracle = self.library.ready(position.variant());
        oracle.is_some_and(|oracle| oracle.is_tabulated(position))
    }

    /// Does work on the pool once the oracle of a game is there.
    async fn consult<T: Send + 'static>(
        &self,
        variant: &'static dyn Variant,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let admitted = self.admit()?;
        self.prepare(variant).await?;
        self.run(&self.running, admitted, work).await
    }

    /// Does work that needs no oracle on the pool.
    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let admitted = self.admit()?;
        self.run(&self.quick, admitted, work).await
    }

    fn admit(&self) -> Result<Admission, Problem> {
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

    async fn run<T: Send + 'static>(
        &self,
        cores: &Arc<Semaphore>,
        admitted: Admission,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let running = Arc::clone(cores)
            .acquire_owned()
            .await
            .map_err(|_| Problem::fault())?;
        let answer = task::spawn_blocking(move || {
            // Work whose client has gone still takes its place until it is done.
            let _places = (admitted, running);
            work()
        });
        answer.await.map_err(|_| Problem::fault())
    }

    /// Waits until the oracle of a game is there.
    async fn prepare(&self, variant: &'static dyn Variant) -> Result<(), Problem> {
        if self.library.ready(variant).is_some() {
            return Ok(());
        }
        // Waiting for a table that another thread computes takes a thread, but no core.
        let library = self.library.clone();
        let made = task::spawn_blocking(move || {
            library.oracle(variant);
            library.table(variant)
        });
        if let Some((_, Some(error))) = made.await.map_err(|_| Problem::fault())? {
            tracing::warn!(%error, ?variant, "a table could not be kept");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use quintet_games::catalogue;

    use super::*;

    #[tokio::test]
    async fn a_panic_costs_its_own_question_and_gives_the_place_back() {
        let mut settings = Settings::default();
        settings.limits.analyses = 1;
        let knowledge = Knowledge::new(&settings);
        let variant = catalogue().next().expect("there are games").standard();
        for _ in 0..3 {
            let nothing: Result<(), _> = knowledge.work(|| panic!("injected")).await;
            assert!(nothing.is_err());
            let nothing: Result<(), _> = knowledge.consult(variant, || panic!("injected")).await;
            assert!(nothing.is_err());
        }
        assert_eq!(knowledge.work(|| 1).await.ok(), Some(1));
        assert_eq!(knowledge.consult(variant, || 2).await.ok(), Some(2));
    }

    #[tokio::test]
    async fn work_whose_client_has_gone_still_takes_its_place() {
        let mut settings = Settings::default();
        settings.limits.analyses = 1;
        let knowledge = Knowledge::new(&settings);
        let (finish, wait) = std::sync::mpsc::channel::<()>();
        let (begun, has_begun) = tokio::sync::oneshot::channel();
        let work = knowledge.work(move || {
            begun.send(()).expect("the test waits");
            // Ends when the other end is dropped.
            let _ = wait.recv();
        });
        tokio::select! {
            biased;
            _ = work => panic!("the work waits"),
            _ = has_begun => {}
        }
        assert!(knowledge.work(|| 1).await.is_err(), "the place is taken");
        drop(finish);
        let place = knowledge.admitted.acquire().await;
        drop(place.expect("never closed"));
        assert_eq!(knowledge.work(|| 1).await.ok(), Some(1));
    }
}
