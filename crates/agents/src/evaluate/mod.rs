//! Evaluation of a player: its moves in many positions and games are compared with the exact values.
//!
//! ```text
//!     exercises, openings  -->  ask  -->  log  -->  score  -->  Report
//! ```
//!
//! An answer depends only on its question, so the order of questions does not matter and an interrupted run can be resumed
//! from its log.

mod examiner;
mod game;
mod html;
mod log;

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;

use quintet_arena::report::{GameReport, Report};
use quintet_arena::{Exercise, Library, Who, exercises, openings};
use quintet_games::Variant;
use quintet_rules::Player;
use quintet_solver::Progress;

use crate::{Address, Network, Policy};
use examiner::{Answers, Attempts, Examiner};
use game::{PlayedGame, ScheduledGame, matchups};
pub use html::report_html;
pub use log::EvaluationError;
use log::{Entry, Header, Log, LoggedAnswers};

/// Parameters of an evaluation.
pub struct Evaluation {
    /// The player under test; not a person.
    pub who: Who,
    /// The games.
    pub variants: Vec<&'static dyn Variant>,
    /// Number of positions per game.
    pub positions: usize,
    /// Number of pairs of games against each opponent.
    pub pairs: usize,
    /// Opponents: levels or random.
    pub opponents: Vec<Who>,
    /// Seed of all random choices.
    pub seed: u64,
    /// Number of questions in parallel.
    pub jobs: usize,
    /// Policy for external players.
    pub policy: Policy,
    /// State shared by players behind HTTP.
    pub network: Arc<Network>,
}

/// A game of an evaluation, with its questions and answers.
struct Subject {
    examiner: Examiner,
    exercises: Vec<Exercise>,
    games: Vec<ScheduledGame>,
    answers: Vec<OnceLock<Entry>>,
    played: Vec<OnceLock<PlayedGame>>,
}

/// A unit of work: the index of the subject and that of the exercise or game.
#[derive(Clone, Copy)]
enum Job {
    Exercise(usize, usize),
    Game(usize, usize),
}

impl Job {
    /// Share of the total work. A game has several questions.
    const fn weight(self) -> u64 {
        match self {
            Job::Exercise(..) => 1,
            Job::Game(..) => 8,
        }
    }
}

impl Evaluation {
    /// Asks all questions that the log does not answer, and returns the report.
    pub fn run(
        &self,
        library: &Library,
        log: Option<&Path>,
        progress: &Progress,
    ) -> Result<Report, EvaluationError> {
        let header = self.header();
        let answers = match log {
            None => Answers {
                log: None,
                logged: LoggedAnswers::new(),
            },
            Some(path) => {
                let (log, logged) = Log::open(path, &header)?;
                Answers {
                    log: Some(log),
                    logged,
                }
            }
        };
        let subjects: Vec<_> = self
            .variants
            .iter()
            .map(|variant| self.subject(*variant, library))
            .collect();
        let jobs = |(n, subject): (usize, &Subject)| {
            let exercises = (0..subject.exercises.len()).map(move |k| Job::Exercise(n, k));
            let games = (0..subject.games.len()).map(move |k| Job::Game(n, k));
            exercises.chain(games).collect::<Vec<_>>()
        };
        let jobs: Vec<Job> = subjects.iter().enumerate().flat_map(jobs).collect();
        progress.expect(jobs.iter().map(|job| job.weight()).sum());
        self.work(&jobs, &subjects, &answers, progress)?;
        let parts = self
            .variants
            .iter()
            .zip(subjects)
            .map(|(variant, subject)| {
                let entries = all(subject.answers);
                let attempts: Vec<_> = entries.iter().map(Entry::answer).collect();
                let played: Vec<_> = all(subject.played);
                let matchups = matchups(&self.opponents, &subject.games, &played);
                let (oracle, exercises) = (&*subject.examiner.oracle, &*subject.exercises);
                GameReport::of(*variant, oracle, exercises, &attempts, matchups)
            });
        Ok(Report {
            prompt: header.prompt,
            ..Report::of(header.player, self.seed, self.positions, parts.collect())
        })
    }

