//! The questions that a board asks, and what it does with the answers.

use super::{Board, Kind, Task};
use crate::context::Context;
use crate::thinker::{Answer, Finding, Question, Truth};

/// What the levels at a board do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Levels {
    /// They move when it is their turn.
    Free,
    /// One is choosing a move; this is the number of the question.
    Thinking(u64),
    /// They wait until they are told to go on.
    Paused,
}

/// What is known about a position.
#[derive(Clone, Debug, Default)]
enum Knowledge {
    #[default]
    None,
    /// The number of the question.
    Asked(u64),
    Known(Truth),
}

/// What the person wants to know, and what is known.
#[derive(Clone, Debug, Default)]
pub(super) struct Insight {
    pub(super) shows_values: bool,
    pub(super) shows_why: bool,
    /// A hint is given as soon as it is known.
    pub(super) wants_hint: bool,
    knowledge: Knowledge,
}

impl Insight {
    fn is_wanted(&self) -> bool {
        self.shows_values || self.shows_why || self.wants_hint
    }

    /// What is shown stays, what was known is of another position.
    pub(super) fn of_next_game(&self) -> Self {
        Insight {
            shows_values: self.shows_values,
            shows_why: self.shows_why,
            ..Insight::default()
        }
    }
}

impl Board {
    pub(super) fn is_thinking(&self) -> bool {
        matches!(self.levels, Levels::Thinking(_))
    }

    pub(super) fn is_truth_awaited(&self) -> bool {
        matches!(self.insight.knowledge, Knowledge::Asked(_))
    }

    /// What is known about the position that is shown.
    pub(super) fn truth(&self) -> Option<&Truth> {
        match &self.insight.knowledge {
            Knowledge::Known(truth) if truth.position == self.game.position().text() => Some(truth),
            _ => None,
        }
    }

    /// Asks what the state calls for.
    pub(crate) fn settle(&mut self, context: &mut Context) {
        let position = self.game.position();
        if self.levels == Levels::Free && self.game.is_levels_turn() {
            let question = Question::Move {
                position: position.boxed(),
                who: self.game.who[position.to_move()],
                seed: self.game.seed_of_move(),
                is_watched: !self.game.has_human(),
            };
            self.levels = Levels::Thinking(context.ask(question));
        }
        let is_missing = self.truth().is_none() && !self.is_truth_awaited();
        if self.insight.is_wanted() && is_missing && !self.game.is_over() {
            let question = Question::Truth(position.boxed());
            self.insight.knowledge = Knowledge::Asked(context.ask(question));
        }
        self.give_hint();
    }

    fn give_hint(&mut self) {
        let Some(truth) = self.truth().filter(|_| self.insight.wants_hint) else {
            return;
        };
        let best = truth.analysis.moves.first();
        let hint = match best {
            Some(best) => format!("Hint: {}. It {}.", best.mv, truth.reason),
            None => "There is nothing to choose.".to_owned(),
        };
        // The hint is seen where it is to be done, too.
        let cell = best.and_then(|best| self.hand.turn.first_cell(&best.mv));
        if let Some(cell) = cell.filter(|_| self.hand.picked.is_empty()) {
            self.hand.cursor = cell;
        }
        self.said.say(hint);
        self.insight.wants_hint = false;
    }

    pub(super) fn answered(&mut self, answer: &Answer, context: &mut Context) {
        match &answer.finding {
            Finding::Move(mv) if self.levels == Levels::Thinking(answer.id) => {
                self.levels = Levels::Free;
                if self.game.is_levels_turn() {
                    self.play(mv, context);
                }
            }
            Finding::Truth(truth) => {
                if matches!(self.insight.knowledge, Knowledge::Asked(id) if id == answer.id) {
                    self.insight.knowledge = Knowledge::Known(truth.clone());
                }
            }
            Finding::Consequence(text) => self.explain(answer.id, text),
            Finding::Puzzle(puzzle) => {
                let Kind::Puzzle(task) = &mut self.kind else {
                    return;
                };
                if task.next.take_if(|next| *next == answer.id).is_none() {
                    return;
                }
                match puzzle.clone() {
                    Some(puzzle) => *self = Board::of_task(Task::new(puzzle, "Puzzle"), context),
                    None => self.said.say("No puzzle was found at this size."),
                }
            }
            Finding::Move(_) | Finding::Review(_) => return,
        }
        self.settle(context);
    }

    /// Says at once whether the first move solves the puzzle, and asks for the reason.
    pub(super) fn judge(&mut self, mv: &str, context: &mut Context) {
        let (Kind::Puzzle(task), 1) = (&mut self.kind, self.game.plies().len()) else {
            return;
        };
        self.said.notice = if task.puzzle.solution == mv {
            format!("Solved: {mv} is the only move that wins.")
        } else {
            format!("Not solved: {mv} lets the win go. u takes it back.")
        };
        let question = Question::Consequence {
            position: self.game.start().boxed(),
            mv: mv.to_owned(),
        };
        task.consequence = Some(context.ask(question));
    }

    /// Solved or not, the reason is shown.
    fn explain(&mut self, id: u64, consequence: &str) {
        let (Kind::Puzzle(task), Some(first)) = (&mut self.kind, self.game.plies().first()) else {
            return;
        };
        if task.consequence.take_if(|asked| *asked == id).is_none() {
            return;
        }
        self.said.notice = if task.puzzle.solution == first.mv {
            format!("Solved: only {} wins. It {consequence}.", first.mv)
        } else {
            format!("Not solved: {} {consequence}. u takes it back.", first.mv)
        };
    }
}
