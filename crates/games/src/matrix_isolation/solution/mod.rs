//! Exact values of Matrix Isolation.
//!
//! | board | method |
//! | --- | --- |
//! | at most 16 cells | `table`: one byte for each position, most blocked cells first |
//! | larger | `zones`: a search for each value, which always finishes up to 25 cells and needs a budget beyond |

mod table;
#[cfg(test)]
mod tests;
mod zones;

use quintet_rules::{Cell, Cells, Player, Position, Symmetries};
use quintet_solver::search::{KeyedPosition, SearchOracle, Searcher};
use quintet_solver::{Budget, Oracle, Solution, Value};

use super::{Isolation, IsolationMove, MatrixIsolation};
use crate::fact::GameFact;
use crate::game::{Solving, Values};
use zones::{ZoneBoard, ZoneNode, ZoneSearch};

impl<const R: usize, const C: usize> Solving for MatrixIsolation<R, C> {
    const CENSUS_SCOPE: &'static str = "Unfinished positions with any cells blocked";

    /// Of 20,000 random positions of 5x5, the hardest takes 140,000 positions.
    const IS_SOLVED: bool = R * C <= 25;

    fn solution() -> Solution<dyn Oracle<Isolation<R, C>>> {
        if R * C <= 16 {
            table::solution()
        } else {
            Solution::direct(ZoneSearcher::oracle)
        }
    }

    /// Counts the cells that each player can reach first, then the steps that each has.
    fn facts(position: &Isolation<R, C>, values: &Values<Isolation<R, C>>) -> Vec<GameFact> {
        position.facts(values)
    }

    fn estimate(position: &Isolation<R, C>) -> i64 {
        let mover = position.to_move();
        let [mut mine, mut theirs] =
            [mover, mover.other()].map(|player| position.piece(player).alone());
        let mut free = !(position.blocked() | mine | theirs);
        let lead = |mine: Cells<R, C>, theirs: Cells<R, C>| {
            i64::from(mine.len()) - i64::from(theirs.len())
        };
        let steps = lead(mine.beside() & free, theirs.beside() & free);
        let mut reached = free;
        while !reached.is_empty() {
            let nearer = mine.beside() & free;
            let farther = theirs.beside() & (free - nearer);
            mine = mine | nearer;
            theirs = theirs | farther;
            reached = nearer | farther;
            free = free - reached;
        }
        2 * lead(mine, theirs) + steps
    }
}

/// The search of boards without a table.
struct ZoneSearcher<const R: usize, const C: usize>(ZoneBoard);

impl<const R: usize, const C: usize> ZoneSearcher<R, C> {
    fn oracle() -> SearchOracle<Self> {
        let cells = Cells::<R, C>::ALL.iter();
        let board = ZoneBoard::new(cells.map(|cell| cell.neighbors().bits()));
        SearchOracle(ZoneSearcher(board))
    }
}

impl<const R: usize, const C: usize> Searcher<Isolation<R, C>> for ZoneSearcher<R, C> {
    const IS_SOLVED: bool = MatrixIsolation::<R, C>::IS_SOLVED;

    fn canonical(&self, position: &Isolation<R, C>) -> Isolation<R, C> {
        KeyedPosition::canonical(position)
    }

    fn begin(&self, _: Budget) -> impl FnMut(&Isolation<R, C>, Budget) -> Option<Value> {
        let mut search = ZoneSearch::new(&self.0);
        move |position, budget| {
            let mover = position.to_move();
            let node = ZoneNode {
                free: (!position.blocked()).bits(),
                mine: position.piece(mover).index(),
                theirs: position.piece(mover.other()).index(),
            };
            let is_short = MatrixIsolation::<R, C>::IS_SOLVED;
            search.value(node, if is_short { budget.unlimited() } else { budget })
        }
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

    fn move_number(IsolationMove { to, block }: IsolationMove<R, C>, _: u16) -> u16 {
        (to.index() * R * C + block.index()) as u16
    }
}
