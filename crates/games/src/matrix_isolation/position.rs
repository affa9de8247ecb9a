//! The rules: two pieces and the blocked cells.
//!
//! ```text
//!     P1 ·  ·  ·         after 1 2 2 2         ·  P1 ·  ·
//!     ·  ·  ·  ·                               ·  X  ·  ·
//!     ·  ·  ·  ·      the cell just left       ·  ·  ·  ·
//!     ·  ·  ·  P2     could also be blocked    ·  ·  ·  P2
//! ```

use quintet_rules::{Cell, Cells, Player, Position, Random};

use crate::game::Reason;

/// A position of Matrix Isolation, seen from the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Isolation<const R: usize, const C: usize> {
    pub(super) mine: Cell<R, C>,
    pub(super) theirs: Cell<R, C>,
    pub(super) blocked: Cells<R, C>,
    pub(super) to_move: Player,
}

/// One turn: the piece moves, then a cell is blocked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct IsolationMove<const R: usize, const C: usize> {
    /// The cell that the piece enters.
    pub to: Cell<R, C>,
    /// The cell that is blocked.
    pub block: Cell<R, C>,
}

/// Reason why a turn is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IsolationRefusal {
    /// The cell to move to does not exist.
    MoveOffTheGrid,
    /// The cell to block does not exist.
    BlockOffTheGrid,
    /// The cell is not one step up, down, left or right of the piece.
    NotAdjacent,
    /// The piece would enter a blocked cell.
    MoveIntoBlock,
    /// The piece would enter the opponent's cell.
    MoveIntoPiece,
    /// The cell to block is already blocked.
    BlockOnBlock,
    /// The cell to block holds a piece after the move.
    BlockOnPiece,
}

impl Reason for IsolationRefusal {
    fn code(&self) -> &'static str {
        match self {
            IsolationRefusal::MoveOffTheGrid => "move-off-the-grid",
            IsolationRefusal::BlockOffTheGrid => "block-off-the-grid",
            IsolationRefusal::NotAdjacent => "not-adjacent",
            IsolationRefusal::MoveIntoBlock => "move-into-block",
            IsolationRefusal::MoveIntoPiece => "move-into-piece",
            IsolationRefusal::BlockOnBlock => "block-on-block",
            IsolationRefusal::BlockOnPiece => "block-on-piece",
        }
    }
}

impl<const R: usize, const C: usize> Isolation<R, C> {
    /// Returns the start: Player 1 at the top left, Player 2 at the bottom right, no cell blocked.
    pub fn start(first: Player) -> Self {
        let corner = |index| Cell::new(index).expect("the corners are on the grid");
        Isolation::new(corner(0), corner(R * C - 1), Cells::NONE, first)
    }

    /// Makes a position. The two pieces must be on different cells that are not blocked.
    pub(super) fn new(
        one: Cell<R, C>,
        two: Cell<R, C>,
        blocked: Cells<R, C>,
        to_move: Player,
    ) -> Self {
        let (mine, theirs) = match to_move {
            Player::One => (one, two),
            Player::Two => (two, one),
        };
        Isolation {
            mine,
            theirs,
            blocked,
            to_move,
        }
    }

    /// Returns the position after a null move.
    pub(super) fn passed(&self) -> Self {
        Isolation {
            mine: self.theirs,
            theirs: self.mine,
            blocked: self.blocked,
            to_move: self.to_move.other(),
        }
    }

    /// Returns the position after a turn that moves the piece to a cell and blocks another.
    #[inline]
    pub(super) fn after(&self, to: Cell<R, C>, block: Cells<R, C>) -> Self {
        Isolation {
            mine: self.theirs,
            theirs: to,
            blocked: self.blocked | block,
            to_move: self.to_move.other(),
        }
    }

    /// Returns the cell of a player's piece.
    pub fn piece(&self, player: Player) -> Cell<R, C> {
        if player == self.to_move {
            self.mine
        } else {
            self.theirs
        }
    }

    /// Returns the blocked cells.
    pub fn blocked(&self) -> Cells<R, C> {
        self.blocked
    }

    /// Returns the cells that the piece of the player to move can enter.
    #[inline]
    fn steps(&self) -> Cells<R, C> {
        self.mine.neighbors() - self.blocked - self.theirs.alone()
    }

    /// Returns the cells that can be blocked after a step to `to`, including the cell that was left.
    #[inline]
    fn blockable(&self, to: Cell<R, C>) -> Cells<R, C> {
        !(self.blocked | self.theirs.alone() | to.alone())
    }

    /// Returns the number of cells that can be blocked, which is the same after every step.
    #[inline]
    fn count_blockable(&self) -> u32 {
        (R * C) as u32 - 2 - self.blocked.len()
    }
}

impl<const R: usize, const C: usize> Position for Isolation<R, C> {
    type Move = IsolationMove<R, C>;
    type Refusal = IsolationRefusal;

    #[inline]
    fn to_move(&self) -> Player {
        self.to_move
    }

    #[inline]
    fn is_over(&self) -> bool {
        // Shifts instead of the table of neighbors, so that a batch can process several positions at once.
        (self.mine.alone().beside() - self.blocked - self.theirs.alone()).is_empty()
    }

    #[inline]
    fn moves(&self) -> impl Iterator<Item = IsolationMove<R, C>> {
        self.steps().iter().flat_map(|to| {
            self.blockable(to)
                .iter()
                .map(move |block| IsolationMove { to, block })
        })
    }

    fn check(
        &self,
        IsolationMove { to, block }: IsolationMove<R, C>,
    ) -> Result<(), IsolationRefusal> {
        if !self.mine.neighbors().contains(to) {
            Err(IsolationRefusal::NotAdjacent)
        } else if self.blocked.contains(to) {
            Err(IsolationRefusal::MoveIntoBlock)
        } else if to == self.theirs {
            Err(IsolationRefusal::MoveIntoPiece)
        } else if self.blocked.contains(block) {
            Err(IsolationRefusal::BlockOnBlock)
        } else if block == to || block == self.theirs {
            Err(IsolationRefusal::BlockOnPiece)
        } else {
            Ok(())
        }
    }

    #[inline]
    fn play_unchecked(&self, IsolationMove { to, block }: IsolationMove<R, C>) -> Self {
        self.after(to, block.alone())
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        u64::from(self.steps().len() * self.count_blockable())
    }

    #[inline]
    fn random_move(&self, random: &mut impl Random) -> Option<IsolationMove<R, C>> {
        let steps = self.steps();
        (!steps.is_empty()).then(|| {
            // Every step leaves the same number of cells to block, so all turns have the same probability.
            let to = steps.nth(random.below(steps.len()));
            let block = self.blockable(to).nth(random.below(self.count_blockable()));
            IsolationMove { to, block }
        })
    }
}
