//! What takes time: choosing moves, analysing, reviewing, making puzzles. It happens on threads of its own.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use quintet_arena::{
    ANSWER_TIME, Competitor, Dice, Explanation, FIRST_LOOK, Library, Puzzle, Record, Review,
    Session, Who, consequence,
};
use quintet_games::{AnyOracle, AnyPosition, Variant};
use quintet_rules::Player;
use quintet_solver::{Allowance, Budget, Progress};

/// A question, with a number by which its answer is recognised.
#[derive(Clone, Debug)]
pub struct Request {
    /// The number of the question.
    pub id: u64,
    /// What is asked.
    pub question: Question,
}

/// What can be asked.
#[derive(Clone, Debug)]
pub enum Question {
    /// Which move a player makes who is not a person.
    Move {
        /// Where, and what led there.
        session: Box<Session>,
        /// Who chooses.
        who: Who,
        /// What its random choices depend on.
        seed: u64,
        /// Whether people only watch: then a move may take its time, or they would see nothing.
        is_watched: bool,
    },
    /// What every move is worth, the best line and the reason.
    Explanation {
        /// Where.
        position: Box<dyn AnyPosition>,
        /// Whether it is what is found at once, to be shown until the rest is there.
        is_first: bool,
    },
    /// What a move leads to, for the player who made it.
    Consequence {
        /// Where.
        position: Box<dyn AnyPosition>,
        /// Which move.
        mv: String,
    },
    /// Where a game went wrong.
    Review(Box<Record>),
    /// A puzzle.
    Puzzle {
        /// Of which game.
        variant: &'static dyn Variant,
        /// Which one.
        seed: u64,
    },
}

impl Question {
    /// The game that it is about.
    pub fn variant(&self) -> &'static dyn Variant {
        match self {
            Question::Move { session, .. } => session.variant(),
            Question::Explanation { position, .. } | Question::Consequence { position, .. } => {
                position.variant()
            }
            Question::Review(record) => record.variant(),
            Question::Puzzle { variant, .. } => *variant,
        }
    }
}

/// The answer to a request.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The number of the question.
    pub id: u64,
    /// What was found.
    pub finding: Finding,
}

/// What can be answered.
#[derive(Clone, Debug)]
pub enum Finding {
    /// The chosen move.
    Move(String),
    /// Why a player from outside has chosen none, in words.
    NoMove(String),
    /// What is known about a position.
    Explanation(Explanation),
    /// What a move leads to, as in "loses in 4: after 3 3 you have no cell left".
    Consequence(String),
    /// The review of a game.
    Review(Review),
    /// A puzzle, if there is one.
    Puzzle(Option<Puzzle>),
}

