//! Learning from mistakes: each mistake of a reviewed game is tried again and judged.

use std::collections::BTreeSet;

use quintet_arena::{Record, ReviewedMove, Session, Who};
use quintet_rules::PerPlayer;

use super::{Board, Entry, Insight, Kind, Messages};
use crate::context::Context;
use crate::keys::Action;
use crate::worker::RequestBody;

/// A mistake and the position before it.
#[derive(Clone, Debug)]
pub(crate) struct Mistake {
    session: Session,
    reviewed: ReviewedMove,
}

impl Mistake {
    pub(crate) fn of(record: &Record, reviewed: &ReviewedMove) -> Self {
        let mut session = record.session().clone();
        session.go_to(reviewed.ply - 1);
        session.forget_later();
        session.players = PerPlayer::from_fn(|_| Who::Human);
        Mistake {
            session,
            reviewed: reviewed.clone(),
        }
    }
}

/// Progress through the mistakes of a game.
#[derive(Clone, Debug)]
pub(crate) struct Retry {
    /// At least one.
    mistakes: Vec<Mistake>,
    at: usize,
    corrected: BTreeSet<usize>,
    /// True once the mistake is corrected, or its solution is shown.
    pub(super) is_done: bool,
    /// The request for the consequence of the last try, and the move.
    pub(super) judging: Option<(u64, String)>,
}

impl Retry {
    pub(crate) fn new(mistakes: Vec<Mistake>, at: usize) -> Self {
        Retry {
            mistakes,
            at,
            corrected: BTreeSet::new(),
            is_done: false,
            judging: None,
        }
    }

    fn mistake(&self) -> &Mistake {
        &self.mistakes[self.at]
    }

    pub(super) fn is_first(&self) -> bool {
        self.at == 0
    }

    pub(super) fn is_last(&self) -> bool {
        self.at + 1 == self.mistakes.len()
    }

    /// Returns the position in the list, such as "1 of 3".
    pub(super) fn place(&self) -> String {
        format!("{} of {}", self.at + 1, self.mistakes.len())
    }

    /// Returns the mistake in words.
    pub(super) fn story(&self) -> String {
        let Mistake { session, reviewed } = self.mistake();
        let name = session.variant().name(reviewed.player);
        let (ply, mv, words) = (reviewed.ply, &reviewed.mv, &reviewed.words);
        format!("Move {ply}: {name} played {mv} ({words}).")
    }

    /// Returns the number of corrected mistakes in words.
    pub(super) fn score(&self) -> String {
        format!(
            "{} of {} corrected.",
            self.corrected.len(),
            self.mistakes.len()
        )
    }
}

impl Board {
    /// Returns a board on which mistakes are tried again, starting with one of them.
    pub(crate) fn of_retry(retry: Retry, seed: u64) -> Self {
        let session = retry.mistake().session.clone();
        let mut board = Self::new(session, seed, Kind::Retry(retry));
        board.messages.info("Find a better move.");
        board
    }

    pub(super) fn retry(&self) -> Option<&Retry> {
        match &self.kind {
            Kind::Retry(retry) => Some(retry),
            _ => None,
        }
    }

    /// Moves by a number of mistakes.
    pub(super) fn go_in_retry(&mut self, by: isize) {
        let Kind::Retry(retry) = &mut self.kind else {
            return;
        };
        let last = retry.mistakes.len() - 1;
        retry.at = retry.at.saturating_add_signed(by).min(last);
        retry.is_done = false;
        retry.judging = None;
        self.session = retry.mistake().session.clone();
        self.entry = Entry::new(self.session.position());
        self.insight = Insight::default();
        self.messages = Messages::default();
        self.messages.info("Find a better move.");
    }

    /// Judges a move. It is not played.
    pub(super) fn try_again(&mut self, entry: &str, context: &mut Context) {
        let mut session = self.session.clone();
        let mv = match session.play(entry) {
            Ok(played) => played.mv.clone(),
            Err(error) => return self.messages.error(error.to_string()),
        };
        self.entry.picked.clear();
        let position = self.session.position().boxed();
        if let Kind::Retry(retry) = &mut self.kind {
            let body = RequestBody::Consequence {
                position,
                mv: mv.clone(),
            };
            retry.judging = Some((context.request(body), mv));
        }
    }

    /// Handles the consequence of the judged move.
    pub(super) fn judge_retry(&mut self, id: u64, consequence: &str, context: &Context) {
        let Kind::Retry(retry) = &mut self.kind else {
            return;
        };
        let Some((_, mv)) = retry.judging.take_if(|(pending, _)| *pending == id) else {
            return;
        };
        if !retry.mistake().reviewed.accepted.contains(&mv) {
            return self
                .messages
                .error(format!("{mv} {consequence}. Try again."));
        }
        retry.corrected.insert(retry.at);
        self.finish_retry(&format!("Correct! {mv} {consequence}."), context);
    }

    /// Shows the better move.
    pub(super) fn show_solution(&mut self, context: &Context) {
        let Some(retry) = self.retry() else {
            return;
        };
        let reviewed = &retry.mistake().reviewed;
        let name = self.session.variant().name(reviewed.player);
        let better = reviewed.better.clone().unwrap_or_default();
        self.entry.show(&better);
        self.finish_retry(&format!("{name} should play {better}."), context);
    }

    fn finish_retry(&mut self, message: &str, context: &Context) {
        let Kind::Retry(retry) = &mut self.kind else {
            return;
        };
        retry.is_done = true;
        let next = if retry.is_last() {
            let quit = context.keymap.name(Action::Quit);
            format!("{} {quit} returns to the review.", retry.score())
        } else {
            let next = context.keymap.name(Action::Choose);
            format!("{next} continues with the next mistake.")
        };
        self.messages.info(format!("{message} {next}"));
        self.insight.toggle_why();
    }
}
