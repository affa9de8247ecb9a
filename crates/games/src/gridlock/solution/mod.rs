//! How Gridlock is solved: every position where the board is small, else by search.
//!
//! Neither the player to move nor a rotation or reflection of the grid changes the value of a position.
//!
//! ```text
//!     position --open--> contest (cells open to both players) and the cells open to one player alone
//!       small boards    known <- leads <- grids      a list of results for each contest, by the lead in spare cells
//!       large boards    seeking <- winner <- regions    search, with bounds from independent regions
//! ```

mod grids;
mod known;
mod leads;
mod listing;
mod open;
mod regions;
mod seeking;
mod winner;

use quintet_rules::{Cell, Cells, PerPlayer, Symmetries};
use quintet_solver::search::KeyedPosition;
use quintet_solver::{Oracle, Solution};

use super::{Gridlock, Snort};
use crate::game::Solving;
use grids::Grids;
pub(crate) use known::Known;
pub(crate) use leads::{Contest, Contested, Extent, Parts};
pub(crate) use seeking::Seeking;

impl<const R: usize, const C: usize> Solving for Gridlock<R, C> {
    /// All positions of 25 cells together take a second.
    const IS_SOLVED: bool = R * C <= 25;

    fn solution() -> Solution<dyn Oracle<Snort<R, C>>> {
        if Self::IS_SOLVED {
            Solution::direct(|| Known::new(Grids::new()))
        } else {
            Solution::direct(Seeking::oracle)
        }
    }

    fn moves_left(position: &Snort<R, C>) -> Option<PerPlayer<u32>> {
        position.moves_left()
    }

    fn estimate(position: &Snort<R, C>) -> i64 {
        position.estimate()
    }

    /// Returns the opposite of a move, by a half turn of the board, if the opposite answers every move: the open
    /// cells of each player are the opposites of the other's, and no open cell is adjacent to its own opposite. The
    /// opposite of a legal move is then legal, and the same holds in the position after it.
    fn answer(position: &Snort<R, C>, cell: Cell<R, C>) -> Option<Cell<R, C>> {
        const HALF_TURN: usize = 3;
        let turned = |set| Symmetries::image(HALF_TURN, set);
        let mine = position.legal();
        let is_far = |cell: Cells<R, C>| !(cell | cell.beside()).meets(turned(cell));
        let is_answered = turned(mine) == position.passed().legal() && mine.singles().all(is_far);
        turned(cell.alone()).first().filter(|_| is_answered)
    }
}

/// Knowledge that needs no search.
impl<const R: usize, const C: usize> Snort<R, C> {
    /// The number of open cells of each player, if no open cell of one is, or is adjacent to, an open cell of the
    /// other: a marker then closes no cell of the opponent.
    pub(crate) fn moves_left(&self) -> Option<PerPlayer<u32>> {
        let (mine, theirs) = (self.legal(), self.passed().legal());
        let is_apart = !(mine | mine.beside()).meets(theirs);
        is_apart.then(|| {
            PerPlayer::from_fn(|player| {
                if player == self.to_move {
                    mine.len()
                } else {
                    theirs.len()
                }
            })
        })
    }

    /// Heuristic value for the player to move: cells that are open to one player alone count for that player, and
    /// less if they are adjacent to a cell that is open to the other.
    pub(crate) fn estimate(&self) -> i64 {
        let (mine, theirs) = (self.legal(), self.passed().legal());
        let of = |open: Cells<R, C>, other: Cells<R, C>| {
            let own = open - other;
            i64::from(4 * own.len()) - i64::from((own & other.beside()).len())
        };
        of(mine, theirs) - of(theirs, mine)
    }
}

impl<const R: usize, const C: usize> KeyedPosition for Snort<R, C> {
    const IS_FINITE: bool = true;

    /// Only the open cells of the two players matter; the positions of their markers do not.
    fn key(&self) -> u128 {
        u128::from(self.legal().bits()) << 64 | u128::from(self.passed().legal().bits())
    }

    fn canonical(&self) -> Self {
        let images = (0..Symmetries::<R, C>::COUNT).map(|symmetry| {
            let image = |set| Symmetries::image(symmetry, set);
            Snort {
                mine: image(self.mine),
                theirs: image(self.theirs),
                to_move: self.to_move,
            }
        });
        let least = images.min_by_key(|image| (image.mine.bits(), image.theirs.bits()));
        least.expect("the identity is a symmetry")
    }

    fn move_number(cell: Cell<R, C>, _: u16) -> u16 {
        cell.index() as u16
    }
}