/// Seats a player from outside at a game, with the random choices that may be made for it.
pub type Seat = dyn Fn(&'static dyn Variant, &Who, Dice) -> Box<dyn Competitor> + Send + Sync;

/// Answers questions. Copies share the oracles of the games that were asked about.
#[derive(Clone)]
pub struct Thinker {
    library: Library,
    /// `None` if no player from outside can be chosen.
    outside: Option<Arc<Seat>>,
    /// The work that may still be going on, in the order in which it was begun.
    begun: Arc<Mutex<Vec<Work>>>,
}

/// The work on an answer.
#[derive(Clone)]
pub struct Work {
    library: Library,
    outside: Option<Arc<Seat>>,
    request: Request,
    /// How far it has come with the oracle of its game, and whether it is still wanted.
    progress: Arc<Progress>,
    /// How much it may search, once it has begun to.
    allowance: Arc<OnceLock<Allowance>>,
}

impl Thinker {
    /// A thinker that answers by these oracles.
    pub fn new(library: Library) -> Self {
        Thinker {
            library,
            outside: None,
            begun: Arc::default(),
        }
    }

    /// The same, and players from outside are seated by this.
    #[must_use]
    pub fn with_outside(self, seat: Arc<Seat>) -> Self {
        Thinker {
            outside: Some(seat),
            ..self
        }
    }

    /// From 0 to 1: how far the work has come that was begun last.
    pub fn share(&self) -> f64 {
        match self.begun().last() {
            None => 0.0,
            Some(work) if self.library.ready(work.variant()).is_some() => work.progress.share(),
            Some(work) => self.library.share(work.variant()),
        }
    }

    /// Takes a question on. Its work may be done on another thread.
    pub fn begin(&self, request: Request) -> Work {
        let work = Work {
            library: self.library.clone(),
            outside: self.outside.clone(),
            request,
            progress: Arc::default(),
            allowance: Arc::default(),
        };
        self.begun().push(work.clone());
        work
    }

    /// Gives up the work on all questions but those with these numbers.
    pub fn keep_only(&self, awaited: &[u64]) {
        let mut begun = self.begun();
        let unwanted = begun.extract_if(.., |work| !awaited.contains(&work.request.id));
        let unwanted: Vec<Work> = unwanted.collect();
        for work in unwanted {
            work.give_up();
            let variant = work.variant();
            let key = |variant: &dyn Variant| (variant.id(), variant.size());
            let needs_it = |other: &Work| key(other.variant()) == key(variant);
            if !begun.iter().any(needs_it) {
                self.library.cancel(variant);
            }
        }
    }

    /// What a thread that panicked has left is as good as ever: nothing is changed in several steps.
    fn begun(&self) -> MutexGuard<'_, Vec<Work>> {
        self.begun.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Work {
    /// Ends it as soon as it can end.
    fn give_up(&self) {
        self.progress.cancel();
        if let Some(allowance) = self.allowance.get() {
            allowance.withdraw();
        }
    }

    fn variant(&self) -> &'static dyn Variant {
        self.request.question.variant()
    }

    /// Thinks until the answer is there; `None` if the work was [given up](Thinker::keep_only).
    pub fn answer(&self) -> Option<Answer> {
        let finding = match &self.request.question {
            Question::Move {
                session, who, seed, ..
            } => self.choose(session, who, *seed)?,
            Question::Explanation { position, is_first } => self.found(|oracle, budget| {
                let budget = if *is_first {
                    budget.at_most(FIRST_LOOK)
                } else {
                    budget
                };
                Finding::Explanation(Explanation::of(&**position, oracle, budget))
            })?,
            Question::Consequence { position, mv } => self.found(|oracle, budget| {
                Finding::Consequence(consequence(&**position, mv, oracle, budget))
            })?,
            Question::Review(record) => self.found(|oracle, budget| {
                Finding::Review(Review::of(record, oracle, budget, &self.progress))
            })?,
            Question::Puzzle { variant, seed } => {
                let (oracle, budget) = (self.oracle()?, Puzzle::BUDGET);
                let puzzle = Puzzle::of_seed(*variant, &*oracle, *seed, budget, &self.progress);
                Finding::Puzzle(puzzle)
            }
        };
        let answer = Answer {
            id: self.request.id,
            finding,
        };
        (!self.progress.is_cancelled()).then_some(answer)
    }

    /// What is found in the time that a person waits.
    fn found(&self, find: impl FnOnce(&dyn AnyOracle, Budget) -> Finding) -> Option<Finding> {
        let oracle = self.oracle()?;
        let allowance = self.allowance.get_or_init(|| Allowance::time(ANSWER_TIME));
        // Whoever gave the work up before that has found nothing to withdraw.
        let is_wanted = !self.progress.is_cancelled();
        is_wanted.then(|| find(&*oracle, Budget::UNBOUNDED.within(allowance)))
    }

    /// The oracle, unless this work is given up. What was made for other work that is given up is begun again.
    fn oracle(&self) -> Option<Arc<dyn AnyOracle>> {
        let mut made = None;
        while made.is_none() && !self.progress.is_cancelled() {
            made = self.library.oracle_unless_cancelled(self.variant());
        }
        made
    }

    fn choose(&self, session: &Session, who: &Who, seed: u64) -> Option<Finding> {
        let mut dice = Dice::for_game(seed, 0, Player::One);
        if let (Who::Outside(_), Some(seat)) = (who, &self.outside) {
            let mut player = seat(session.variant(), who, dice);
            return Some(match player.choose_in(session) {
                Ok(mv) => Finding::Move(mv),
                Err(reason) => Finding::NoMove(format!("{who} {reason}.")),
            });
        }
        // Random moves wait for no table.
        let oracle = if who.is_level() {
            Some(self.oracle()?)
        } else {
            None
        };
        let source = || oracle.clone().expect("only a level asks for values");
        let budget = Budget::positions(Who::EFFORT);
        let mv = who.choose(session.position(), budget, &mut dice, &source);
        mv.map(Finding::Move)
    }
}
