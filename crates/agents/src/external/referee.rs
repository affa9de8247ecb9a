//! The referee between a game and an external player: accepts only legal moves.

use std::mem;
use std::sync::Arc;

use quintet_arena::{ChoiceError, Competitor, Dice, Exchange, Fault, PlayerStats, Session};
use quintet_games::{PlayedMove, Variant, escape_up_to};

use super::{Agent, AgentReply, Failure, Policy, Pool, lock};

/// An external player in one game.
pub(super) struct Referee {
    pool: Arc<Pool>,
    variant: &'static dyn Variant,
    policy: Policy,
    dice: Dice,
    /// `None` before the first question and after a failure.
    agent: Option<Box<dyn Agent>>,
    /// Questions and answers about the latest move.
    exchanges: Vec<Exchange>,
}

/// Maximum length of an answer in messages.
const SHOWN_LENGTH: usize = 60;

impl Referee {
    pub(super) fn new(
        pool: Arc<Pool>,
        variant: &'static dyn Variant,
        policy: Policy,
        dice: Dice,
    ) -> Self {
        Referee {
            pool,
            variant,
            policy,
            dice,
            agent: None,
            exchanges: Vec::new(),
        }
    }

    fn note(&self, change: impl FnOnce(&mut PlayerStats)) {
        change(&mut lock(&self.pool.conduct));
    }

    /// True if the run must stop after a failure.
    fn stops_at(&self, failure: &Failure) -> bool {
        let is_limit = matches!(
            failure,
            Failure::LimitReached { .. } | Failure::CostReached(_)
        );
        is_limit || (self.policy.stops_at_outage && failure.is_outage())
    }

    /// Asks once. After a failure the connection is dropped.
    fn ask(&mut self, session: &Session, refusal: Option<&str>) -> Result<PlayedMove, Rejection> {
        let time = self.pool.time;
        let found = match self.agent.take() {
            Some(agent) => Ok(agent),
            None => self.pool.agent(self.variant),
        };
        let reply = match found {
            Ok(mut agent) => {
                let reply = agent.ask(session, refusal, time);
                let is_usable = matches!(reply.mv, Ok(_) | Err(Failure::Refused(_)));
                self.agent = is_usable.then_some(agent);
                reply
            }
            Err(failure) => AgentReply::failed(failure),
        };
        let judged = match &reply.mv {
            Ok(mv) => session
                .position()
                .play(mv)
                .map_err(|error| Rejection::Illegal {
                    mv: escape_up_to(SHOWN_LENGTH, mv),
                    refusal: error.to_string(),
                }),
            Err(failure) => Err(Rejection::Failed(failure.clone())),
        };
        self.exchanges.push(Exchange {
            asked: reply.asked,
            answered: reply.answered,
            fault: judged.as_ref().err().map(Rejection::to_string),
            kind: judged.as_ref().err().map(Rejection::kind),
            milliseconds: reply.took.as_millis() as u64,
            tokens: reply.tokens,
        });
        judged
    }
}

/// Reason why an answer was rejected.
#[derive(Debug, thiserror::Error)]
enum Rejection {
    /// Illegal or not a move.
    #[error("answered {}: {refusal}", if .mv.is_empty() { "no move".to_owned() } else { format!("'{mv}'") })]
    Illegal { mv: String, refusal: String },
    /// No answer.
    #[error("{0}")]
    Failed(Failure),
}

impl Rejection {
    const fn kind(&self) -> Fault {
        match self {
            Rejection::Illegal { .. } => Fault::Illegal,
            Rejection::Failed(Failure::Refused(_)) => Fault::Refused,
            Rejection::Failed(Failure::Timeout(_)) => Fault::Late,
            Rejection::Failed(_) => Fault::Failed,
        }
    }
}

impl Competitor for Referee {
    fn choose_in(&mut self, session: &Session) -> Result<String, ChoiceError> {
        self.note(|conduct| conduct.questions += 1);
        // Those of earlier moves may never have been fetched.
        self.exchanges.clear();
        let mut refusal = None;
        let mut latest = String::new();
        for attempt in 0..=self.policy.retries {
            let rejection = match self.ask(session, refusal.as_deref()) {
                Ok(played) => {
                    let is_first = u32::from(attempt == 0);
                    self.note(|conduct| conduct.legal_at_once += is_first);
                    return Ok(played.mv);
                }
                Err(rejection) => rejection,
            };
            latest = rejection.to_string();
            if let Rejection::Failed(failure) = &rejection
                && self.stops_at(failure)
            {
                self.note(|conduct| {
                    // A resumed run repeats the question.
                    conduct.questions -= 1;
                    conduct.given_up += 1;
                    conduct.latest = Some(latest.clone());
                });
                return Err(ChoiceError::Stops(latest));
            }
            self.note(|conduct| {
                match rejection.kind() {
                    Fault::Illegal | Fault::Refused => conduct.illegal += 1,
                    Fault::Late => conduct.late += 1,
                    Fault::Failed => conduct.broken += 1,
                }
                conduct.latest = Some(latest.clone());
            });
            match rejection {
                Rejection::Illegal {
                    refusal: reason, ..
                }
                | Rejection::Failed(Failure::Refused(reason)) => refusal = Some(reason),
                Rejection::Failed(_) => {}
            }
        }
        if self.policy.forfeits {
            self.note(|conduct| conduct.given_up += 1);
            return Err(ChoiceError::Loses(latest));
        }
        self.note(|conduct| conduct.replaced += 1);
        let mv = session.position().random_move(&mut self.dice);
        Ok(mv.expect("an unfinished game has a move"))
    }

    fn exchanges(&mut self) -> Vec<Exchange> {
        mem::take(&mut self.exchanges)
    }
}

impl Drop for Referee {
    fn drop(&mut self) {
        // The connection can be used for another game.
        if let Some(agent) = self.agent.take() {
            lock(&self.pool.idle).push(agent);
        }
    }
}
