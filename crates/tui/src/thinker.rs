//! What takes time: choosing moves, analysing, reviewing, making puzzles. It happens beside the interface.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use quintet_arena::{
    Chooser, Dice, Level, OracleSource, Puzzle, Record, Review, Tables, Who, reason, verdict,
};
use quintet_games::{Analysis, AnyOracle, AnyPosition, Variant};
use quintet_rules::Player;
use quintet_solver::{Progress, Value};

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
    Truth(Box<dyn AnyPosition>),
    /// What a move leads to, for whoever made it.
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
    /// What a move leads to, as in "loses in 4: after 3 3 you have no cell left".
    Consequence(String),
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

/// By game and size. An oracle that is being made is waited for, not made twice.
type Oracles = HashMap<(&'static str, String), Arc<OnceLock<Arc<dyn AnyOracle>>>>;

/// Whoever answers. Knows the games that it has been asked about; copies know the same.
#[derive(Clone)]
pub struct Thinker(Arc<Inner>);

struct Inner {
    tables: Tables,
    oracles: Mutex<Oracles>,
    progress: Mutex<Arc<Progress>>,
}

impl Thinker {
    /// A thinker that keeps its tables there.
    pub fn new(tables: Tables) -> Self {
        Thinker(Arc::new(Inner {
            tables,
            oracles: Mutex::default(),
            progress: Mutex::default(),
        }))
    }

    /// From 0 to 1: how far the long work has come that was begun last.
    pub fn share(&self) -> f64 {
        lock(&self.0.progress).share()
    }

    /// Progress of long work, which is now the one that is shown.
    fn shown_progress(&self) -> Arc<Progress> {
        let progress = Arc::new(Progress::default());
        *lock(&self.0.progress) = Arc::clone(&progress);
        progress
    }

    fn oracle(&self, variant: &'static dyn Variant) -> Arc<dyn AnyOracle> {
        let key = (variant.id(), variant.size().to_string());
        let place = Arc::clone(lock(&self.0.oracles).entry(key).or_default());
        let oracle = place.get_or_init(|| {
            let progress = self.shown_progress();
            self.0
                .tables
                .oracle(variant, &progress)
                .expect("nobody cancels it")
                .oracle
        });
        Arc::clone(oracle)
    }

    /// Thinks until the answer is there.
    pub fn answer(&self, request: Request) -> Answer {
        let finding = match request.question {
            Question::Move {
                position,
                who,
                seed,
                ..
            } => Finding::Move(self.choose(&*position, who, seed)),
            Question::Truth(position) => Finding::Truth(self.truth(&*position)),
            Question::Consequence { position, mv } => {
                Finding::Consequence(self.consequence(&*position, &mv))
            }
            Question::Review(record) => {
                let oracle = self.oracle(record.variant());
                let progress = self.shown_progress();
                Finding::Review(Review::of(&record, &*oracle, Who::BUDGET, &progress))
            }
            Question::Puzzle { variant, seed } => {
                let oracle = self.oracle(variant);
                Finding::Puzzle(Puzzle::of_seed(variant, &*oracle, seed, Puzzle::BUDGET))
            }
        };
        Answer {
            id: request.id,
            finding,
        }
    }

    fn choose(&self, position: &dyn AnyPosition, who: Who, seed: u64) -> String {
        let (thinker, variant) = (self.clone(), position.variant());
        // Asked only by whoever needs the truth: random moves wait for no table.
        let source: OracleSource = Arc::new(move || thinker.oracle(variant));
        let chooser = who.chooser(Dice::for_game(seed, 0, Player::One), &source);
        let mut chooser: Box<dyn Chooser> = chooser
            .unwrap_or_else(|| Box::new(Level::new(source, Dice::new(seed, 0), 0, Who::BUDGET)));
        chooser.choose(position)
    }

    fn truth(&self, position: &dyn AnyPosition) -> Truth {
        let oracle = self.oracle(position.variant());
        let analysis = oracle.analyze(position, Who::BUDGET);
        let line = oracle.line(position, Who::BUDGET);
        let reason = reason(position, analysis.value, &line);
        Truth {
            position: position.text(),
            analysis,
            line,
            reason,
        }
    }

    fn consequence(&self, position: &dyn AnyPosition, mv: &str) -> String {
        let reader = position.to_move();
        let next = position.play(mv).expect("it has been played").position;
        let oracle = self.oracle(position.variant());
        let value = oracle
            .value(&*next, Who::BUDGET)
            .map(Value::one_ply_earlier);
        let line = oracle.line(&*next, Who::BUDGET);
        let end = line.iter().fold(next, |position, mv| {
            position.play(mv).expect("a line is legal").position
        });
        let last = line.last().map_or(mv, String::as_str);
        match (value, end.end_clause(reader)) {
            (Some(Value::Win(_) | Value::Loss(_)), Some(clause)) => {
                format!("{}: after {last} {clause}", verdict(value))
            }
            (Some(Value::Endless), _) => "lets it go on for ever".to_owned(),
            _ => verdict(value),
        }
    }
}

/// What a thread that panicked has left is as good as ever: nothing is changed in several steps.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
