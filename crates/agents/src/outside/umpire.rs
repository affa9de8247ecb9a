//! Lets only legal moves into a game, whatever a program says.

use std::sync::Arc;

use quintet_arena::{Chooser, Competitor, Conduct, Dice, GivesUp, Session};
use quintet_games::{Variant, shown_up_to};

use super::{Failure, Guest, Policy, Pool, lock};

/// One player in one game.
pub(super) struct Umpire {
    pool: Arc<Pool>,
    variant: &'static dyn Variant,
    policy: Policy,
    dice: Dice,
    /// `None` before it is needed, and after it has failed.
    guest: Option<Box<dyn Guest>>,
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
        }
    }

    fn note(&self, change: impl FnOnce(&mut Conduct)) {
        change(&mut lock(&self.pool.conduct));
    }

    /// Asks once. A program that fails is not asked any more.
    fn ask(&mut self, session: &Session, refusal: Option<&str>) -> Result<String, Failure> {
        let mut guest = match self.guest.take() {
            Some(guest) => guest,
            None => self.pool.guest(self.variant, self.policy.time)?,
        };
        let answer = guest.ask(session, refusal, self.policy.time)?;
        self.guest = Some(guest);
        Ok(answer)
    }
}

impl Competitor for Umpire {
    fn choose_in(&mut self, session: &Session) -> Result<String, GivesUp> {
        self.note(|conduct| conduct.questions += 1);
        let mut refusal = None;
        for attempt in 0..=self.policy.retries {
            let wrong = match self.ask(session, refusal.as_deref()) {
                Ok(answer) => match session.position().play(&answer) {
                    Ok(played) => {
                        let is_first = u32::from(attempt == 0);
                        self.note(|conduct| conduct.legal_at_once += is_first);
                        return Ok(played.mv);
                    }
                    Err(fault) => {
                        self.note(|conduct| conduct.illegal += 1);
                        refusal = Some(fault.to_string());
                        format!("said '{}': {fault}", shown_up_to(SHOWN, &answer))
                    }
                },
                Err(failure) => {
                    self.note(|conduct| match failure {
                        Failure::Late(_) => conduct.late += 1,
                        _ => conduct.broken += 1,
                    });
                    failure.to_string()
                }
            };
            self.note(|conduct| conduct.latest = Some(wrong));
        }
        if self.policy.loses {
            self.note(|conduct| conduct.given_up += 1);
            let latest = lock(&self.pool.conduct).latest.clone();
            return Err(GivesUp(latest.unwrap_or_default()));
        }
        self.note(|conduct| conduct.replaced += 1);
        Ok(self.dice.choose(session.position()))
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
