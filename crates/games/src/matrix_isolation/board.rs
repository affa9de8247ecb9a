//! The board of Matrix Isolation: its scene, and moves by touching cells.

use quintet_rules::{Cell, Player, Position};

use crate::game::Board;
use crate::matrix_isolation::{Isolation, IsolationMove, IsolationRefusal};
use crate::scene::{Idea, Labels, Scene, Token, indices};

impl<const R: usize, const C: usize> Board for Isolation<R, C> {
    fn scene(&self) -> Scene {
        let name = |cell: Cell<R, C>| format!("{cell:?}");
        let [one, two] = Player::BOTH.map(|player| self.piece(player).alone());
        let free = !(self.blocked() | one | two);
        // A piece can move away, so it does not close off any cells.
        let closed_to = |player| free - self.piece(player).alone().spread(!self.blocked());
        let idea = Idea {
            closed: Player::BOTH.map(|player| indices(closed_to(player))),
            ..Idea::default()
        };
        let scene = Scene::of(Labels::Numbers, name, |cell| {
            let piece = Player::BOTH
                .into_iter()
                .find(|player| self.piece(*player) == cell);
            let block = self
                .blocked()
                .contains(cell)
                .then_some(Token::obstacle("X"));
            piece
                .map(|player| Token::piece(player, ["P1", "P2"]))
                .or(block)
        });
        Scene { idea, ..scene }
    }

    fn marks(IsolationMove { to, block }: IsolationMove<R, C>) -> Vec<usize> {
        vec![to.index(), block.index()]
    }

    fn intended_move(&self, touched: &[usize]) -> Option<IsolationMove<R, C>> {
        match touched {
            // The cell that is left can always be blocked, so the refusal is about the step.
            [to] => Some(IsolationMove {
                to: Cell::new(*to)?,
                block: self.piece(self.to_move()),
            }),
            [to, block] => Some(IsolationMove {
                to: Cell::new(*to)?,
                block: Cell::new(*block)?,
            }),
            _ => None,
        }
    }

    fn blocking_cells(
        &self,
        IsolationMove { to, block }: IsolationMove<R, C>,
        refusal: &IsolationRefusal,
    ) -> Vec<usize> {
        let cell = match refusal {
            IsolationRefusal::NotAdjacent => self.piece(self.to_move()),
            IsolationRefusal::MoveOffTheGrid
            | IsolationRefusal::MoveIntoBlock
            | IsolationRefusal::MoveIntoPiece => to,
            IsolationRefusal::BlockOffTheGrid
            | IsolationRefusal::BlockOnBlock
            | IsolationRefusal::BlockOnPiece => block,
        };
        vec![cell.index()]
    }

    /// Returns the cell of the piece that cannot move, and the neighboring cells.
    fn winning(&self) -> Vec<usize> {
        let stuck = self.piece(self.to_move());
        (stuck.alone() | stuck.neighbors())
            .iter()
            .map(Cell::index)
            .collect()
    }
}
