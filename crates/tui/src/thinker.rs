//! What takes time: choosing moves, analysing, reviewing, making puzzles. It happens on threads of its own.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quintet_arena::{
    Dice, Explanation, Library, OracleSource, Puzzle, Record, Review, Tables, Who, consequence,
};
use quintet_games::{AnyPosition, Variant};
use quintet_rules::Player;
use quintet_solver::Progress;

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
    /// Which move a level makes.
    Move {
        /// Where.
        position: Box<dyn AnyPosition>,
        /// Who chooses.
        who: Who,
        /// What its random choices depend on.
        seed: u64,
        /// Whether people only watch: then a move may take its time, or they would see nothing.
        is_watched: bool,
    },
    /// What every move is worth, the best line and the reason.
    Explanation(Box<dyn AnyPosition>),
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
            Question::Move { position, .. }
            | Question::Explanation(position)
            | Question::Consequence { position, .. } => position.variant(),
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
    /// What is known about a position.
    Explanation(Explanation),
    /// What a move leads to, as in "loses in 4: after 3 3 you have no cell left".
    Consequence(String),
    /// The review of a game.
    Review(Review),
    /// A puzzle, if there is one.
    Puzzle(Option<Puzzle>),
}

/// Answers questions. Copies share the oracles of the games that were asked about.
#[derive(Clone)]
pub struct Thinker {
    library: Library,
    latest: Arc<Mutex<Option<Work>>>,
}

/// The work on an answer.
#[derive(Clone)]
struct Work {
    /// The game whose oracle it needs.
    variant: &'static dyn Variant,
    /// How far it has come with that oracle.
    progress: Arc<Progress>,
}

impl Thinker {
    /// A thinker that keeps its tables there.
    pub fn new(tables: Tables) -> Self {
        Thinker {
            library: Library::new(tables),
            latest: Arc::default(),
        }
    }

    /// From 0 to 1: how far the work has come that was begun last.
    pub fn share(&self) -> f64 {
        match &*self.latest() {
            None => 0.0,
            Some(work) if self.library.ready(work.variant).is_some() => work.progress.share(),
            Some(work) => self.library.share(work.variant),
        }
    }

    /// Thinks until the answer is there.
    pub fn answer(&self, request: Request) -> Answer {
        let (variant, progress) = (request.question.variant(), Arc::<Progress>::default());
        *self.latest() = Some(Work {
            variant,
            progress: Arc::clone(&progress),
        });
        let oracle = || self.library.oracle(variant);
        let finding = match request.question {
            Question::Move {
                position,
                who,
                seed,
                ..
            } => Finding::Move(self.choose(&*position, who, seed)),
            Question::Explanation(position) => {
                Finding::Explanation(Explanation::of(&*position, &*oracle(), Who::BUDGET))
            }
            Question::Consequence { position, mv } => {
                Finding::Consequence(consequence(&*position, &mv, &*oracle(), Who::BUDGET))
            }
            Question::Review(record) => {
                Finding::Review(Review::of(&record, &*oracle(), Who::BUDGET, &progress))
            }
            Question::Puzzle { variant, seed } => {
                Finding::Puzzle(Puzzle::of_seed(variant, &*oracle(), seed, Puzzle::BUDGET))
            }
        };
        Answer {
            id: request.id,
            finding,
        }
    }

    fn choose(&self, position: &dyn AnyPosition, who: Who, seed: u64) -> String {
        let (library, variant) = (self.library.clone(), position.variant());
        // Asked only by a level that needs values: random moves wait for no table.
        let source: OracleSource = Arc::new(move || library.oracle(variant));
        let chooser = who.chooser(Dice::for_game(seed, 0, Player::One), &source);
        chooser.expect("a person is not asked").choose(position)
    }

    /// What a thread that panicked has left is as good as ever: nothing is changed in several steps.
    fn latest(&self) -> MutexGuard<'_, Option<Work>> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
