//! What is known about the games, and the bounded pool on which long questions are answered.
//!
//! ```text
//!     admitted   so many questions at a time, and so many of one client; one more is turned away
//!     running    so many of them as there are cores; the others wait
//! ```
//!
//! The threads that talk to the network never think for long: what is looked up in a table is
//! answered at once, all else goes to other threads.

use std::num::NonZero;
use std::sync::{Arc, OnceLock};

use quintet_arena::Tables;
use quintet_games::{AnyOracle, AnyPosition, Size, Variant, catalogue};
use quintet_solver::Progress;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task;

use crate::guard::{CLIENT, Place as Share, Places};
use crate::problem::Problem;
use crate::settings::Settings;

/// Knows every game that it has been asked about. Cloning it is cheap, and clones know the same.
#[derive(Clone)]
pub(crate) struct Knowledge(Arc<Inner>);

struct Inner {
    tables: Tables,
    places: Vec<Place>,
    admitted: Arc<Semaphore>,
    /// Nobody takes all places.
    shares: Arc<Places>,
    running: Arc<Semaphore>,
    /// Quick work does not wait behind those who think.
    quick: Arc<Semaphore>,
}

/// The right to be worked for, until it is dropped.
struct Admission {
    _place: OwnedSemaphorePermit,
    _share: Option<Share>,
}

/// Where the oracle of a game and size is kept once somebody has asked for it.
struct Place {
    id: &'static str,
    size: Size,
    oracle: OnceLock<Arc<dyn AnyOracle>>,
}

impl Knowledge {
    pub(crate) fn new(settings: &Settings) -> Self {
        let place = |variant: &&dyn Variant| Place {
            id: variant.id(),
            size: variant.size(),
            oracle: OnceLock::new(),
        };
        let sizes = catalogue().flat_map(|listing| listing.sizes);
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        Knowledge(Arc::new(Inner {
            tables: settings
                .tables
                .clone()
                .map_or_else(Tables::nowhere, Tables::in_folder),
            places: sizes.map(place).collect(),
            admitted: Arc::new(Semaphore::new(settings.limits.analyses as usize)),
            shares: Arc::new(Places::new(settings.limits.analyses_a_client)),
            running: Arc::new(Semaphore::new(cores)),
            quick: Arc::new(Semaphore::new(cores)),
        }))
    }

    /// Answers a question about a position: at once if the answer is looked up in what is known
    /// already, else on the pool.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        position: Box<dyn AnyPosition>,
        question: impl FnOnce(&dyn AnyPosition, &Arc<dyn AnyOracle>) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let variant = position.variant();
        if let Some(oracle) = self.place(variant).oracle.get()
            && oracle.is_tabulated(&*position)
        {
            return Ok(question(&*position, oracle));
        }
        self.consult(variant, move |oracle| question(&*position, oracle))
            .await
    }

    /// Answers a question about a game on the pool.
    pub(crate) async fn consult<T: Send + 'static>(
        &self,
        variant: &'static dyn Variant,
        question: impl FnOnce(&Arc<dyn AnyOracle>) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let admitted = self.admit()?;
        let oracle = self.learnt(variant).await?;
        self.run(&self.0.running, admitted, move || question(&oracle))
            .await
    }

    /// Does work that needs no oracle on the pool.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let admitted = self.admit()?;
        self.run(&self.0.quick, admitted, work).await
    }

    fn admit(&self) -> Result<Admission, Problem> {
        let busy =
            || Problem::busy("too many questions are being thought about; ask again in a moment");
        let share = match CLIENT.try_with(|client| *client) {
            Ok(client) => Some(Places::take(&self.0.shares, client).ok_or_else(busy)?),
            Err(_) => None,
        };
        let place = Arc::clone(&self.0.admitted).try_acquire_owned();
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
            // Work that nobody waits for any more still takes its place until it is done.
            let _places = (admitted, running);
            work()
        });
        answer.await.map_err(|_| Problem::fault())
    }

    fn place(&self, variant: &dyn Variant) -> &Place {
        let (id, size) = (variant.id(), variant.size());
        let is_its = |place: &&Place| place.size == size && place.id == id;
        let place = self.0.places.iter().find(is_its);
        place.expect("every variant is in the catalogue")
    }

    async fn learnt(&self, variant: &'static dyn Variant) -> Result<Arc<dyn AnyOracle>, Problem> {
        if let Some(oracle) = self.place(variant).oracle.get() {
            return Ok(Arc::clone(oracle));
        }
        // To wait for a table that somebody computes takes a thread, but no core.
        let knowledge = self.clone();
        let oracle = task::spawn_blocking(move || knowledge.oracle(variant));
        oracle.await.map_err(|_| Problem::fault())
    }

    /// The oracle of a game. Whoever asks first may have to compute its table; the others wait.
    fn oracle(&self, variant: &dyn Variant) -> Arc<dyn AnyOracle> {
        let known = self.place(variant).oracle.get_or_init(|| {
            let known = self
                .0
                .tables
                .oracle(variant, &Progress::default())
                .expect("never cancelled");
            if let Some(error) = known.not_kept {
                tracing::warn!(%error, ?variant, "a table could not be kept");
            }
            known.oracle
        });
        Arc::clone(known)
    }
}

#[cfg(test)]
mod tests {
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
            let nothing: Result<(), _> = knowledge.consult(variant, |_| panic!("injected")).await;
            assert!(nothing.is_err());
        }
        assert_eq!(knowledge.work(|| 1).await.ok(), Some(1));
        let is_whole = knowledge.consult(variant, |oracle| oracle.is_whole());
        assert_eq!(is_whole.await.ok(), Some(true));
    }

    #[tokio::test]
    async fn work_that_nobody_waits_for_any_more_still_takes_its_place() {
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
        let place = knowledge.0.admitted.acquire().await;
        drop(place.expect("never closed"));
        assert_eq!(knowledge.work(|| 1).await.ok(), Some(1));
    }
}
