//! Lets only legal moves into a game, whatever a program says.

use std::mem;
use std::sync::Arc;

use quintet_arena::{Competitor, Conduct, Dice, Exchange, GivesUp, Session};
use quintet_games::{PlayedMove, Variant, escape_up_to};

use super::{Failure, Guest, Policy, Pool, Said, lock};

/// One player in one game.
pub(super) struct Umpire {
    pool: Arc<Pool>,
    variant: &'static dyn Variant,
    policy: Policy,
    dice: Dice,
    /// `None` before it is needed, and after it has failed.
    guest: Option<Box<dyn Guest>>,
    /// What was said in the latest question.
    exchanges: Vec<Exchange>,
}

/// The longest part of an answer that is shown.
const SHOWN: usize = 60;

impl Umpire {
    pub(super) fn new(
        pool: Arc<Pool>,
        variant: &'static dyn Variant,
        policy: Policy,
        dice: Dice,
    ) -> Self {
        Umpire {
            pool,
            variant,
            policy,
            dice,
            guest: None,
            exchanges: Vec::new(),
        }
    }

    fn note(&self, change: impl FnOnce(&mut Conduct)) {
        change(&mut lock(&self.pool.conduct));
    }

    /// Whether nothing is asked any more after a failure.
    fn stops_at(&self, failure: &Failure) -> bool {
        let is_spent = matches!(failure, Failure::Spent { .. });
        is_spent || (self.policy.stops && failure.is_outage())
    }

    /// Asks once. A program that fails is not asked any more.
    fn ask(&mut self, session: &Session, refusal: Option<&str>) -> Result<PlayedMove, Wrong> {
        let time = self.pool.time;
        let found = match self.guest.take() {
            Some(guest) => Ok(guest),
            None => self.pool.guest(self.variant),
        };
        let said = match found {
            Ok(mut guest) => {
                let said = guest.ask(session, refusal, time);
                self.guest = said.mv.is_ok().then_some(guest);
                said
            }
            Err(failure) => Said::nothing(failure),
        };
        let judged = match &said.mv {
            Ok(mv) => session.position().play(mv).map_err(|fault| Wrong::Illegal {
                mv: escape_up_to(SHOWN, mv),
                refusal: fault.to_string(),
            }),
            Err(failure) => Err(Wrong::Failed(failure.clone())),
        };
        self.exchanges.push(Exchange {
            asked: said.asked,
            answered: said.answered,
            fault: judged.as_ref().err().map(Wrong::to_string),
            milliseconds: said.took.as_millis() as u64,
            tokens: said.tokens,
        });
        judged
    }
}

/// Why an answer is no legal move.
#[derive(Debug, thiserror::Error)]
enum Wrong {
    /// It is not legal, or no move at all.
    #[error("said {}: {refusal}", if .mv.is_empty() { "no move".to_owned() } else { format!("'{mv}'") })]
    Illegal { mv: String, refusal: String },
    /// None has come.
    #[error("{0}")]
    Failed(Failure),
}

impl Competitor for Umpire {
    fn choose_in(&mut self, session: &Session) -> Result<String, GivesUp> {
        self.note(|conduct| conduct.questions += 1);
        // What was said about earlier moves may never be asked for.
        self.exchanges.clear();
        let mut refusal = None;
        let mut latest = String::new();
        for attempt in 0..=self.policy.retries {
            let wrong = match self.ask(session, refusal.as_deref()) {
                Ok(played) => {
                    let is_first = u32::from(attempt == 0);
                    self.note(|conduct| conduct.legal_at_once += is_first);
                    return Ok(played.mv);
                }
                Err(wrong) => wrong,
            };
            latest = wrong.to_string();
            if let Wrong::Failed(failure) = &wrong
                && self.stops_at(failure)
            {
                self.note(|conduct| {
                    // As if it had not been asked: it may be, when the run is continued.
                    conduct.questions -= 1;
                    conduct.given_up += 1;
                    conduct.latest = Some(latest.clone());
                });
                return Err(GivesUp::Stops(latest));
            }
            self.note(|conduct| {
                match wrong {
                    Wrong::Illegal { .. } => conduct.illegal += 1,
                    Wrong::Failed(Failure::Late(_)) => conduct.late += 1,
                    Wrong::Failed(_) => conduct.broken += 1,
                }
                conduct.latest = Some(latest.clone());
            });
            if let Wrong::Illegal { refusal: said, .. } = wrong {
                refusal = Some(said);
            }
        }
        if self.policy.loses {
            self.note(|conduct| conduct.given_up += 1);
            return Err(GivesUp::Loses(latest));
        }
        self.note(|conduct| conduct.replaced += 1);
        let mv = session.position().random_move(&mut self.dice);
        Ok(mv.expect("an unfinished game has a move"))
    }

    fn exchanges(&mut self) -> Vec<Exchange> {
        mem::take(&mut self.exchanges)
    }
}

impl Drop for Umpire {
    fn drop(&mut self) {
        // The game is over; the program is not.
        if let Some(guest) = self.guest.take() {
            lock(&self.pool.idle).push(guest);
        }
    }
}
