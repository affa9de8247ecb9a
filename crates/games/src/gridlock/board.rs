//! The board: its drawing data, and the cells to touch for a move.

use quintet_rules::{Cell, Player};

use crate::game::{Board, Markers};
use crate::gridlock::{Snort, SnortRefusal};
use crate::scene::{Idea, Labels, Scene, indices};

impl<const R: usize, const C: usize> Board for Snort<R, C> {
    /// Highlights the empty cells that are adjacent to a player's markers and so closed to the other player.
    fn scene(&self) -> Scene {
        let labels = match R {
            1 => Labels::Columns,
            _ => Labels::Numbers,
        };
        let name = |cell: Cell<R, C>| match R {
            1 => (cell.column() + 1).to_string(),
            _ => format!("{cell:?}"),
        };
        let empty = !(self.mine | self.theirs);
        let closed_to = |player: Player| empty & self.markers(player.other()).beside();
        Scene {
            idea: Idea {
                closed: Player::BOTH.map(|player| indices(closed_to(player))),
                ..Idea::default()
            },
            ..Scene::of(labels, name, |cell| self.token(cell))
        }
    }

    fn marks(cell: Cell<R, C>) -> Vec<usize> {
        vec![cell.index()]
    }

    fn intended_move(&self, touched: &[usize]) -> Option<Cell<R, C>> {
        match touched {
            [cell] => Cell::new(*cell),
            _ => None,
        }
    }

    fn blocking_cells(&self, cell: Cell<R, C>, refusal: &SnortRefusal) -> Vec<usize> {
        indices(match refusal {
            SnortRefusal::BesideOpponent => cell.neighbors() & self.theirs,
            SnortRefusal::Occupied | SnortRefusal::OffTheGrid => cell.alone(),
        })
    }

    /// Returns the winner's markers that close the remaining empty cells. There is at least one: a full grid would have
    /// adjacent markers of both players.
    fn winning(&self) -> Vec<usize> {
        let empty = !(self.mine | self.theirs);
        indices(self.theirs & empty.beside())
    }
}
