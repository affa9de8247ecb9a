//! A player asked in many positions and games, and every answer judged against the truth.
//!
//! ```text
//!     exercises, openings  -->  ask  -->  log, a line an answer  -->  judge  -->  Report
//! ```
//!
//! An answer depends on its question alone, so the order of questions does not matter, and a run that was interrupted
//! goes on from its log as if nothing had happened.

mod asking;
mod contest;
mod log;
mod page;

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
use asking::{Book, Desk, Manner};
use contest::{Bout, Contest, matchups};
pub use log::Halt;
use log::{Entry, Header, Known, Log};
pub use page::report_page;

/// What is to be measured.
pub struct Examination {
    /// The player; not a person.
    pub who: Who,
    /// The games.
    pub variants: Vec<&'static dyn Variant>,
    /// Exercises of each game.
    pub positions: usize,
    /// Pairs of games against each opponent.
    pub pairs: usize,
    /// The opponents in games: levels, or random.
    pub opponents: Vec<Who>,
    /// The seed of everything.
    pub seed: u64,
    /// How many are asked at once.
    pub jobs: usize,
    /// What a wrong answer costs in a game, and how long a program from outside may think.
    pub policy: Policy,
    /// What players behind the network share.
    pub network: Arc<Network>,
}

/// A game of an examination with all that is asked there.
struct Subject {
    desk: Desk,
    exercises: Vec<Exercise>,
    contests: Vec<Contest>,
    answers: Vec<OnceLock<Entry>>,
    bouts: Vec<OnceLock<Bout>>,
}

/// Something to be asked: the number of the subject, and of the exercise or the game.
#[derive(Clone, Copy)]
enum Job {
    Exercise(usize, usize),
    Contest(usize, usize),
}

impl Job {
    /// A game has several questions.
    const fn weight(self) -> u64 {
        match self {
            Job::Exercise(..) => 1,
            Job::Contest(..) => 8,
        }
    }
}

impl Examination {
    /// Asks everything that the log, if there is one, does not answer yet, and sums up. The oracles are those of the
    /// library.
    pub fn run(
        &self,
        library: &Library,
        log: Option<&Path>,
        progress: &Progress,
    ) -> Result<Report, Halt> {
        let header = self.header();
        let book = match log {
            None => Book {
                log: None,
                known: Known::new(),
            },
            Some(path) => {
                let (log, known) = Log::open(path, &header)?;
                Book {
                    log: Some(log),
                    known,
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
            let contests = (0..subject.contests.len()).map(move |k| Job::Contest(n, k));
            exercises.chain(contests).collect::<Vec<_>>()
        };
        let jobs: Vec<Job> = subjects.iter().enumerate().flat_map(jobs).collect();
        progress.expect(jobs.iter().map(|job| job.weight()).sum());
        self.work(&jobs, &subjects, &book, progress)?;
        let parts = self
            .variants
            .iter()
            .zip(subjects)
            .map(|(variant, subject)| {
                let entries = all(subject.answers);
                let answers: Vec<_> = entries.iter().map(Entry::answer).collect();
                let bouts: Vec<_> = all(subject.bouts);
                let matchups = matchups(&self.opponents, &subject.contests, &bouts);
                let (oracle, exercises) = (&*subject.desk.oracle, &*subject.exercises);
                GameReport::of(*variant, oracle, exercises, &answers, matchups)
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
            loses: self.policy.loses,
            games: self.variants.iter().map(|one| named(*one)).collect(),
            prompt: is_model.then(|| self.network.prompt().hash().to_owned()),
        }
    }

    fn subject(&self, variant: &'static dyn Variant, library: &Library) -> Subject {
        let desk = Desk::new(self, variant, library);
        let (oracle, seed) = (&*desk.oracle, self.seed);
        let exercises = exercises(variant, oracle, Who::BUDGET, self.positions, seed);
        let openings = openings(variant, oracle, Who::BUDGET, self.pairs, seed);
        let mut contests = Vec::new();
        for opponent in &self.opponents {
            for (pair, opening) in openings.iter().enumerate() {
                contests.extend(Player::BOTH.map(|seat| Contest {
                    opponent: opponent.clone(),
                    pair,
                    seat,
                    opening: opening.clone(),
                }));
            }
        }
        Subject {
            answers: exercises.iter().map(|_| OnceLock::new()).collect(),
            bouts: contests.iter().map(|_| OnceLock::new()).collect(),
            desk,
            exercises,
            contests,
        }
    }

    /// Does all jobs, several at once. What goes wrong stops all.
    fn work(
        &self,
        jobs: &[Job],
        subjects: &[Subject],
        book: &Book,
        progress: &Progress,
    ) -> Result<(), Halt> {
        let next = AtomicUsize::new(0);
        let halted: Mutex<Option<Halt>> = Mutex::default();
        let halted = || halted.lock().unwrap_or_else(PoisonError::into_inner);
        let work = || {
            while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                if halted().is_some() {
                    return;
                }
                match self.do_one(*job, subjects, book) {
                    Ok(()) => progress.advance(job.weight()),
                    Err(halt) => {
                        halted().get_or_insert(halt);
                    }
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..self.jobs.clamp(1, jobs.len().max(1)) {
                scope.spawn(work);
            }
        });
        let halt = halted().take();
        halt.map_or(Ok(()), Err)
    }

    fn do_one(&self, job: Job, subjects: &[Subject], book: &Book) -> Result<(), Halt> {
        match job {
            Job::Exercise(n, number) => {
                let subject = &subjects[n];
                let exercise = &subject.exercises[number];
                let task = format!("position {}", number + 1);
                let (session, analysis) = (&exercise.session, &exercise.analysis);
                let entry = book.answer(&subject.desk, &task, Manner::Once, session, analysis)?;
                subject.answers[number].get_or_init(|| entry);
            }
            Job::Contest(n, number) => {
                let subject = &subjects[n];
                let bout = subject.contests[number].play(&subject.desk, book, self.policy.loses)?;
                subject.bouts[number].get_or_init(|| bout);
            }
        }
        Ok(())
    }
}

fn all<T>(cells: Vec<OnceLock<T>>) -> Vec<T> {
    let done = cells.into_iter().map(OnceLock::into_inner);
    done.map(|one| one.expect("every job is done")).collect()
}

/// A game at a size, in words.
fn named(variant: &dyn Variant) -> String {
    format!("{} {}", variant.id(), variant.size())
}
