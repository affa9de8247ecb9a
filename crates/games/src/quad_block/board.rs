//! The board of Quad Block: its scene, and moves by touching cells.

use quintet_rules::{Cell, Cells, Player, Position};

use crate::game::{Board, Markers};
use crate::quad_block::notation::cell_number;
use crate::quad_block::position::Duty;
use crate::quad_block::{Quads, QuadsMove, QuadsRefusal, groups};
use crate::scene::{Idea, Labels, Scene, indices};

impl<const R: usize, const C: usize> Board for Quads<R, C> {
    fn scene(&self) -> Scene {
        let name = |cell: Cell<R, C>| cell_number(cell).to_string();
        let groups = Player::BOTH.map(|player| groups::all(self.markers(player)));
        let groups = groups.into_iter().flatten().filter(|group| group.len() > 1);
        let idea = Idea {
            groups: groups.map(indices).collect(),
            ..Idea::default()
        };
        Scene {
            idea,
            ..Scene::of(Labels::None, name, |cell| self.token(cell))
        }
    }

    fn marks(action: QuadsMove<R, C>) -> Vec<usize> {
        match action {
            QuadsMove::Place(cell) | QuadsMove::Lift(cell) => vec![cell.index()],
            QuadsMove::Relocate { from, to } => vec![from.index(), to.index()],
        }
    }

    fn intended_move(&self, touched: &[usize]) -> Option<QuadsMove<R, C>> {
        match (self.duty(), touched) {
            (Duty::Place, [on]) => Cell::new(*on).map(QuadsMove::Place),
            (Duty::Lift, [from]) => Cell::new(*from).map(QuadsMove::Lift),
            (Duty::Relocate(to), [from]) => Some(QuadsMove::Relocate {
                from: Cell::new(*from)?,
                to,
            }),
            (Duty::Relocate(_), [from, to]) => Some(QuadsMove::Relocate {
                from: Cell::new(*from)?,
                to: Cell::new(*to)?,
            }),
            _ => None,
        }
    }

    fn blocking_cells(&self, action: QuadsMove<R, C>, refusal: &QuadsRefusal) -> Vec<usize> {
        let cell = match (action, refusal, self.duty()) {
            // The target must be the empty cell.
            (QuadsMove::Relocate { .. }, QuadsRefusal::Occupied, Duty::Relocate(empty)) => empty,
            (QuadsMove::Place(cell) | QuadsMove::Lift(cell), _, _) => cell,
            (QuadsMove::Relocate { from, .. }, _, _) => from,
        };
        vec![cell.index()]
    }

    /// Returns the cells of all groups of four, since one move of sudden death can make two.
    fn winning(&self) -> Vec<usize> {
        let winner = self.to_move().other();
        let groups = groups::fours(self.markers(winner));
        let all = groups.fold(Cells::NONE, |all, group| all | group);
        all.iter().map(Cell::index).collect()
    }
}
