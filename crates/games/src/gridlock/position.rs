//! The rules: place a marker on an empty cell that is not adjacent to one of the opponent's. If you cannot place, you lose.
//!
//! The literature calls this game [Snort](https://en.wikipedia.org/wiki/Col_(game)#Snort). Gridlock plays it on a
//! square, Adjacency Block on a single row. A position is stored from the point of view of the player to move, whose
//! legal cells are neither occupied nor adjacent to a marker of the opponent:
//!
//! ```text
//!     mine     theirs    adjacent to it   legal
//!     # . .     . . .        . . .        . # #
//!     . . .     . . .        . . #        # # .
//!     . . .     . . #        . # .        # . .
//! ```

use quintet_rules::{Cell, Cells, Player, Position, Random};

use crate::game::{Markers, Reason};

/// A position of Gridlock on a grid with `R` rows and `C` columns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Snort<const R: usize, const C: usize> {
    pub(super) mine: Cells<R, C>,
    pub(super) theirs: Cells<R, C>,
    pub(super) to_move: Player,
}

/// The reason why a marker may not be placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SnortRefusal {
    /// The cell is not on the grid.
    OffTheGrid,
    /// The cell holds a marker.
    Occupied,
    /// The cell is adjacent to a marker of the opponent.
    BesideOpponent,
}

impl Reason for SnortRefusal {
    fn code(&self) -> &'static str {
        match self {
            SnortRefusal::OffTheGrid => "off-the-grid",
            SnortRefusal::Occupied => "occupied",
            SnortRefusal::BesideOpponent => "beside-opponent",
        }
    }
}

impl<const R: usize, const C: usize> Snort<R, C> {
    /// Returns the empty grid.
    pub const fn start(first: Player) -> Self {
        Snort {
            mine: Cells::NONE,
            theirs: Cells::NONE,
            to_move: first,
        }
    }

    /// Returns the position after a null move.
    pub(crate) fn passed(&self) -> Self {
        Snort {
            mine: self.theirs,
            theirs: self.mine,
            to_move: self.to_move.other(),
        }
    }

    /// Returns the cells on which the player to move may place.
    #[inline]
    pub(super) fn legal(&self) -> Cells<R, C> {
        !(self.mine | self.theirs | self.theirs.beside())
    }

    /// Returns the position after a marker is placed on a cell.
    #[inline]
    pub(super) fn after(&self, cell: Cells<R, C>) -> Self {
        Snort {
            mine: self.theirs,
            theirs: self.mine | cell,
            to_move: self.to_move.other(),
        }
    }
}

impl<const R: usize, const C: usize> Markers<R, C> for Snort<R, C> {
    fn markers(&self, player: Player) -> Cells<R, C> {
        if player == self.to_move {
            self.mine
        } else {
            self.theirs
        }
    }
}

impl<const R: usize, const C: usize> Position for Snort<R, C> {
    type Move = Cell<R, C>;
    type Refusal = SnortRefusal;

    #[inline]
    fn to_move(&self) -> Player {
        self.to_move
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.legal().is_empty()
    }

    #[inline]
    fn moves(&self) -> impl Iterator<Item = Cell<R, C>> {
        self.legal().iter()
    }

    fn check(&self, cell: Cell<R, C>) -> Result<(), SnortRefusal> {
        if (self.mine | self.theirs).contains(cell) {
            Err(SnortRefusal::Occupied)
        } else if self.theirs.beside().contains(cell) {
            Err(SnortRefusal::BesideOpponent)
        } else {
            Ok(())
        }
    }

    #[inline]
    fn play_unchecked(&self, cell: Cell<R, C>) -> Self {
        self.after(cell.alone())
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        u64::from(self.legal().len())
    }

    #[inline]
    fn random_move(&self, random: &mut impl Random) -> Option<Cell<R, C>> {
        let legal = self.legal();
        (!legal.is_empty()).then(|| legal.nth(random.below(legal.len())))
    }
}
