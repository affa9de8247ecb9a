//! Long-running work on background threads: choosing moves, analysis, reviews, puzzles.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use quintet_arena::{
    ANSWER_TIME, Competitor, Dice, Explanation, FIRST_LOOK, Library, Puzzle, Record, Review, Rush,
    Session, Who, consequence,
};
use quintet_games::{AnyOracle, AnyPosition, Variant};
use quintet_rules::Player;
use quintet_solver::{Allowance, Budget, Progress};

/// A request with an id that its response repeats.
#[derive(Clone, Debug)]
pub struct Request {
    /// The id of the request.
    pub id: u64,
    /// Content of the request.
    pub body: RequestBody,
}

/// Content of a request.
#[derive(Clone, Debug)]
pub enum RequestBody {
    /// The move of a computer player.
    Move {
        /// The game.
        session: Box<Session>,
        /// The player.
        who: Who,
        /// Seed of its random choices.
        seed: u64,
        /// True if no person plays, so that a move takes a visible time.
        is_watched: bool,
    },
    /// The values of all moves, the best line and the reason.
    Explanation {
        /// The position.
        position: Box<dyn AnyPosition>,
        /// True for a quick, preliminary result.
        is_first: bool,
    },
    /// The consequence of a move for its player.
    Consequence {
        /// The position.
        position: Box<dyn AnyPosition>,
        /// The move.
        mv: String,
    },
    /// The review of a game.
    Review(Box<Record>),
    /// A puzzle.
    Puzzle {
        /// The game.
        variant: &'static dyn Variant,
        /// The seed or day.
        seed: u64,
    },
    /// A puzzle of a rush.
    RushPuzzle {
        /// The rush.
        rush: Rush,
        /// The number of the puzzle, counted from 0.
        number: usize,
    },
}

impl RequestBody {
    /// Returns the game of the request.
    pub fn variant(&self) -> &'static dyn Variant {
        match self {
            RequestBody::Move { session, .. } => session.variant(),
            RequestBody::Explanation { position, .. }
            | RequestBody::Consequence { position, .. } => position.variant(),
            RequestBody::Review(record) => record.variant(),
            RequestBody::Puzzle { variant, .. } => *variant,
            RequestBody::RushPuzzle { rush, number } => rush.variant(*number),
        }
    }
}

/// The response to a request.
#[derive(Clone, Debug)]
pub struct Response {
    /// The id of the request.
    pub id: u64,
    /// The result.
    pub body: ResponseBody,
}

/// The result of a request.
#[derive(Clone, Debug)]
pub enum ResponseBody {
    /// The chosen move.
    Move(String),
    /// The error of an external player, in words.
    NoMove(String),
    /// The analysis of a position.
    Explanation(Explanation),
    /// The consequence of a move, such as "loses in 4: after 3 3 you have no cell left".
    Consequence(String),
    /// The review of a game.
    Review(Review),
    /// A puzzle, if any.
    Puzzle(Option<Puzzle>),
}

