//! The trait of all requests, and the context of their responses.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use quintet_arena::{Library, Tables, Who};
use quintet_games::{AnyOracle, AnyPosition, Catalogue, Variant};
use quintet_solver::{Allowance, Budget};
use serde::Serialize;

use crate::RequestError;

/// A stateless request about a game or a position.
pub trait Request: Sized {
    /// The document that answers the request.
    type Response: Serialize + Send + 'static;

    /// True if parsing the request is slow because it contains a long game.
    fn is_long(&self) -> bool {
        false
    }

    /// Resolves the names and parses the notation in the request. Finds every error in it.
    fn read(self, catalogue: Catalogue) -> Result<Prepared<Self::Response>, RequestError>;

    /// Reads the request and computes its response.
    fn respond(self, context: &Context) -> Result<Self::Response, RequestError> {
        self.read(context.library.catalogue())?.respond(context)
    }
}

/// A valid request.
pub struct Prepared<R> {
    /// The resources that the response needs.
    pub needs: Needs,
    work: Work<R>,
}

type Work<R> = Box<dyn FnOnce(&Context) -> Result<R, RequestError> + Send>;

/// A request of any type. Code that schedules requests is compiled once and not for every type, because the response is
/// converted to `R`: to JSON, or to nothing if it goes to a [`ResponseSlot`].
pub struct AnyRequest<R = ()> {
    /// True if parsing the request is slow because it contains a long game.
    pub is_long: bool,
    read: Box<dyn FnOnce(Catalogue) -> Result<Prepared<R>, RequestError> + Send>,
}

/// The destination of the response to an [`AnyRequest`].
pub struct ResponseSlot<R>(Arc<Mutex<Option<R>>>);

/// The resources needed for a response.
#[derive(Debug)]
pub enum Needs {
    /// Almost no time.
    Nothing,
    /// Time to replay a long game, but no oracle.
    Work,
    /// The values of this position and of those that can follow it.
    Values(Box<dyn AnyPosition>),
    /// The values of many positions.
    Oracle(&'static dyn Variant),
}

/// Default limit on the positions searched for one request: less than a second of one core in every game.
pub const NODES: u64 = 1_500_000;

/// The environment of a response, provided by a front end.
#[derive(Clone)]
pub struct Context {
    /// The games and their oracles.
    pub library: Library,
    /// Search budget for one value that is not in a table.
    pub budget: Budget<'static>,
    /// Search budget for the whole response; `None` for unlimited. Another thread may withdraw it.
    pub allowance: Option<Arc<Allowance>>,
    /// Today in UTC, such as `2026-11-15`.
    pub date: String,
    /// Seed of random choices, unless the request has one.
    pub seed: u64,
}

/// The five standard games without stored tables, and a fixed seed.
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

    /// Returns the budget for one value.
    pub(crate) fn budget(&self) -> Budget<'_> {
        let allowance = self.allowance.as_deref();
        allowance.map_or(self.budget, |allowance| self.budget.within(allowance))
    }

    /// Returns the budget for the move of a level.
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

    /// Wraps a response that is already computed.
    pub(crate) fn at_once(response: R) -> Self
    where
        R: Send + 'static,
    {
        Prepared::new(Needs::Nothing, |_| Ok(response))
    }

    /// Converts the response.
    pub(crate) fn map<S>(self, convert: impl FnOnce(R) -> S + Send + 'static) -> Prepared<S>
    where
        R: 'static,
    {
        let work = self.work;
        Prepared::new(self.needs, |context| work(context).map(convert))
    }

    /// Computes the response. [`needs`](Prepared::needs) indicates how long that may take.
    pub fn respond(self, context: &Context) -> Result<R, RequestError> {
        (self.work)(context)
    }
}

impl AnyRequest {
    /// Wraps a request. Returns it with the destination of its response.
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
}

impl AnyRequest<String> {
    /// Returns a request whose response is converted to JSON.
    pub(crate) fn to_json<Q: Request + Send + 'static>(request: Q) -> Self {
        AnyRequest {
            is_long: request.is_long(),
            read: Box::new(move |catalogue| {
                let write = |response| {
                    serde_json::to_string(&response).expect("a response can be written as JSON")
                };
                Ok(request.read(catalogue)?.map(write))
            }),
        }
    }
}

impl<R: Serialize + Send + 'static> Request for AnyRequest<R> {
    type Response = R;

    fn is_long(&self) -> bool {
        self.is_long
    }

    fn read(self, catalogue: Catalogue) -> Result<Prepared<R>, RequestError> {
        (self.read)(catalogue)
    }
}

impl<R> ResponseSlot<R> {
    /// Takes the response.
    ///
    /// # Panics
    ///
    /// Panics if the response has not been computed.
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
