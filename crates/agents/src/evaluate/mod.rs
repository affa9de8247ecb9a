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

use quintet_arena::{Library, Who, openings};
use quintet_evaluation::{Exercise, GameReport, Question, QuestionSet, Report, Run};
use quintet_games::Variant;
use quintet_rules::Player;
use quintet_solver::Progress;

use crate::{Address, Network, Policy};
use examiner::{Answers, Attempts, Examiner};
use game::{PlayedGame, ScheduledGame, matchups};
pub use html::{leaderboard_html, provenance, report_html};
pub use log::EvaluationError;
use log::{Entry, Header, Log, LoggedAnswers};

/// A game of an evaluation and its questions.
#[derive(Clone)]
pub struct GameQuestions {
    /// The game.
    pub variant: &'static dyn Variant,
    /// The questions.
    pub exercises: Arc<Vec<Exercise>>,
}

/// Parameters of an evaluation.
pub struct Evaluation {
    /// The player under test; not a person.
    pub who: Who,
    /// The seed, the numbers of questions and games, and what else the report states. The run adds the player, its prompt and
    /// parameters.
    pub run: Run,
    /// The games and their questions.
    pub games: Vec<GameQuestions>,
    /// Opponents: levels or random.
    pub opponents: Vec<Who>,
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
    exercises: Arc<Vec<Exercise>>,
    games: Vec<ScheduledGame>,
    /// The answers to each exercise in turn.
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
    /// Returns the share of the total work. A game has several questions.
    const fn weight(self) -> u64 {
        match self {
            Job::Exercise(..) => 1,
            Job::Game(..) => 8,
        }
    }
}

/// The share of requests that may fail without voiding the result: one of this many.
const FAILURES_OF: usize = 20;

impl Evaluation {
    /// Asks all questions that the log does not answer, and returns the report.
    pub fn run(
        &self,
        library: &Library,
        log: Option<&Path>,
        progress: &Progress,
    ) -> Result<Report, EvaluationError> {
        if self.games.is_empty() {
            return Err(EvaluationError::NoGames);
        }
        let run = self.described();
        let (log, logged) = match log {
            None => (None, LoggedAnswers::new()),
            Some(path) => {
                let (log, logged) = Log::open(path, &self.header(&run))?;
                (Some(log), logged)
            }
        };
        let subjects: Vec<_> = self
            .games
            .iter()
            .map(|game| self.subject(game, library))
            .collect();
        let jobs = |(n, subject): (usize, &Subject)| {
            let exercises = (0..subject.answers.len()).map(move |k| Job::Exercise(n, k));
            let games = (0..subject.games.len()).map(move |k| Job::Game(n, k));
            exercises.chain(games).collect::<Vec<_>>()
        };
        let jobs: Vec<Job> = subjects.iter().enumerate().flat_map(jobs).collect();
        progress.expect(jobs.iter().map(|job| job.weight()).sum());
        let answers = Answers {
            log,
            logged,
            failed: AtomicUsize::new(0),
            most_failed: jobs.len() / FAILURES_OF,
        };
        self.work(&jobs, &subjects, &answers, progress)?;
        let parts = self.games.iter().zip(subjects).map(|(game, subject)| {
            let entries = all(subject.answers);
            let (oracle, exercises) = (&*subject.examiner.oracle, &*subject.exercises);
            // The repeats of all exercises follow each other.
            let responses = exercises.iter().cycle().zip(&entries);
            let responses: Vec<_> = responses
                .map(|(one, entry)| (one, entry.answer()))
                .collect();
            let matchups = matchups(&self.opponents, &subject.games, &all(subject.played));
            GameReport::of(game.variant, oracle, &responses, matchups)
        });
        Ok(Report::of(run, parts.collect()))
    }

    /// Returns how the report was made.
    fn described(&self) -> Run {
        let address = match &self.who {
            Who::Outside(address) => address.parse::<Address>().ok(),
            _ => None,
        };
        let is_model = matches!(address, Some(Address::Chat { .. }));
        let exercises = self.games.iter().flat_map(|game| &*game.exercises);
        let questions = exercises.map(Question::of).collect();
        let has_games = self.run.pairs > 0;
        let opponents = self.opponents.iter().map(|who| who.name().to_owned());
        Run {
            player: self.who.name().to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            opponents: if has_games {
                opponents.collect()
            } else {
                Vec::new()
            },
            retries: if has_games { self.policy.retries } else { 0 },
            hash: QuestionSet::new(String::new(), questions).hash,
            on_failure: (has_games && address.is_some()).then(|| {
                let name = if self.policy.forfeits {
                    "loss"
                } else {
                    "random"
                };
                name.to_owned()
            }),
            move_time: address.map(|address| self.policy.time_of(&address).as_secs_f64()),
            prompt: is_model.then(|| self.network.prompt().hash().to_owned()),
            parameters: if is_model {
                self.network.parameters().clone()
            } else {
                serde_json::Map::default()
            },
            price: self.network.price_of(self.who.name()),
            ..self.run.clone()
        }
    }

    fn header(&self, run: &Run) -> Header {
        Header {
            log: 3,
            // A run can be resumed on another day and with other prices.
            run: Run {
                date: String::new(),
                price: None,
                ..run.clone()
            },
            games: self.games.iter().map(|game| named(game.variant)).collect(),
        }
    }

    fn subject(
        &self,
        GameQuestions { variant, exercises }: &GameQuestions,
        library: &Library,
    ) -> Subject {
        let examiner = Examiner::new(self, *variant, library);
        let (oracle, seed) = (&*examiner.oracle, self.run.seed);
        let openings = openings(*variant, oracle, Who::BUDGET, self.run.pairs, seed);
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
        let count = exercises.len() * self.run.repeats.max(1) as usize;
        Subject {
            answers: (0..count).map(|_| OnceLock::new()).collect(),
            played: games.iter().map(|_| OnceLock::new()).collect(),
            examiner,
            exercises: Arc::clone(exercises),
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
                let count = subject.exercises.len();
                let exercise = &subject.exercises[number % count];
                let task = match number / count {
                    0 => format!("position {}", number + 1),
                    repeat => format!("position {}, repeat {}", number % count + 1, repeat + 1),
                };
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
