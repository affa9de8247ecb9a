//! What the cursor would do, before it is done.

use quintet_games::Scene;
use ratatui::text::{Line, Span};

use super::Board;
use super::touch::{Step, Way};
use crate::canvas::{Ghost, Mark};
use crate::look::{Look, sign};

impl Board {
    /// How each cell of the scene is marked.
    pub(super) fn marks(&self, scene: &Scene, look: Look) -> Vec<Mark> {
        let mut marks = vec![Mark::default(); scene.cells.len()];
        for cell in self.targets() {
            marks[cell].is_target = true;
        }
        for cell in &self.picked {
            marks[*cell].is_picked = true;
        }
        for cell in self.last_touched() {
            marks[cell].is_last = true;
        }
        if self.is_humans_turn() {
            marks[self.cursor].is_cursor = true;
            self.mark_what_would_happen(scene, &mut marks);
        }
        if self.shows_values {
            self.note_values(look, &mut marks);
        }
        marks
    }

    /// The best value behind each cell that can be touched next.
    fn note_values(&self, look: Look, marks: &mut [Mark]) {
        let Some(truth) = self.current_truth() else {
            return;
        };
        let picked = self.picked.len();
        // Moves come best first, so the first that touches a cell is the best there.
        for known in &truth.analysis.moves {
            let way = self.ways.iter().find(|way| way.mv == known.mv);
            let Some(way) = way.filter(|way| way.cells.starts_with(&self.picked)) else {
                continue;
            };
            if let Some(cell) = way.cells.get(picked)
                && marks[*cell].note.is_none()
            {
                marks[*cell].note = Some((sign(known.value), look.value(known.value)));
            }
        }
    }

    /// Cells that would certainly change by the picked cells and the one under the cursor.
    fn mark_what_would_happen(&self, scene: &Scene, marks: &mut [Mark]) {
        let ways = match self.step(self.cursor) {
            Step::Move(way) => vec![way],
            Step::Part(ways) => ways,
            Step::Nothing => self.ways_from_here(),
        };
        // Ways come in the order of their later cells: what the first and the last agree on, all do.
        let scene_after = |way: &&Way| Some(self.position().play(&way.mv).ok()?.position.scene());
        let (Some(one), Some(other)) = (
            ways.first().and_then(scene_after),
            ways.last().and_then(scene_after),
        ) else {
            return;
        };
        for (n, mark) in marks.iter_mut().enumerate() {
            let [now, one, other] = [scene, &one, &other].map(|scene| scene.cells[n].token);
            if one == other && one != now {
                mark.ghost = Some(one.map_or(Ghost::Goes, Ghost::Comes));
            }
        }
    }

    /// The moves that go on from the picked cells; none if nothing has been picked.
    fn ways_from_here(&self) -> Vec<&Way> {
        if self.picked.is_empty() {
            return Vec::new();
        }
        let goes_on = |way: &&Way| way.cells.starts_with(&self.picked);
        self.ways.iter().filter(goes_on).collect()
    }

    /// The cells of the last move.
    fn last_touched(&self) -> Vec<usize> {
        let plies = self.contest.plies();
        let Some(last) = plies.last() else {
            return Vec::new();
        };
        let before = match plies.len().checked_sub(2) {
            Some(before) => &*plies[before].position,
            None => self.contest.start(),
        };
        before.marks(&last.mv).unwrap_or_default()
    }

    /// The step at the cursor in words.
    pub(super) fn preview(&self, look: Look) -> Line<'static> {
        let name = |cell: usize| self.position().scene().cells[cell].name.clone();
        match self.step(self.cursor) {
            Step::Move(way) => Line::from(vec![
                Span::styled(format!(" {}", way.mv), look.title()),
                Span::styled("  enter plays it", look.quiet()),
            ]),
            Step::Part(ways) => {
                let mut next: Vec<_> = ways
                    .iter()
                    .map(|way| way.cells[self.picked.len() + 1])
                    .collect();
                next.sort_unstable();
                next.dedup();
                let then = match next.as_slice() {
                    [only] => format!("  then {}", name(*only)),
                    several => format!("  then one of {} cells", several.len()),
                };
                Line::from(vec![
                    Span::styled(format!(" {}", name(self.cursor)), look.title()),
                    Span::styled(then, look.quiet()),
                ])
            }
            Step::Nothing if self.is_wrong || !self.has_pointed => Line::default(),
            Step::Nothing => Line::styled(format!(" {}", self.why_not(self.cursor)), look.quiet()),
        }
    }
}
