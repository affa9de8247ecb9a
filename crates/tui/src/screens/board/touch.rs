//! Making a move by touching cells, step by step.

use ratatui::layout::Position;

use super::{Board, Outbox};

impl Board {
    /// The cells that can be touched next.
    pub(super) fn targets(&self) -> Vec<usize> {
        if !self.is_humans_turn() {
            return Vec::new();
        }
        let mut targets: Vec<usize> = self
            .continuations()
            .iter()
            .map(|(cells, _)| cells[self.picked.len()])
            .collect();
        targets.sort_unstable();
        targets.dedup();
        targets
    }

    /// The legal moves that go on from the picked cells, with the cells that they touch.
    pub(super) fn continuations(&self) -> Vec<(Vec<usize>, String)> {
        let position = self.position();
        position
            .moves()
            .into_iter()
            .filter_map(|mv| Some((position.touches(&mv)?, mv)))
            .filter(|(cells, _)| cells.len() > self.picked.len() && cells.starts_with(&self.picked))
            .collect()
    }

    /// Touches a cell: a step of a move, or a reason why not.
    pub(super) fn touch(&mut self, cell: usize) {
        if !self.is_humans_turn() {
            return;
        }
        let mut touched = self.picked.clone();
        touched.push(cell);
        let moves = self.continuations();
        if let Some((_, mv)) = moves.iter().find(|(cells, _)| *cells == touched) {
            self.play(&mv.clone());
        } else if moves.iter().any(|(cells, _)| cells.starts_with(&touched)) {
            self.picked = touched;
            self.message.clear();
        } else {
            let why = self.position().why_not(&touched);
            self.message = why.unwrap_or_else(|| self.position().how_to_move());
        }
    }

    /// What touching a cell would do, before it is done.
    pub(super) fn preview(&self, cell: usize) -> Option<String> {
        let mut touched = self.picked.clone();
        touched.push(cell);
        let moves = self.continuations();
        let exact = moves
            .iter()
            .find(|(cells, _)| *cells == touched)
            .map(|(_, mv)| mv.clone());
        exact.or_else(|| {
            let count = moves
                .iter()
                .filter(|(cells, _)| cells.starts_with(&touched))
                .count();
            let name = &self.position().scene().cells[cell].name;
            (count > 0).then(|| format!("{name} ... ({count} ways to go on)"))
        })
    }

    pub(super) fn move_cursor(&mut self, rows: isize, columns: isize) {
        if let Some(canvas) = self.canvas.get() {
            self.cursor = canvas.step(self.cursor, rows, columns);
        }
    }

    /// A click: the cursor goes there and touches.
    pub(crate) fn click(&mut self, place: Position, outbox: &mut Outbox) {
        if let Some(cell) = self.canvas.get().and_then(|canvas| canvas.cell_at(place)) {
            self.cursor = cell;
            self.touch(cell);
            self.settle(outbox);
        }
    }
}
