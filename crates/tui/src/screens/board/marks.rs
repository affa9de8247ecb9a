//! Labels of cells and the effect of touching them.

use quintet_arena::Step;
use ratatui::text::{Line, Span};

use super::Board;
use crate::canvas::Mark;
use crate::look::Look;
use crate::screens::insight::mark_claim;

impl Board {
    /// Returns the mark of each cell.
    pub(super) fn marks(&self, look: Look) -> Vec<Mark> {
        let (turn, picked) = (&self.entry.turn, &self.entry.picked);
        let mut marks = vec![Mark::default(); turn.scene().cells.len()];
        for cell in picked {
            marks[*cell].is_picked = true;
        }
        for cell in self.session.latest().into_iter().flat_map(|ply| &ply.marks) {
            marks[*cell].is_last = true;
        }
        for cell in turn
            .position()
            .ending()
            .into_iter()
            .flat_map(|end| end.cells)
        {
            marks[cell].is_winning = true;
        }
        if self.may_move() {
            for cell in turn.targets(picked) {
                marks[cell].is_target = true;
            }
            marks[self.entry.cursor].is_cursor = true;
            // If the cell at the cursor cannot be touched, the certain part without it.
            let changes = match self.entry.step() {
                Step::Move(_) | Step::Part => turn.preview(&self.entry.touched()),
                Step::Nothing => turn.preview(picked),
            };
            for change in changes {
                marks[change.cell].change = Some(change);
            }
        }
        if self.is_viewers_turn() {
            self.insight.mark(turn, picked, look, true, &mut marks);
        }
        let claim = self.insight.drawn_reason(turn.position());
        if let Some(claim) = claim.filter(|_| self.session.is_open() && picked.is_empty()) {
            for mark in &mut marks {
                mark.is_target = false;
                mark.change = None;
            }
            mark_claim(claim, turn.scene().columns, look, &mut marks);
        }
        marks
    }

    /// Returns the step at the cursor in words, or the next instruction.
    pub(super) fn preview(&self, look: Look) -> Line<'static> {
        let turn = &self.entry.turn;
        let name = |cell: usize| turn.scene().cells[cell].name.clone();
        let quiet = |text: &str| Line::styled(format!(" {text}"), look.quiet());
        let (what, then) = match self.entry.step() {
            Step::Move(listed) => (listed.text.clone(), "enter plays it".to_owned()),
            Step::Part => {
                let then = match *turn.targets(&self.entry.touched()) {
                    [only] => format!("then {}", name(only)),
                    ref several => format!("then one of {} cells", several.len()),
                };
                (name(self.entry.cursor), then)
            }
            Step::Nothing if self.messages.is_error => return Line::default(),
            Step::Nothing => return quiet(turn.instruction(&self.entry.picked)),
        };
        Line::from(vec![
            Span::styled(format!(" {what}"), look.title()),
            Span::styled(format!("  {then}"), look.quiet()),
        ])
    }
}
