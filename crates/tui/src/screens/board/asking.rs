//! What the state of a board calls for from whoever thinks, and what is done with the answers.

use quintet_arena::Who;

use super::Board;
use crate::outbox::Outbox;
use crate::thinker::{Answer, Finding, Question, Truth};

/// The numbers of the questions that are open.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Open {
    /// For a level's move.
    pub(super) mv: Option<u64>,
    /// For the truth about the position.
    truth: Option<u64>,
    /// For what the first move in a puzzle leads to.
    consequence: Option<u64>,
    pub(super) wants_consequence: bool,
}

impl Board {
    /// Whether something is being waited for.
    pub(crate) fn is_waiting(&self) -> bool {
        self.open.mv.is_some() || self.open.truth.is_some()
    }

    /// Puts the questions that the state calls for.
    pub(crate) fn settle(&mut self, outbox: &mut Outbox) {
        let mover = self.position().to_move();
        let is_levels_turn = !self.is_over() && self.who[mover] != Who::Human;
        if is_levels_turn && self.open.mv.is_none() && !self.is_paused {
            let question = Question::Move {
                position: self.position().boxed(),
                who: self.who[mover],
                seed: self.seed.wrapping_add(self.contest.plies().len() as u64),
                is_watched: !self.has_human(),
            };
            self.open.mv = Some(outbox.ask(question));
        }
        let wants_truth = self.shows_values || self.shows_why || self.wants_hint;
        if wants_truth
            && !self.is_over()
            && self.current_truth().is_none()
            && self.open.truth.is_none()
        {
            let question = Question::Truth(self.position().boxed());
            self.open.truth = Some(outbox.ask(question));
        }
        if let (true, Some(first)) = (self.open.wants_consequence, self.contest.plies().first()) {
            let question = Question::Consequence {
                position: self.contest.start().boxed(),
                mv: first.mv.clone(),
            };
            self.open.consequence = Some(outbox.ask(question));
            self.open.wants_consequence = false;
        }
        self.give_hint();
    }

    /// What is known about the position that is shown.
    pub(super) fn current_truth(&self) -> Option<&Truth> {
        self.truth
            .as_ref()
            .filter(|truth| truth.position == self.position().text())
    }

    fn give_hint(&mut self) {
        let Some(truth) = self.current_truth().filter(|_| self.wants_hint) else {
            return;
        };
        let hint = match truth.analysis.moves.first() {
            Some(best) => format!("Hint: {}. It {}.", best.mv, truth.reason),
            None => "There is nothing to choose.".to_owned(),
        };
        // The hint is seen where it is to be done, too.
        let best = truth.analysis.moves.first().map(|best| best.mv.clone());
        let way = self.ways.iter().find(|way| Some(&way.mv) == best.as_ref());
        if let Some(cell) = way.and_then(|way| way.cells.first()).copied()
            && self.picked.is_empty()
        {
            self.cursor = cell;
        }
        self.say(hint);
        self.wants_hint = false;
    }

    /// Takes an answer, if it is to a question that is still open.
    pub(crate) fn take(&mut self, answer: &Answer, outbox: &mut Outbox) {
        match &answer.finding {
            Finding::Move(mv) if self.open.mv == Some(answer.id) => {
                self.open.mv = None;
                if !self.is_humans_turn() && !self.is_over() {
                    self.play(mv);
                }
            }
            Finding::Truth(truth) if self.open.truth == Some(answer.id) => {
                self.open.truth = None;
                self.truth = Some(truth.clone());
            }
            Finding::Consequence(text) if self.open.consequence == Some(answer.id) => {
                self.open.consequence = None;
                self.explain(text);
            }
            _ => return,
        }
        self.settle(outbox);
    }

    /// Solved or not, the reason is shown.
    fn explain(&mut self, consequence: &str) {
        let (Some(task), Some(first)) = (&self.task, self.contest.plies().first()) else {
            return;
        };
        self.notice = if task.puzzle.solution == first.mv {
            format!("Solved: only {} wins. It {consequence}.", first.mv)
        } else {
            format!("Not solved: {} {consequence}. u takes it back.", first.mv)
        };
    }
}
