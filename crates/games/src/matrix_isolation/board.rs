//! The board of Matrix Isolation as data: what is drawn and what is touched.

use quintet_rules::{Cell, Player, Position};

use crate::game::Board;
use crate::matrix_isolation::{Isolation, MatrixIsolation, Refusal, Turn};
use crate::scene::{Idea, Labels, Scene, Token, indices};

impl<const R: usize, const C: usize> Board for MatrixIsolation<R, C> {
    fn scene(position: &Isolation<R, C>) -> Scene {
        let name = |cell: Cell<R, C>| format!("{} {}", cell.row() + 1, cell.column() + 1);
        let [one, two] = Player::BOTH.map(|player| position.piece(player).alone());
        let free = !(position.blocked() | one | two);
        // A piece may go away, so that it closes nothing.
        let closed_to = |player| free - position.piece(player).alone().spread(!position.blocked());
        let idea = Idea {
            closed: Player::BOTH.map(|player| indices(closed_to(player))),
            ..Idea::default()
        };
        let scene = Scene::of(Labels::Numbers, name, |cell| {
            let piece = Player::BOTH
                .into_iter()
                .find(|player| position.piece(*player) == cell);
            let block = position
                .blocked()
                .contains(cell)
                .then_some(Token::obstacle("X"));
            piece
                .map(|player| Token::piece(player, ["P1", "P2"]))
                .or(block)
        });
        Scene { idea, ..scene }
    }

    fn steps(_: &Isolation<R, C>) -> &'static [&'static str] {
        &[
            "Choose the cell to move to.",
            "Now choose the cell to block.",
        ]
    }

    fn marks(Turn { to, block }: Turn<R, C>) -> Vec<usize> {
        vec![to.index(), block.index()]
    }

    fn meant(position: &Isolation<R, C>, touched: &[usize]) -> Option<Turn<R, C>> {
        match touched {
            // The cell that is left can always be blocked, so what is wrong is wrong with the move.
            [to] => Some(Turn {
                to: Cell::new(*to)?,
                block: position.piece(position.to_move()),
            }),
            [to, block] => Some(Turn {
                to: Cell::new(*to)?,
                block: Cell::new(*block)?,
            }),
            _ => None,
        }
    }

    fn culprits(
        position: &Isolation<R, C>,
        Turn { to, block }: Turn<R, C>,
        refusal: &Refusal,
    ) -> Vec<usize> {
        let cell = match refusal {
            Refusal::NotAdjacent => position.piece(position.to_move()),
            Refusal::MoveOffTheGrid | Refusal::MoveIntoBlock | Refusal::MoveIntoPiece => to,
            Refusal::BlockOffTheGrid | Refusal::BlockOnBlock | Refusal::BlockOnPiece => block,
        };
        vec![cell.index()]
    }

    /// The piece that cannot move, and all that stands around it.
    fn winning(position: &Isolation<R, C>) -> Vec<usize> {
        let stuck = position.piece(position.to_move());
        (stuck.alone() | stuck.neighbours())
            .iter()
            .map(Cell::index)
            .collect()
    }
}