/// Creates an external player for a game, with the source of its random fallback moves.
pub type PlayerFactory =
    dyn Fn(&'static dyn Variant, &Who, Dice) -> Box<dyn Competitor> + Send + Sync;

/// Answers requests. Clones share their oracles.
#[derive(Clone)]
pub struct Worker {
    library: Library,
    /// `None` without external players.
    outside: Option<Arc<PlayerFactory>>,
    /// Job in progress, oldest first.
    begun: Arc<Mutex<Vec<Job>>>,
}

/// Job on a response.
#[derive(Clone)]
pub struct Job {
    library: Library,
    outside: Option<Arc<PlayerFactory>>,
    request: Request,
    /// Progress of the oracle, and cancellation.
    progress: Arc<Progress>,
    /// Its search limit, once it has started.
    allowance: Arc<OnceLock<Allowance>>,
}

impl Worker {
    /// Creates a worker with these oracles.
    pub fn new(library: Library) -> Self {
        Worker {
            library,
            outside: None,
            begun: Arc::default(),
        }
    }

    /// Returns the same, with external players.
    #[must_use]
    pub fn with_external(self, seat: Arc<PlayerFactory>) -> Self {
        Worker {
            outside: Some(seat),
            ..self
        }
    }

    /// Progress of the newest work, from 0 to 1.
    pub fn share(&self) -> f64 {
        match self.begun().last() {
            None => 0.0,
            Some(work) if self.library.ready(work.variant()).is_some() => work.progress.share(),
            Some(work) => self.library.share(work.variant()),
        }
    }

    /// Accepts a request, whose work may run on another thread.
    pub fn begin(&self, request: Request) -> Job {
        let work = Job {
            library: self.library.clone(),
            outside: self.outside.clone(),
            request,
            progress: Arc::default(),
            allowance: Arc::default(),
        };
        self.begun().push(work.clone());
        work
    }

    /// Cancels all work except on these requests.
    pub fn cancel_except(&self, pending: &[u64]) {
        let mut begun = self.begun();
        let unwanted = begun.extract_if(.., |work| !pending.contains(&work.request.id));
        let unwanted: Vec<Job> = unwanted.collect();
        for work in unwanted {
            work.give_up();
            let variant = work.variant();
            let key = |variant: &dyn Variant| (variant.id(), variant.size());
            let needs_it = |other: &Job| key(other.variant()) == key(variant);
            if !begun.iter().any(needs_it) {
                self.library.cancel(variant);
            }
        }
    }

    /// A poisoned lock is safe to use: every change is a single step.
    fn begun(&self) -> MutexGuard<'_, Vec<Job>> {
        self.begun.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Job {
    /// Cancels it.
    fn give_up(&self) {
        self.progress.cancel();
        if let Some(allowance) = self.allowance.get() {
            allowance.withdraw();
        }
    }

    fn variant(&self) -> &'static dyn Variant {
        self.request.body.variant()
    }

    /// Computes the response; `None` if it was [cancelled](Worker::cancel_except).
    pub fn run(&self) -> Option<Response> {
        let body = match &self.request.body {
            RequestBody::Move {
                session, who, seed, ..
            } => self.choose(session, who, *seed)?,
            RequestBody::Explanation { position, is_first } => self.found(|oracle, budget| {
                let budget = if *is_first {
                    budget.at_most(FIRST_LOOK)
                } else {
                    budget
                };
                ResponseBody::Explanation(Explanation::of(&**position, oracle, budget))
            })?,
            RequestBody::Consequence { position, mv } => self.found(|oracle, budget| {
                ResponseBody::Consequence(consequence(&**position, mv, oracle, budget))
            })?,
            RequestBody::Review(record) => self.found(|oracle, budget| {
                ResponseBody::Review(Review::of(record, oracle, budget, &self.progress))
            })?,
            RequestBody::Puzzle { variant, seed } => {
                let (oracle, budget) = (self.oracle()?, Puzzle::BUDGET);
                let puzzle = Puzzle::of_seed(*variant, &*oracle, *seed, budget, &self.progress);
                ResponseBody::Puzzle(puzzle)
            }
            RequestBody::RushPuzzle { rush, number } => {
                let (oracle, budget) = (self.oracle()?, Puzzle::BUDGET);
                let puzzle = rush.puzzle(*number, &*oracle, budget, &self.progress);
                ResponseBody::Puzzle(puzzle)
            }
        };
        let response = Response {
            id: self.request.id,
            body,
        };
        (!self.progress.is_cancelled()).then_some(response)
    }

    /// Returns the search limit of an interactive request.
    fn found(
        &self,
        find: impl FnOnce(&dyn AnyOracle, Budget) -> ResponseBody,
    ) -> Option<ResponseBody> {
        let oracle = self.oracle()?;
        let allowance = self.allowance.get_or_init(|| Allowance::time(ANSWER_TIME));
        // A cancellation before this point had nothing to withdraw.
        let is_wanted = !self.progress.is_cancelled();
        is_wanted.then(|| find(&*oracle, Budget::UNBOUNDED.within(allowance)))
    }

    /// Returns the oracle unless this work is cancelled. If other work on the oracle was cancelled, it starts again.
    fn oracle(&self) -> Option<Arc<dyn AnyOracle>> {
        let mut made = None;
        while made.is_none() && !self.progress.is_cancelled() {
            made = self.library.oracle_unless_cancelled(self.variant());
        }
        made
    }

    fn choose(&self, session: &Session, who: &Who, seed: u64) -> Option<ResponseBody> {
        let mut dice = Dice::for_game(seed, 0, Player::One);
        if let (Who::Outside(_), Some(seat)) = (who, &self.outside) {
            let mut player = seat(session.variant(), who, dice);
            return Some(match player.choose_in(session) {
                Ok(mv) => ResponseBody::Move(mv),
                Err(reason) => ResponseBody::NoMove(format!("{who} {reason}.")),
            });
        }
        // Random moves need no table.
        let oracle = if who.is_level() {
            Some(self.oracle()?)
        } else {
            None
        };
        let source = || oracle.clone().expect("only a level asks for values");
        let budget = Budget::positions(Who::EFFORT);
        let mv = who.choose(session.position(), budget, &mut dice, &source);
        mv.map(ResponseBody::Move)
    }
}
