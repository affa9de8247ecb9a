//! Answers questions: at once where nothing has to be computed, else on other threads.
//!
//! ```text
//!     at once     what is looked up in a table, and what needs no value
//!     known       sizes that are known whole, and long games: soon done
//!     searching   sizes that are not known whole: each question has an allowance
//! ```
//!
//! The threads that talk to the network never compute for long. What is known never waits for a search,
//! and searches leave a core to everything else.

use std::num::NonZero;
use std::sync::Arc;

use quintet_api::{AnyRequest, Context, Needs, Request};
use quintet_arena::{Dice, Library, Tables, date};
use quintet_games::{AnyPosition, Variant};
use quintet_solver::{Allowance, Budget};
use tokio::task;

use crate::clock;
use crate::http::problem::Problem;
use crate::requests::queue::Lane;
use crate::settings::Settings;

/// The oracles of all games, and the threads on which questions about them are answered.
pub(crate) struct Knowledge {
    library: Library,
    /// Positions that may be looked at for one question.
    nodes: u64,
    known: Lane,
    searching: Lane,
}

/// Withdraws the allowance of a question when its answer is no longer waited for.
struct Wanted(Arc<Allowance>);

impl Drop for Wanted {
    fn drop(&mut self) {
        self.0.withdraw();
    }
}

impl Knowledge {
    pub(crate) fn new(settings: &Settings) -> Self {
        let (tables, limits) = (settings.tables.clone(), &settings.limits);
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        let all_but_one = (cores - 1).max(1);
        Knowledge {
            library: Library::new(
                settings.catalogue,
                tables.map_or_else(Tables::nowhere, Tables::in_folder),
            ),
            nodes: limits.nodes.into(),
            known: Lane::new(limits, cores, all_but_one),
            searching: Lane::new(limits, all_but_one, 1),
        }
    }

    /// Answers a question, where it costs as little as its reading says.
    pub(crate) async fn answer<Q: Request + Send + 'static>(
        &self,
        question: Q,
    ) -> Result<Q::Response, Problem> {
        let (question, answer) = AnyRequest::new(question);
        self.run(question).await?;
        Ok(answer.take())
    }

    /// The same for a question whose answer goes elsewhere.
    pub(crate) async fn run(&self, question: AnyRequest) -> Result<(), Problem> {
        let catalogue = self.library.catalogue();
        let reading = if question.is_long {
            self.work(move || question.read(catalogue)).await??
        } else {
            question.read(catalogue)?
        };
        let allowance = Arc::new(Allowance::positions(self.nodes));
        let _wanted = Wanted(Arc::clone(&allowance));
        let context = self.context(allowance);
        let variant = match &reading.needs {
            Needs::Nothing => return Ok(reading.respond(&context)?),
            Needs::Values(position) if self.is_tabulated(&**position) => {
                return Ok(reading.respond(&context)?);
            }
            Needs::Work => return Ok(self.work(move || reading.respond(&context)).await??),
            Needs::Values(position) => position.variant(),
            Needs::Oracle(variant) => *variant,
        };
        let answer = self.consult(variant, move || reading.respond(&context));
        Ok(answer.await??)
    }

    /// How many questions are being thought about, by lane.
    pub(crate) fn lanes(&self) -> Vec<(&'static str, usize)> {
        vec![
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
            seed: Dice::unforeseen_seed(),
        }
    }

    /// Whether the values of a position are looked up in a table that is there.
    fn is_tabulated(&self, position: &dyn AnyPosition) -> bool {
        let oracle = self.library.ready(position.variant());
        oracle.is_some_and(|oracle| oracle.is_tabulated(position))
    }

    /// Does work for which the oracle of a game is needed.
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
        let lane = if is_solved == Some(true) {
            &self.known
        } else {
            &self.searching
        };
        lane.run(lane.admit()?, work).await
    }

    /// Whether every position of a game is known; `None` if its oracle has not been made.
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

    /// Waits until the oracle of a game is there.
    async fn prepare(&self, variant: &'static dyn Variant) -> Result<(), Problem> {
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
    use quintet_games::Catalogue;

    use super::*;

    #[tokio::test]
    async fn a_panic_costs_its_own_question_and_gives_the_place_back() {
        let mut settings = Settings::default();
        settings.limits.analyses = 1;
        let knowledge = Knowledge::new(&settings);
        let variant = Catalogue::STANDARD
            .iter()
            .next()
            .expect("there are games")
            .standard();
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
        let place = knowledge.known.admitted.acquire().await;
        drop(place.expect("never closed"));
        assert_eq!(knowledge.work(|| 1).await.ok(), Some(1));
    }

    /// A size that is not known whole.
    fn unknown() -> &'static dyn Variant {
        let library = Library::new(Catalogue::STANDARD, Tables::nowhere());
        let is_unknown = |variant: &&'static dyn Variant| {
            variant.solution().table_version().is_none() && !library.oracle(*variant).is_solved()
        };
        let mut sizes = Catalogue::STANDARD
            .iter()
            .flat_map(|listing| listing.sizes.iter().copied());
        sizes.find(is_unknown).expect("some size is not known")
    }

    #[tokio::test]
    async fn what_is_known_does_not_wait_for_searches() {
        let mut settings = Settings::default();
        settings.limits.analyses = 3;
        let knowledge = Arc::new(Knowledge::new(&settings));
        let known = Catalogue::STANDARD
            .iter()
            .next()
            .expect("there are games")
            .standard();
        knowledge.consult(known, || ()).await.expect("an answer");
        knowledge
            .consult(unknown(), || ())
            .await
            .expect("an answer");
        let (finish, wait) = std::sync::mpsc::channel::<()>();
        let wait = Arc::new(std::sync::Mutex::new(wait));
        let searches: Vec<_> = (0..3)
            .map(|_| {
                let (knowledge, wait) = (Arc::clone(&knowledge), Arc::clone(&wait));
                tokio::spawn(async move {
                    // Ends when the other end is dropped.
                    let work = move || wait.lock().is_ok_and(|wait| wait.recv().is_err());
                    knowledge.consult(unknown(), work).await.ok()
                })
            })
            .collect();
        while knowledge.searching.admitted.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let refused = knowledge.consult(unknown(), || ()).await;
        assert!(refused.is_err(), "all places for searches are taken");
        assert_eq!(knowledge.consult(known, || 1).await.ok(), Some(1));
        assert_eq!(knowledge.work(|| 2).await.ok(), Some(2));
        drop(finish);
        for search in searches {
            assert_eq!(search.await.ok().flatten(), Some(true));
        }
    }

    #[tokio::test]
    async fn a_search_for_which_nobody_waits_is_given_up() {
        let mut settings = Settings::default();
        // Days of work.
        settings.limits.nodes = u32::MAX;
        let knowledge = Arc::new(Knowledge::new(&settings));
        let question = quintet_api::Choose {
            game: unknown().id().to_owned(),
            size: Some(unknown().size().to_string()),
            position: None,
            player: "perfect".to_owned(),
            seed: None,
        };
        let asking = tokio::spawn({
            let knowledge = Arc::clone(&knowledge);
            async move { knowledge.answer(question).await.is_ok() }
        });
        let threads = knowledge.searching.running.available_permits();
        while knowledge.searching.running.available_permits() == threads {
            tokio::task::yield_now().await;
        }
        asking.abort();
        // The thread is free again when the search has ended.
        let all = u32::try_from(threads).expect("few threads");
        let free = knowledge.searching.running.acquire_many(all).await;
        drop(free.expect("never closed"));
    }
}
