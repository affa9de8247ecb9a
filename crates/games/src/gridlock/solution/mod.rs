//! How Gridlock and Adjacency Block are solved: tables of results on small boards, a search on large ones.
//!
//! A cell is **private** if one player may place there, and neither that cell nor an adjacent one is open to the opponent:
//! nobody can take it away. All other cells that are open to at least one player form the **contest**. The **lead** is
//! the number of private cells of the player to move, minus that of the opponent.
//!
//! Placing on a contested cell is never worse than placing on a private one. Compare the two resulting positions: whatever
//! the player can do in the second, they can do in the first, with the private cell in place of the contested one, and the
//! opponent can do no more. So private cells are left for the end, where only their numbers matter, and a position is
//! reduced to a [`Balance`](contest::Balance): a contest and the private cells of both players.
//!
//! ```text
//!     contest         positions as contests and private cells
//!       leads         small boards: the results of each contest, one for each lead
//!         solved      their oracle; enumeration: all their positions
//!       regions       large boards: bounds from the independent regions of a contest
//!         winner      a search for the winner
//!           search    a search for the distance, and the oracle
//! ```

mod contest;
mod enumeration;
mod leads;
mod regions;
mod search;
mod solved;
mod winner;

use quintet_rules::{Cell, Cells, PerPlayer, Symmetries};
use quintet_solver::search::KeyedPosition;
use quintet_solver::{Oracle, Solution};

use super::{Gridlock, Snort};
use crate::fact::GameFact;
use crate::game::{Solving, Values, Words};

/// Returns the oracle of a board: one that solves it completely, or one that searches.
pub(crate) fn oracle<const R: usize, const C: usize>(
    is_solved: bool,
) -> Solution<dyn Oracle<Snort<R, C>>> {
    if is_solved {
        Solution::direct(solved::SolvedOracle::new)
    } else {
        Solution::direct(search::BoardSearch::oracle)
    }
}

impl<const R: usize, const C: usize> Solving for Gridlock<R, C> {
    /// All positions of 25 cells take a second.
    const IS_SOLVED: bool = R * C <= 25;

    fn solution() -> Solution<dyn Oracle<Snort<R, C>>> {
        oracle(Self::IS_SOLVED)
    }

    fn moves_left(position: &Snort<R, C>) -> Option<PerPlayer<u32>> {
        position.moves_left()
    }

    fn facts(position: &Snort<R, C>, values: &Values<Snort<R, C>>) -> Vec<GameFact> {
        position.facts(Self::name, values)
    }

    fn estimate(position: &Snort<R, C>) -> i64 {
        position.estimate()
    }

    /// Returns the move rotated by 180°, if that answers every move: the open cells of each player are those of the
    /// other, rotated, and no open cell is adjacent to its own image. The answer to a legal move is then legal, and the
    /// same holds in the position after it.
    fn answer(position: &Snort<R, C>, cell: Cell<R, C>) -> Option<Cell<R, C>> {
        const HALF_TURN: usize = 3;
        let turned = |set| Symmetries::image(HALF_TURN, set);
        let mine = position.legal();
        let is_far = |cell: Cells<R, C>| !(cell | cell.beside()).meets(turned(cell));
        let is_answered = turned(mine) == position.passed().legal() && mine.singles().all(is_far);
        turned(cell.alone()).first().filter(|_| is_answered)
    }
}

/// Facts that need no search.
impl<const R: usize, const C: usize> Snort<R, C> {
    /// Returns the number of open cells of each player, if no open cell of one player is or adjoins an open cell of the
    /// other: a marker then closes no cell of the opponent.
    pub(crate) fn moves_left(&self) -> Option<PerPlayer<u32>> {
        let (mine, theirs) = (self.legal(), self.passed().legal());
        let is_apart = !(mine | mine.beside()).meets(theirs);
        let left = |player| if player == self.to_move { mine } else { theirs };
        is_apart.then(|| PerPlayer::from_fn(|player| left(player).len()))
    }

    /// Returns a heuristic value for the player to move: a cell that is open to one player alone counts for that player,
    /// and counts less if it is adjacent to a cell that is open to the other.
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

    /// Only the open cells of the players matter; the positions of their markers do not.
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
