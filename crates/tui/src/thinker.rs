//! What takes time: choosing moves, analysing, reviewing, making puzzles. It happens beside the interface.

use std::sync::Arc;

use quintet_arena::{
    Chooser, Dice, Level, OracleSource, Puzzle, Record, Review, Tables, Who, reason, verdict,
};
use quintet_games::{Analysis, AnyPosition, Variant};
use quintet_rules::Player;
use quintet_solver::Value;

use crate::library::Library;

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

/// Answers questions. Copies share the oracles of the games that were asked about.
#[derive(Clone)]
pub struct Thinker(Arc<Library>);

impl Thinker {
    /// A thinker that keeps its tables there.
    pub fn new(tables: Tables) -> Self {
        Thinker(Arc::new(Library::new(tables)))
    }

    /// From 0 to 1: how far the long work has come that was begun last.
    pub fn share(&self) -> f64 {
        self.0.share()
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
                let oracle = self.0.oracle(record.variant());
                let progress = self.0.progress();
                Finding::Review(Review::of(&record, &*oracle, Who::BUDGET, &progress))
            }
            Question::Puzzle { variant, seed } => {
                let oracle = self.0.oracle(variant);
                Finding::Puzzle(Puzzle::of_seed(variant, &*oracle, seed, Puzzle::BUDGET))
            }
        };
        Answer {
            id: request.id,
            finding,
        }
    }

    fn choose(&self, position: &dyn AnyPosition, who: Who, seed: u64) -> String {
        let (library, variant) = (Arc::clone(&self.0), position.variant());
        // Asked only by a level that needs values: random moves wait for no table.
        let source: OracleSource = Arc::new(move || library.oracle(variant));
        let chooser = who.chooser(Dice::for_game(seed, 0, Player::One), &source);
        let mut chooser: Box<dyn Chooser> = chooser
            .unwrap_or_else(|| Box::new(Level::new(source, Dice::new(seed, 0), 0, Who::BUDGET)));
        chooser.choose(position)
    }

    fn truth(&self, position: &dyn AnyPosition) -> Truth {
        let oracle = self.0.oracle(position.variant());
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
        let oracle = self.0.oracle(position.variant());
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
