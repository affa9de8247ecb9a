//! How Matrix Isolation is solved: by a table on boards of at most sixteen cells, else by search.

mod searched;
mod table;
mod zones;

use quintet_rules::{Cell, Player, Position, Symmetries};
use quintet_solver::search::KeyedPosition;
use quintet_solver::{Oracle, Solution};

use super::{Isolation, Turn};
use searched::Searched;

/// On boards of at most so many cells every position has a table.
const TABULATED: usize = 16;

/// On boards of at most so many cells every position is known, if need be by a search that needs no budget: of 20,000
/// random positions of 5x5 the hardest takes 140,000 positions.
const KNOWN: usize = 25;

/// Whether every position of a board is known.
pub(super) const fn is_solved(cells: usize) -> bool {
    cells <= KNOWN
}

/// How a board is solved.
pub(super) fn solution<const R: usize, const C: usize>() -> Solution<dyn Oracle<Isolation<R, C>>> {
    if R * C <= TABULATED {
        table::solution()
    } else {
        Solution::direct(Searched::oracle)
    }
}

impl<const R: usize, const C: usize> KeyedPosition for Isolation<R, C> {
    const IS_FINITE: bool = true;

    fn key(&self) -> u128 {
        let mover = self.to_move();
        let [mine, theirs] =
            [mover, mover.other()].map(|player| self.piece(player).index() as u128);
        u128::from(self.blocked().bits()) << 16 | mine << 8 | theirs
    }

    fn canonical(&self) -> Self {
        let images = (0..Symmetries::<R, C>::COUNT).map(|symmetry| {
            let set = |set| Symmetries::image(symmetry, set);
            let cell = |cell: Cell<R, C>| set(cell.alone()).first().expect("a cell has an image");
            let [one, two] = Player::BOTH.map(|player| cell(self.piece(player)));
            Isolation::new(one, two, set(self.blocked()), self.to_move())
        });
        let order = |image: &Self| {
            let [one, two] = Player::BOTH.map(|player| image.piece(player));
            (one, two, image.blocked().bits())
        };
        images
            .min_by_key(order)
            .expect("the identity is a symmetry")
    }

    fn move_number(Turn { to, block }: Turn<R, C>, _: u16) -> u16 {
        (to.index() * R * C + block.index()) as u16
    }
}
