//! Asks a player, unless the log has its answer.

use std::hash::Hasher;
use std::sync::Arc;
use std::time::Instant;

use quintet_arena::report::Verdict;
use quintet_arena::{Dice, GivesUp, Library, OracleSource, Session, Who};
use quintet_games::{Analysis, AnyOracle, Variant};

use super::Examination;
use super::log::{Entry, Halt, Known, Log};
use crate::{Outsiders, Policy};

/// The player at one game.
pub(super) struct Desk {
    /// The game and its size.
    pub(super) name: String,
    pub(super) oracle: Arc<dyn AnyOracle>,
    pub(super) source: OracleSource,
    who: Who,
    seed: u64,
    /// Asks once.
    once: Outsiders,
    /// Asks again as often as is allowed in a game.
    again: Outsiders,
}

/// How a question is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    /// Only the first answer counts.
    Once,
    /// A wrong answer is refused, and another one asked for.
    Again,
}

impl Desk {
    pub(super) fn new(
        examination: &Examination,
        variant: &'static dyn Variant,
        library: &Library,
    ) -> Self {
        let source: OracleSource = {
            let library = library.clone();
            Arc::new(move || library.oracle(variant))
        };
        let outsiders = |retries| {
            // What a wrong answer costs is decided by the caller.
            let policy = Policy {
                retries,
                loses: true,
                stops: true,
                ..examination.policy
            };
            Outsiders::new(variant, policy).sharing(Arc::clone(&examination.network))
        };
        Desk {
            name: super::named(variant),
            oracle: library.oracle(variant),
            source,
            who: examination.who.clone(),
            seed: examination.seed,
            once: outsiders(0),
            again: outsiders(examination.policy.retries),
        }
    }

    /// Random choices that are those of one task alone.
    pub(super) fn dice(&self, task: &str) -> Dice {
        let mut stream = Fnv(0xcbf2_9ce4_8422_2325);
        stream.write(self.name.as_bytes());
        stream.write(task.as_bytes());
        Dice::new(self.seed, stream.finish())
    }

    fn ask(
        &self,
        task: &str,
        manner: Manner,
        session: &Session,
        analysis: &Analysis,
    ) -> Result<Entry, Halt> {
        let outsiders = match manner {
            Manner::Once => &self.once,
            Manner::Again => &self.again,
        };
        let seated = outsiders.seat(&self.who, self.dice(task), &self.source);
        let mut player = seated.expect("a person is not examined");
        let begun = Instant::now();
        let chosen = player.choose_in(session);
        let milliseconds = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        let exchanges = player.exchanges();
        let is_wrong = exchanges.first().is_some_and(|first| first.fault.is_some());
        let (answer, fault) = match chosen {
            Ok(mv) => (Some(mv), None),
            Err(GivesUp::Loses(reason)) => (None, Some(reason)),
            Err(GivesUp::Stops(reason)) => return Err(Halt::Stopped(reason)),
        };
        let verdict = Verdict::of(analysis, answer.as_deref());
        Ok(Entry {
            game: self.name.clone(),
            task: task.to_owned(),
            position: session.position().text(),
            legal_at_once: answer.is_some() && !is_wrong,
            answer,
            fault,
            milliseconds,
            kept: verdict.map(|verdict| verdict.is_kept),
            exchanges,
        })
    }
}

/// What has been answered, and where answers are written down.
pub(super) struct Book {
    pub(super) log: Option<Log>,
    pub(super) known: Known,
}

impl Book {
    /// The answer to a question, which is asked if the log does not have it.
    pub(super) fn answer(
        &self,
        desk: &Desk,
        task: &str,
        manner: Manner,
        session: &Session,
        analysis: &Analysis,
    ) -> Result<Entry, Halt> {
        let key = (desk.name.clone(), task.to_owned());
        let known = self.known.get(&key);
        // An answer to another position is none.
        if let Some(known) = known.filter(|known| known.position == session.position().text()) {
            return Ok(known.clone());
        }
        let entry = desk.ask(task, manner, session, analysis)?;
        if let Some(log) = &self.log {
            log.add(&entry)?;
        }
        Ok(entry)
    }
}

/// The hash of Fowler, Noll and Vo: the same on every machine and in every version.
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