    fn header(&self) -> Header {
        let is_model = matches!(self.who.name().parse(), Ok(Address::Chat { .. }));
        let names = |who: &[Who]| who.iter().map(|who| who.name().to_owned()).collect();
        Header {
            version: 1,
            player: self.who.name().to_owned(),
            positions: self.positions,
            pairs: self.pairs,
            opponents: names(&self.opponents),
            seed: self.seed,
            retries: self.policy.retries,
            loses: self.policy.forfeits,
            games: self.variants.iter().map(|one| named(*one)).collect(),
            prompt: is_model.then(|| self.network.prompt().hash().to_owned()),
        }
    }

    fn subject(&self, variant: &'static dyn Variant, library: &Library) -> Subject {
        let examiner = Examiner::new(self, variant, library);
        let (oracle, seed) = (&*examiner.oracle, self.seed);
        let exercises = exercises(variant, oracle, Who::BUDGET, self.positions, seed);
        let openings = openings(variant, oracle, Who::BUDGET, self.pairs, seed);
        let mut games = Vec::new();
        for opponent in &self.opponents {
            for (pair, opening) in openings.iter().enumerate() {
                games.extend(Player::BOTH.map(|seat| ScheduledGame {
                    opponent: opponent.clone(),
                    pair,
                    seat,
                    opening: opening.clone(),
                }));
            }
        }
        Subject {
            answers: exercises.iter().map(|_| OnceLock::new()).collect(),
            played: games.iter().map(|_| OnceLock::new()).collect(),
            examiner,
            exercises,
            games,
        }
    }

    /// Runs all jobs on several threads. The first error stops them.
    fn work(
        &self,
        jobs: &[Job],
        subjects: &[Subject],
        answers: &Answers,
        progress: &Progress,
    ) -> Result<(), EvaluationError> {
        let next = AtomicUsize::new(0);
        let failed: Mutex<Option<EvaluationError>> = Mutex::default();
        let failed = || failed.lock().unwrap_or_else(PoisonError::into_inner);
        let work = || {
            while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                if failed().is_some() {
                    return;
                }
                match self.run_job(*job, subjects, answers) {
                    Ok(()) => progress.advance(job.weight()),
                    Err(error) => {
                        failed().get_or_insert(error);
                    }
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..self.jobs.clamp(1, jobs.len().max(1)) {
                scope.spawn(work);
            }
        });
        let error = failed().take();
        error.map_or(Ok(()), Err)
    }

    fn run_job(
        &self,
        job: Job,
        subjects: &[Subject],
        answers: &Answers,
    ) -> Result<(), EvaluationError> {
        match job {
            Job::Exercise(n, number) => {
                let subject = &subjects[n];
                let exercise = &subject.exercises[number];
                let task = format!("position {}", number + 1);
                let (session, analysis) = (&exercise.session, &exercise.analysis);
                let examiner = &subject.examiner;
                let entry = answers.get(examiner, &task, Attempts::Once, session, analysis)?;
                subject.answers[number].get_or_init(|| entry);
            }
            Job::Game(n, number) => {
                let subject = &subjects[n];
                let game = &subject.games[number];
                let played = game.play(&subject.examiner, answers, self.policy.forfeits)?;
                subject.played[number].get_or_init(|| played);
            }
        }
        Ok(())
    }
}

fn all<T>(cells: Vec<OnceLock<T>>) -> Vec<T> {
    let done = cells.into_iter().map(OnceLock::into_inner);
    done.map(|one| one.expect("every job is done")).collect()
}

/// Returns the name of a game at a size, such as `gridlock 4x4`.
fn named(variant: &dyn Variant) -> String {
    format!("{} {}", variant.id(), variant.size())
}
