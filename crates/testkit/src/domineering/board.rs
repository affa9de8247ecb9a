//! The board of Domineering as data: what is drawn and what is touched.

use quintet_games::text::lettered;
use quintet_games::{Board, Labels, Scene, Token};
use quintet_rules::{Cell, Cells, Player, Position};

use super::position::next;
use super::{Domineering, Domino, Dominoes};

impl<const R: usize, const C: usize> Board for Domineering<R, C> {
    fn scene(position: &Dominoes<R, C>) -> Scene {
        let token = |cell| Some(Token::marker(position.owner(cell)?, ["V", "H"]));
        let dominoes = Player::BOTH.map(|player| position.dominoes(player));
        let dominoes = dominoes.into_iter().flatten().flatten();
        Scene {
            bodies: dominoes.map(Self::marks).collect(),
            ..Scene::of(Labels::Letters, lettered, token)
        }
    }

    fn steps(position: &Dominoes<R, C>) -> &'static [&'static str] {
        match position.to_move() {
            Player::One => &[
                "Choose an empty cell.",
                "Now choose the cell above or below it.",
            ],
            Player::Two => &[
                "Choose an empty cell.",
                "Now choose the cell to its left or right.",
            ],
        }
    }

    fn marks(domino: Domino<R, C>) -> Vec<usize> {
        domino.cells().map(Cell::index).to_vec()
    }

    fn touches(domino: Domino<R, C>) -> Vec<Vec<usize>> {
        let [first, second] = domino.cells().map(Cell::index);
        vec![vec![first, second], vec![second, first]]
    }

    fn meant(position: &Dominoes<R, C>, touched: &[usize]) -> Option<Domino<R, C>> {
        match touched {
            // Of the dominoes that cover the cell, one that is legal, or any.
            [cell] => {
                let cell = Cell::new(*cell)?;
                let pairs = Cells::<R, C>::ALL.iter().filter_map(|first| {
                    let second = next(position.to_move(), first)?;
                    (first == cell || second == cell).then_some(Domino::on(first, second))
                });
                let pairs: Vec<_> = pairs.collect();
                let legal = pairs.iter().find(|domino| position.check(**domino).is_ok());
                legal.or(pairs.first()).copied()
            }
            [one, other] => Some(Domino::on(Cell::new(*one)?, Cell::new(*other)?)),
            _ => None,
        }
    }

    /// The dominoes of the winner, who has placed one at least.
    fn winning(position: &Dominoes<R, C>) -> Vec<usize> {
        let winner = position.to_move().other();
        position.covered(winner).iter().map(Cell::index).collect()
    }
}
