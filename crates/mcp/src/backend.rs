//! The backend that computes the answers of the tools.

use std::pin::Pin;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use quintet_api::{AnyRequest, Context, Kind, NODES, Request, RequestError};
use quintet_arena::{Dice, Library, date};
use quintet_games::Catalogue;
use quintet_solver::{Allowance, Budget};
use tokio::task;

/// Computes answers for one client.
pub trait Backend: Send + Sync + 'static {
    /// Returns the available games.
    fn catalogue(&self) -> Catalogue;

    /// Answers a question. Dropping the future cancels the computation.
    fn answer(&self, question: AnyRequest) -> BackendFuture<'_>;

    /// Counts a new game against the limits of the client.
    fn admit_game(&self) -> Result<(), RequestError>;
}

/// The future of an answer.
pub type BackendFuture<'a> = Pin<Box<dyn Future<Output = Result<(), RequestError>> + Send + 'a>>;

/// Backend of a process with a single client, without limits.
#[derive(Clone)]
pub struct LocalBackend(pub Library);

/// A bug in the server.
const INTERNAL: Kind = Kind::new(500, "fault", "Internal error");

/// Withdraws the budget of a question when it is dropped.
struct Cancel(Arc<Allowance>);

impl Drop for Cancel {
    fn drop(&mut self) {
        self.0.withdraw();
    }
}

impl Backend for LocalBackend {
    fn catalogue(&self) -> Catalogue {
        self.0.catalogue()
    }

    fn answer(&self, question: AnyRequest) -> BackendFuture<'_> {
        let allowance = Arc::new(Allowance::positions(NODES));
        let cancel = Cancel(Arc::clone(&allowance));
        let context = Context {
            library: self.0.clone(),
            budget: Budget::UNBOUNDED,
            allowance: Some(allowance),
            date: today(),
            seed: Dice::random_seed(),
        };
        let answer = task::spawn_blocking(move || {
            let reading = question.read(context.library.catalogue())?;
            reading.respond(&context)
        });
        let internal = |_| RequestError::new(INTERNAL, "internal error; the game has not changed");
        Box::pin(async move {
            let _cancel = cancel;
            answer.await.map_err(internal)?
        })
    }

    fn admit_game(&self) -> Result<(), RequestError> {
        Ok(())
    }
}

/// Returns the current date in UTC, such as `2026-11-15`.
pub(crate) fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    date(since.map_or(0, |since| since.as_secs()))
}
