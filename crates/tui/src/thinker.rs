//! What takes time: choosing moves, analysing, reviewing, making puzzles. It happens beside the interface.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use quintet_arena::{
    Chooser, Dice, Known, Level, OracleSource, Puzzle, Record, Review, Tables, Who, reason,
};
use quintet_games::{Analysis, AnyOracle, AnyPosition, Variant};
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
    },
    /// What every move is worth, the best line and the reason.
    Truth(Box<dyn AnyPosition>),
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
    /// The truth about a position.
    Truth(Truth),
    /// The review of a game.
    Review(Review),
    /// A puzzle, if there is one.
    Puzzle(Option<Puzzle>),
}

/// All that is known about a position.
#[derive(Clone, Debug)]
pub struct Truth {
    /// Its text.
    pub position: String,
    /// The value and that of every move.
    pub analysis: Analysis,
    /// Best play.
    pub line: Vec<String>,
    /// Why, in a sentence.
    pub reason: String,
}

/// By game and size.
type Oracles = HashMap<(&'static str, String), Arc<dyn AnyOracle>>;

/// Whoever answers. Knows the games that it has been asked about.
pub struct Thinker {
    tables: Tables,
    known: Mutex<Oracles>,
    progress: Mutex<Arc<Progress>>,
}

impl Thinker {
    /// A thinker that keeps its tables there.
    pub fn new(tables: Tables) -> Self {
        Thinker {
            tables,
            known: Mutex::default(),
            progress: Mutex::default(),
        }
    }

    /// From 0 to 1: how far the table has come that is being computed.
    pub fn share(&self) -> f64 {
        self.progress
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .share()
    }

    fn oracle(&self, variant: &'static dyn Variant) -> Arc<dyn AnyOracle> {
        let key = (variant.id(), variant.size().to_string());
        let lock = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(oracle) = lock().get(&key) {
            return Arc::clone(oracle);
        }
        let progress = Arc::new(Progress::default());
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&progress);
        let Known { oracle, .. } = self.tables.oracle(variant, &progress);
        lock().entry(key).or_insert(oracle).clone()
    }

    /// Thinks until the answer is there.
    pub fn answer(&self, request: Request) -> Answer {
        let finding = match request.question {
            Question::Move {
                position,
                who,
                seed,
            } => Finding::Move(self.choose(&*position, who, seed)),
            Question::Truth(position) => Finding::Truth(self.truth(&*position)),
            Question::Review(record) => {
                let oracle = self.oracle(record.variant());
                Finding::Review(Review::of(
                    &record,
                    &*oracle,
                    Who::NODES,
                    &Progress::default(),
                ))
            }
            Question::Puzzle { variant, seed } => {
                let oracle = self.oracle(variant);
                Finding::Puzzle(Puzzle::of_seed(variant, &*oracle, seed, Who::NODES))
            }
        };
        Answer {
            id: request.id,
            finding,
        }
    }

    fn choose(&self, position: &dyn AnyPosition, who: Who, seed: u64) -> String {
        let oracle = self.oracle(position.variant());
        let source: OracleSource = Arc::new(move || Arc::clone(&oracle));
        let dice = Dice::for_game(seed, 0, Player::One);
        let chooser = who.chooser(dice, &source);
        let mut chooser: Box<dyn Chooser> = chooser
            .unwrap_or_else(|| Box::new(Level::new(source, Dice::new(seed, 0), 0, Who::NODES)));
        chooser.choose(position)
    }

    fn truth(&self, position: &dyn AnyPosition) -> Truth {
        let oracle = self.oracle(position.variant());
        let analysis = oracle.analyze(position, Who::NODES);
        let line = oracle.line(position, Who::NODES);
        let reason = reason(position, analysis.value, &line);
        Truth {
            position: position.text(),
            analysis,
            line,
            reason,
        }
    }
}
