//! Requests of a board and their responses.

use quintet_arena::{Explanation, Who};

use super::{Board, Kind};
use crate::context::Context;
use crate::worker::{RequestBody, Response, ResponseBody};

/// State of the computer players at a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Levels {
    /// They move when it is their turn.
    Free,
    /// One is choosing a move; the id of the request.
    Thinking(u64),
    /// They wait for the user to continue.
    Paused,
}

impl Board {
    /// Returns the ids of pending requests.
    pub(super) fn pending_requests(&self) -> Vec<u64> {
        let thinking = match self.levels {
            Levels::Thinking(id) => Some(id),
            Levels::Free | Levels::Paused => None,
        };
        let consequence = self.task().and_then(|task| task.consequence);
        let judging = self.retry().and_then(|retry| retry.judging.as_ref());
        let asked = [
            thinking,
            self.insight.pending(),
            consequence,
            judging.map(|(id, _)| *id),
            self.pending_rush_puzzle(),
        ];
        asked.into_iter().flatten().collect()
    }

    pub(super) fn is_thinking(&self) -> bool {
        matches!(self.levels, Levels::Thinking(_))
    }

    pub(super) fn is_explanation_awaited(&self) -> bool {
        self.insight.pending().is_some()
    }

    /// Returns the analysis of the current position, if available.
    pub(super) fn explanation(&self) -> Option<&Explanation> {
        self.insight.about(self.session.position())
    }

    /// Returns the level that chooses the next move, if any.
    pub(super) fn level_to_move(&self) -> Option<&Who> {
        let (_, who) = self.session.to_choose()?;
        (*who != Who::Human && self.course().is_none()).then_some(who)
    }

    /// Makes the requests that the current state needs.
    pub(crate) fn settle(&mut self, context: &mut Context) {
        let position = self.session.position();
        if self.levels == Levels::Free
            && let Some(who) = self.level_to_move()
        {
            let body = RequestBody::Move {
                session: Box::new(self.session.clone()),
                who: who.clone(),
                seed: self.seed.wrapping_add(self.session.cursor() as u64),
                is_watched: !self.session.has_person(),
            };
            self.levels = Levels::Thinking(context.request(body));
        }
        if self.session.is_open() {
            self.insight.ask(position, context);
        }
        self.give_hint();
    }

    fn give_hint(&mut self) {
        let position = self.session.position();
        let known = self.insight.all_about(position);
        let Some(known) = known.filter(|_| self.insight.wants_hint) else {
            return;
        };
        let hint = known.hint.clone();
        // The cursor also shows the move.
        if let Some(best) = known.hinted.clone() {
            self.entry.show(&best);
        }
        self.messages.info(hint);
        self.insight.wants_hint = false;
    }

    pub(super) fn receive_response(&mut self, response: &Response, context: &mut Context) {
        match &response.body {
            ResponseBody::Move(mv) if self.levels == Levels::Thinking(response.id) => {
                self.levels = Levels::Free;
                if self.level_to_move().is_some() {
                    self.play(mv, context);
                }
            }
            ResponseBody::NoMove(reason) if self.levels == Levels::Thinking(response.id) => {
                self.levels = Levels::Paused;
                self.messages
                    .error(format!("{reason} Press enter to try again."));
            }
            ResponseBody::Explanation(known) => self.insight.receive(response.id, known),
            ResponseBody::Consequence(text) => {
                self.judge_retry(response.id, text, context);
                if let Kind::Puzzle(task) = &mut self.kind
                    && task.consequence.take_if(|id| *id == response.id).is_some()
                {
                    self.show_judgement(Some(text), context);
                }
            }
            ResponseBody::Puzzle(_) => self.receive_rush_puzzle(response, context),
            ResponseBody::Move(_) | ResponseBody::NoMove(_) | ResponseBody::Review(_) => {
                return;
            }
        }
        self.settle(context);
    }
}
