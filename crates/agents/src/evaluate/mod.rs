//! A player asked in many positions, and every answer judged against the truth.
//!
//! ```text
//!     exercises  -->  ask  -->  log, a line an answer  -->  judge  -->  Report
//! ```
//!
//! An answer depends on its exercise alone, so their order does not matter, and a run that was interrupted goes on from
//! its log as if nothing had happened.

mod log;
mod page;
mod report;

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use quintet_arena::{Dice, Exercise, Library, OracleSource, Who, exercises};
use quintet_games::Variant;
use quintet_solver::Progress;

use crate::{Outsiders, Policy};
pub use log::LogFault;
use log::{Entry, Header, Log};
pub use page::report_page;
pub use report::{Group, Mistake, Part, Report, Side};

/// What is to be measured.
pub struct Examination {
    /// The player; not a person.
    pub who: Who,
    /// The games.
    pub variants: Vec<&'static dyn Variant>,
    /// Exercises of each game.
    pub positions: usize,
    /// The seed of the exercises, and of a player's random choices.
    pub seed: u64,
    /// How many are asked at once.
    pub jobs: usize,
    /// How long a program from outside may think about an answer.
    pub policy: Policy,
}

/// An answer to an exercise.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Answer {
    /// A legal move as the rule book spells it.
    mv: Option<String>,
    /// What was wrong, if there is none.
    fault: Option<String>,
    /// How long it took.
    milliseconds: u64,
}

impl Examination {
    /// Asks everything that the log, if there is one, does not answer yet, and sums up. The oracles are those of the
    /// library.
    pub fn run(
        &self,
        library: &Library,
        log: Option<&Path>,
        progress: &Progress,
    ) -> Result<Report, LogFault> {
        let header = Header {
            version: 1,
            player: self.who.name().to_owned(),
            positions: self.positions,
            seed: self.seed,
            games: self
                .variants
                .iter()
                .map(|variant| named(*variant))
                .collect(),
        };
        let (log, mut known) = match log {
            None => (None, Vec::new()),
            Some(path) => {
                let (log, known) = Log::open(path, &header)?;
                (Some(log), known)
            }
        };
        progress.expect((self.positions * self.variants.len()) as u64);
        let mut parts = Vec::new();
        for variant in &self.variants {
            let name = named(*variant);
            let oracle = library.oracle(*variant);
            let exercises = exercises(*variant, &*oracle, Who::BUDGET, self.positions, self.seed);
            let of_game = |entry: &Entry| entry.game == name;
            let (mine, others) = known.into_iter().partition(of_game);
            known = others;
            let answers =
                self.answers(*variant, &exercises, mine, library, log.as_ref(), progress)?;
            parts.push(Part::of(*variant, &exercises, &answers, &*oracle));
        }
        Ok(Report::of(header, parts))
    }

    /// The answers to the exercises of a game, in their order.
    fn answers(
        &self,
        variant: &'static dyn Variant,
        exercises: &[Exercise],
        known: Vec<Entry>,
        library: &Library,
        log: Option<&Log>,
        progress: &Progress,
    ) -> Result<Vec<Answer>, LogFault> {
        let mut answers: Vec<Option<Answer>> = vec![None; exercises.len()];
        for entry in known {
            // An answer to another position is none.
            let exercise = exercises.get(entry.number);
            if exercise.is_some_and(|one| one.session.position().text() == entry.position) {
                let number = entry.number;
                answers[number] = Some(entry.answer());
            }
        }
        let open: Vec<usize> = (0..exercises.len())
            .filter(|number| answers[*number].is_none())
            .collect();
        progress.advance((exercises.len() - open.len()) as u64);
        // One answer to a question: what is wrong is not asked again.
        let policy = Policy {
            retries: 0,
            loses: true,
            ..self.policy
        };
        let outsiders = Outsiders::new(variant, policy);
        let source: OracleSource = {
            let library = library.clone();
            std::sync::Arc::new(move || library.oracle(variant))
        };
        let next = AtomicUsize::new(0);
        let found = Mutex::new(&mut answers);
        let fault: Mutex<Option<io::Error>> = Mutex::default();
        let work = || {
            loop {
                let Some(number) = open.get(next.fetch_add(1, Ordering::Relaxed)) else {
                    return;
                };
                if lock(&fault).is_some() {
                    return;
                }
                let exercise = &exercises[*number];
                let answer = self.ask(exercise, *number, &outsiders, &source);
                let written = log.map_or(Ok(()), |log| {
                    log.add(&Entry::of(&named(variant), *number, exercise, &answer))
                });
                if let Err(error) = written {
                    *lock(&fault) = Some(error);
                }
                lock(&found)[*number] = Some(answer);
                progress.advance(1);
            }
        };
        thread::scope(|scope| {
            for _ in 0..self.jobs.clamp(1, open.len().max(1)) {
                scope.spawn(work);
            }
        });
        if let Some(error) = lock(&fault).take() {
            return Err(LogFault::Written(error.to_string()));
        }
        Ok(answers.into_iter().flatten().collect())
    }

    fn ask(
        &self,
        exercise: &Exercise,
        number: usize,
        outsiders: &Outsiders,
        source: &OracleSource,
    ) -> Answer {
        // The exercises have streams of their own, which these do not meet.
        let dice = Dice::new(self.seed, u64::MAX - number as u64);
        let mut player = outsiders
            .seat(self.who, dice, source)
            .expect("a person is not examined");
        let begun = Instant::now();
        let chosen = player.choose_in(&exercise.session);
        let milliseconds = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        match chosen {
            Ok(mv) => Answer {
                mv: Some(mv),
                fault: None,
                milliseconds,
            },
            Err(reason) => Answer {
                mv: None,
                fault: Some(reason.0),
                milliseconds,
            },
        }
    }
}

/// A game at a size, as one word.
fn named(variant: &dyn Variant) -> String {
    format!("{} {}", variant.id(), variant.size())
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
