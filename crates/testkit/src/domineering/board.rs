//! The scene of Domineering and its touch input.

use quintet_games::text::cell_name;
use quintet_games::{Board, Labels, Scene, Token};
use quintet_rules::{Cell, Cells, Player, Position};

use super::position::next;
use super::{Domino, Dominoes};

impl<const R: usize, const C: usize> Board for Dominoes<R, C> {
    fn scene(&self) -> Scene {
        let token = |cell| Some(Token::marker(self.owner(cell)?, ["V", "H"]));
        let dominoes = Player::BOTH.map(|player| self.dominoes(player));
        let dominoes = dominoes.into_iter().flatten().flatten();
        Scene {
            bodies: dominoes.map(Self::marks).collect(),
            ..Scene::of(Labels::Letters, cell_name, token)
        }
    }

    fn marks(domino: Domino<R, C>) -> Vec<usize> {
        domino.cells().map(Cell::index).to_vec()
    }

    fn touches(domino: Domino<R, C>) -> Vec<Vec<usize>> {
        let [first, second] = domino.cells().map(Cell::index);
        vec![vec![first, second], vec![second, first]]
    }

    fn intended_move(&self, touched: &[usize]) -> Option<Domino<R, C>> {
        match touched {
            // A legal domino that covers the cell, or otherwise any.
            [cell] => {
                let cell = Cell::new(*cell)?;
                let pairs = Cells::<R, C>::ALL.iter().filter_map(|first| {
                    let second = next(self.to_move(), first)?;
                    (first == cell || second == cell).then_some(Domino::on(first, second))
                });
                let pairs: Vec<_> = pairs.collect();
                let legal = pairs.iter().find(|domino| self.check(**domino).is_ok());
                legal.or(pairs.first()).copied()
            }
            [one, other] => Some(Domino::on(Cell::new(*one)?, Cell::new(*other)?)),
            _ => None,
        }
    }

    /// Returns the cells of the winner's dominoes.
    fn winning(&self) -> Vec<usize> {
        let winner = self.to_move().other();
        self.covered(winner).iter().map(Cell::index).collect()
    }
}
