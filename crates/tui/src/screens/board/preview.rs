//! What the cursor would do, before it is done.

use quintet_games::Scene;
use ratatui::text::{Line, Span};

use super::Board;
use super::touch::Step;
use crate::canvas::{Ghost, Mark};
use crate::look::{Look, sign};

impl Board {
    /// How each cell of the scene is marked.
    pub(super) fn marks(&self, scene: &Scene, look: Look) -> Vec<Mark> {
        let mut marks = vec![Mark::default(); scene.cells.len()];
        let (turn, picked) = (&self.hand.turn, &self.hand.picked);
        for cell in picked {
            marks[*cell].is_picked = true;
        }
        for cell in self.game.last_touched() {
            marks[cell].is_last = true;
        }
        if self.game.is_humans_turn() {
            for cell in turn.targets(picked) {
                marks[cell].is_target = true;
            }
            marks[self.hand.cursor].is_cursor = true;
            for (cell, token) in self.changes() {
                marks[cell].ghost = Some(token.map_or(Ghost::Goes, Ghost::Comes));
            }
        }
        if let Some(truth) = self.truth().filter(|_| self.insight.shows_values) {
            for (cell, value) in turn.notes(&truth.analysis, picked) {
                marks[cell].note = Some((sign(value), look.value(value)));
            }
        }
        marks
    }

    /// What the cell under the cursor would change; if it cannot be touched, what is certain without it.
    fn changes(&self) -> Vec<(usize, Option<quintet_games::Token>)> {
        let (turn, picked) = (&self.hand.turn, &self.hand.picked);
        match self.hand.step() {
            Step::Move(_) | Step::Part(_) => turn.changes(&self.hand.touched()),
            Step::Nothing if picked.is_empty() => Vec::new(),
            Step::Nothing => turn.changes(picked),
        }
    }

    /// The step at the cursor in words.
    pub(super) fn preview(&self, look: Look) -> Line<'static> {
        let scene = self.game.position().scene();
        let name = |cell: usize| scene.cells[cell].name.clone();
        match self.hand.step() {
            Step::Move(way) => Line::from(vec![
                Span::styled(format!(" {}", way.mv), look.title()),
                Span::styled("  enter plays it", look.quiet()),
            ]),
            Step::Part(_) => {
                let then = match *self.hand.turn.targets(&self.hand.touched()) {
                    [only] => format!("  then {}", name(only)),
                    ref several => format!("  then one of {} cells", several.len()),
                };
                Line::from(vec![
                    Span::styled(format!(" {}", name(self.hand.cursor)), look.title()),
                    Span::styled(then, look.quiet()),
                ])
            }
            Step::Nothing if self.said.is_refusal() || !self.hand.has_pointed => Line::default(),
            Step::Nothing => Line::styled(format!(" {}", self.hand.why_not()), look.quiet()),
        }
    }
}
