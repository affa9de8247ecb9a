//! Who answers the questions behind the tools.

use std::pin::Pin;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use quintet_api::{AnyRequest, Context, Kind, NODES, Request, RequestError};
use quintet_arena::{Dice, Library, date};
use quintet_games::Catalogue;
use quintet_solver::{Allowance, Budget};
use tokio::task;

/// Answers the questions of one client.
pub trait Answers: Send + Sync + 'static {
    /// The games.
    fn catalogue(&self) -> Catalogue;

    /// Answers a question. Work on it ends soon if the answer is no longer waited for.
    fn answer(&self, question: AnyRequest) -> Answering<'_>;

    /// Counts a new game, or says why there may be no more now.
    fn admit_game(&self) -> Result<(), RequestError>;
}

/// A question that is being answered.
pub type Answering<'a> = Pin<Box<dyn Future<Output = Result<(), RequestError>> + Send + 'a>>;

/// Answers the questions of a client that has the program for itself.
#[derive(Clone)]
pub struct Alone(pub Library);

/// The program is at fault.
const FAULT: Kind = Kind::new(500, "fault", "The server is at fault");

/// Withdraws the allowance of a question when its answer is no longer waited for.
struct Wanted(Arc<Allowance>);

impl Drop for Wanted {
    fn drop(&mut self) {
        self.0.withdraw();
    }
}

impl Answers for Alone {
    fn catalogue(&self) -> Catalogue {
        self.0.catalogue()
    }

    fn answer(&self, question: AnyRequest) -> Answering<'_> {
        let allowance = Arc::new(Allowance::positions(NODES));
        let wanted = Wanted(Arc::clone(&allowance));
        let context = Context {
            library: self.0.clone(),
            budget: Budget::UNBOUNDED,
            allowance: Some(allowance),
            date: today(),
            seed: Dice::unforeseen_seed(),
        };
        let answer = task::spawn_blocking(move || {
            let reading = question.read(context.library.catalogue())?;
            reading.respond(&context)
        });
        let fault = |_| RequestError::new(FAULT, "something went wrong; the game is as it was");
        Box::pin(async move {
            let _wanted = wanted;
            answer.await.map_err(fault)?
        })
    }

    fn admit_game(&self) -> Result<(), RequestError> {
        Ok(())
    }
}

/// Today in universal time, as `2026-11-15`.
pub(crate) fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    date(since.map_or(0, |since| since.as_secs()))
}
