//! The trait of requests, and the context of their responses.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use quintet_arena::{Library, Tables, Who};
use quintet_games::{AnyOracle, AnyPosition, Catalogue, Variant};
use quintet_solver::{Allowance, Budget};
use serde::Serialize;

use crate::RequestError;

/// A request about a game or a position. No state is kept between requests.
pub trait Request: Sized {
    /// Its response.
    type Response: Serialize + Send + 'static;

    /// Whether parsing the request is slow: it contains a long game.
    fn is_long(&self) -> bool {
        false
    }

    /// Resolves the names and parses the notation in the request. Every error in it is found here.
    fn read(self, catalogue: Catalogue) -> Result<Prepared<Self::Response>, RequestError>;

    /// Reads the request and returns its response.
    fn respond(self, context: &Context) -> Result<Self::Response, RequestError> {
        self.read(context.library.catalogue())?.respond(context)
    }
}

/// A request that has been read without an error.
pub struct Prepared<R> {
    /// The resources that the response needs.
    pub needs: Needs,
    work: Work<R>,
}

type Work<R> = Box<dyn FnOnce(&Context) -> Result<R, RequestError> + Send>;

/// A request of any type. Its response goes to a [`ResponseSlot`], so that code which schedules requests is compiled once
/// and not for every type.
pub struct AnyRequest {
    /// Whether parsing the request is slow: it contains a long game.
    pub is_long: bool,
    read: Box<dyn FnOnce(Catalogue) -> Result<Prepared<()>, RequestError> + Send>,
}

/// The place of the response to an [`AnyRequest`].
pub struct ResponseSlot<R>(Arc<Mutex<Option<R>>>);

/// The resources that a response needs.
#[derive(Debug)]
pub enum Needs {
    /// Next to nothing.
    Nothing,
    /// No oracle, but a long game has to be played through.
    Work,
    /// The values of this position and of what follows it.
    Values(Box<dyn AnyPosition>),
    /// The oracle of a game, for many positions.
    Oracle(&'static dyn Variant),
}

/// Default limit on the positions searched for one request.
pub const NODES: u64 = 5_000_000;

/// The environment of a response, provided by a front end.
#[derive(Clone)]
pub struct Context {
    /// The games and their oracles.
    pub library: Library,
    /// How much may be searched for one value where no table answers.
    pub budget: Budget<'static>,
    /// How much may be searched for the whole response; any amount if it is `None`. Another thread may
    /// withdraw it.
    pub allowance: Option<Arc<Allowance>>,
    /// Today in universal time, as `2026-11-15`.
    pub date: String,
    /// The seed of random choices where a request names none.
    pub seed: u64,
}

/// The games of Quintet, without stored tables and with a fixed seed.
impl Default for Context {
    fn default() -> Self {
        Context {
            library: Library::new(Catalogue::STANDARD, Tables::nowhere()),
            budget: Who::BUDGET,
            allowance: None,
            date: "1970-01-01".to_owned(),
            seed: 0,
        }
    }
}

impl Context {
    pub(crate) fn oracle(&self, variant: &dyn Variant) -> Arc<dyn AnyOracle> {
        self.library.oracle(variant)
    }

    /// The budget for one value.
    pub(crate) fn budget(&self) -> Budget<'_> {
        let allowance = self.allowance.as_deref();
        allowance.map_or(self.budget, |allowance| self.budget.within(allowance))
    }

    /// The budget for the move of a level.
    pub(crate) fn effort(&self) -> Budget<'_> {
        let budget = match self.allowance.as_deref() {
            Some(allowance) => Budget::UNBOUNDED.within(allowance),
            None => Budget::UNBOUNDED,
        };
        budget.at_most(Who::EFFORT)
    }
}

impl<R> Prepared<R> {
    pub(crate) fn new(
        needs: Needs,
        work: impl FnOnce(&Context) -> Result<R, RequestError> + Send + 'static,
    ) -> Self {
        Prepared {
            needs,
            work: Box::new(work),
        }
    }

    /// A request whose response needs no work.
    pub(crate) fn at_once(response: R) -> Self
    where
        R: Send + 'static,
    {
        Prepared::new(Needs::Nothing, |_| Ok(response))
    }

    /// The same request with its response converted.
    pub(crate) fn map<S>(self, convert: impl FnOnce(R) -> S + Send + 'static) -> Prepared<S>
    where
        R: 'static,
    {
        let work = self.work;
        Prepared::new(self.needs, |context| work(context).map(convert))
    }

    /// Computes the response. It may take as long as [`needs`](Prepared::needs) suggests.
    pub fn respond(self, context: &Context) -> Result<R, RequestError> {
        (self.work)(context)
    }
}

impl AnyRequest {
    /// A request, and the place of its response.
    pub fn new<Q: Request + Send + 'static>(request: Q) -> (Self, ResponseSlot<Q::Response>) {
        let slot = Arc::new(Mutex::new(None));
        let filled = Arc::clone(&slot);
        let any = AnyRequest {
            is_long: request.is_long(),
            read: Box::new(move |catalogue| {
                let fill = move |response| {
                    *filled.lock().unwrap_or_else(PoisonError::into_inner) = Some(response);
                };
                Ok(request.read(catalogue)?.map(fill))
            }),
        };
        (any, ResponseSlot(slot))
    }

    /// Reads the request. Every error in it is found here.
    pub fn read(self, catalogue: Catalogue) -> Result<Prepared<()>, RequestError> {
        (self.read)(catalogue)
    }
}

impl<R> ResponseSlot<R> {
    /// The response.
    ///
    /// # Panics
    ///
    /// If there is none yet.
    pub fn take(self) -> R {
        let response = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        response.expect("the response was computed")
    }
}

impl<R> fmt::Debug for Prepared<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prepared")
            .field("needs", &self.needs)
            .finish_non_exhaustive()
    }
}
