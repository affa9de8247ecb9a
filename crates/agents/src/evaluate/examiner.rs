//! Asks a player for moves, unless the log has the answer.

use std::hash::Hasher;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use quintet_arena::{ChoiceError, Dice, Library, OracleSource, Session, Who};
use quintet_evaluation::{Scoring, Verdict};
use quintet_games::{Analysis, AnyOracle, Variant};

use super::Evaluation;
use super::log::{Entry, EvaluationError, Log, LoggedAnswers};
use crate::{ExternalPlayers, Policy};

/// The player under test in one game.
pub(super) struct Examiner {
    /// The game and its size, such as `gridlock 4x4`.
    pub(super) name: String,
    pub(super) oracle: Arc<dyn AnyOracle>,
    pub(super) source: OracleSource,
    who: Who,
    seed: u64,
    /// Without retries.
    once: ExternalPlayers,
    /// With the retries of a game.
    with_retries: ExternalPlayers,
}

/// Number of attempts at a question.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Attempts {
    /// Only the first answer counts.
    Once,
    /// Retries after invalid answers, as in a game.
    Retry,
}

impl Examiner {
    pub(super) fn new(
        evaluation: &Evaluation,
        variant: &'static dyn Variant,
        library: &Library,
    ) -> Self {
        let source: OracleSource = {
            let library = library.clone();
            Arc::new(move || library.oracle(variant))
        };
        let players = |retries, states| {
            // The caller decides what an invalid answer costs.
            let policy = Policy {
                retries,
                forfeits: true,
                states: Some(states),
                stops_at_outage: true,
                ..evaluation.policy
            };
            ExternalPlayers::new(variant, policy).sharing(Arc::clone(&evaluation.network))
        };
        Examiner {
            name: super::named(variant),
            oracle: library.oracle(variant),
            source,
            who: evaluation.who.clone(),
            seed: evaluation.run.seed,
            once: players(0, Scoring::Question),
            with_retries: players(evaluation.policy.retries, evaluation.policy.scoring()),
        }
    }

    /// Returns random choices that depend only on the task.
    pub(super) fn dice(&self, task: &str) -> Dice {
        let mut stream = Fnv(0xcbf2_9ce4_8422_2325);
        stream.write(self.name.as_bytes());
        stream.write(task.as_bytes());
        Dice::new(self.seed, stream.finish())
    }

    fn ask(
        &self,
        task: &str,
        attempts: Attempts,
        session: &Session,
        analysis: &Analysis,
    ) -> Result<Entry, EvaluationError> {
        let players = match attempts {
            Attempts::Once => &self.once,
            Attempts::Retry => &self.with_retries,
        };
        let seated = players.seat(&self.who, self.dice(task), &self.source);
        let mut player = seated.expect("a person is not examined");
        let begun = Instant::now();
        let chosen = player.choose_in(session);
        let milliseconds = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        let exchanges = player.exchanges();
        let first_fault = exchanges.first().and_then(|first| first.kind);
        let (answer, fault) = match chosen {
            Ok(mv) => (Some(mv), None),
            Err(ChoiceError::Loses(reason)) => (None, Some(reason)),
            Err(ChoiceError::Stops(reason)) => return Err(EvaluationError::Stopped(reason)),
        };
        let verdict = Verdict::of(analysis, answer.as_deref());
        Ok(Entry {
            game: self.name.clone(),
            task: task.to_owned(),
            position: session.position().text(),
            answer,
            first_fault,
            fault,
            milliseconds,
            kept: verdict.map(|verdict| verdict.is_correct),
            exchanges,
        })
    }
}

/// Answers of this run and of earlier ones.
pub(super) struct Answers {
    pub(super) log: Option<Log>,
    pub(super) logged: LoggedAnswers,
    /// Number of requests that failed in this run, and the most with which there is still a result.
    pub(super) failed: AtomicUsize,
    pub(super) most_failed: usize,
}

impl Answers {
    /// Returns the logged answer to a question, or asks it.
    pub(super) fn get(
        &self,
        examiner: &Examiner,
        task: &str,
        attempts: Attempts,
        session: &Session,
        analysis: &Analysis,
    ) -> Result<Entry, EvaluationError> {
        let key = (examiner.name.clone(), task.to_owned());
        // An answer for another position is useless.
        let logged = self.logged.get(&key);
        let logged = logged.filter(|entry| entry.position == session.position().text());
        if let Some(entry) = logged {
            return Ok(entry.clone());
        }
        let entry = examiner.ask(task, attempts, session, analysis)?;
        if let Some(log) = &self.log {
            log.add(&entry)?;
        }
        if entry.has_failed() {
            let failed = 1 + self.failed.fetch_add(1, Ordering::Relaxed);
            if failed > self.most_failed {
                let latest = entry.fault.unwrap_or_default();
                return Err(EvaluationError::Failing { failed, latest });
            }
        }
        Ok(entry)
    }
}

/// FNV-1a hasher: the same on every machine and in every version.
struct Fnv(u64);

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
