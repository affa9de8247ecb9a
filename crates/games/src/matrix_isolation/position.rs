//! The rules: two pieces and the cells that have been blocked.
//!
//! ```text
//!     P1 ·  ·  ·         after 1 2 2 2         ·  P1 ·  ·
//!     ·  ·  ·  ·                               ·  X  ·  ·
//!     ·  ·  ·  ·      the cell just left       ·  ·  ·  ·
//!     ·  ·  ·  P2     could be blocked too     ·  ·  ·  P2
//! ```

use quintet_rules::{Cell, Cells, Outcome, Player, Position, Random};

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
pub struct Turn<const R: usize, const C: usize> {
    /// The cell that the piece enters.
    pub to: Cell<R, C>,
    /// The cell that is blocked.
    pub block: Cell<R, C>,
}

/// Why a turn is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// There is no such cell to move to.
    MoveOffTheGrid,
    /// There is no such cell to block.
    BlockOffTheGrid,
    /// The cell is not one step up, down, left or right of the piece.
    NotAdjacent,
    /// The piece would enter a blocked cell.
    MoveIntoBlock,
    /// The piece would enter the opponent's cell.
    MoveIntoPiece,
    /// The cell to block is blocked already.
    BlockOnBlock,
    /// The cell to block holds a piece after the move.
    BlockOnPiece,
}

impl Reason for Refusal {
    fn code(&self) -> &'static str {
        match self {
            Refusal::MoveOffTheGrid => "move-off-the-grid",
            Refusal::BlockOffTheGrid => "block-off-the-grid",
            Refusal::NotAdjacent => "not-adjacent",
            Refusal::MoveIntoBlock => "move-into-block",
            Refusal::MoveIntoPiece => "move-into-piece",
            Refusal::BlockOnBlock => "block-on-block",
            Refusal::BlockOnPiece => "block-on-piece",
        }
    }
}

impl<const R: usize, const C: usize> Isolation<R, C> {
    /// Player 1 at the top left, Player 2 at the bottom right, nothing blocked.
    pub fn start(first: Player) -> Self {
        let corner = |index| Cell::new(index).expect("the corners are on the grid");
        Isolation::new(corner(0), corner(R * C - 1), Cells::NONE, first)
    }

    /// The two pieces must be on different cells that are not blocked.
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

    /// The position if the player to move left out a turn.
    pub(super) fn passed(&self) -> Self {
        Isolation {
            mine: self.theirs,
            theirs: self.mine,
            blocked: self.blocked,
            to_move: self.to_move.other(),
        }
    }

    /// The position after a turn that leaves the piece on a cell and blocks another.
    #[inline]
    pub(super) fn after(&self, to: Cell<R, C>, block: Cells<R, C>) -> Self {
        Isolation {
            mine: self.theirs,
            theirs: to,
            blocked: self.blocked | block,
            to_move: self.to_move.other(),
        }
    }

    /// Where a player's piece is.
    pub fn piece(&self, player: Player) -> Cell<R, C> {
        if player == self.to_move {
            self.mine
        } else {
            self.theirs
        }
    }

    /// The blocked cells.
    pub fn blocked(&self) -> Cells<R, C> {
        self.blocked
    }

    /// The cells that the piece may enter.
    #[inline]
    fn steps(&self) -> Cells<R, C> {
        self.mine.neighbours() - self.blocked - self.theirs.alone()
    }

    /// The cells that may be blocked after moving to `to`: the cell that was left is one of them.
    #[inline]
    fn blockable(&self, to: Cell<R, C>) -> Cells<R, C> {
        !(self.blocked | self.theirs.alone() | to.alone())
    }

    /// How many cells may be blocked: the same after every step, for one is left and one entered.
    #[inline]
    fn count_blockable(&self) -> u32 {
        (R * C) as u32 - 2 - self.blocked.len()
    }
}

impl<const R: usize, const C: usize> Position for Isolation<R, C> {
    type Move = Turn<R, C>;
    type Refusal = Refusal;

    #[inline]
    fn to_move(&self) -> Player {
        self.to_move
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        // Not by the table of neighbours: so it can be found for several positions at once.
        let is_stuck = (self.mine.alone().beside() - self.blocked - self.theirs.alone()).is_empty();
        is_stuck.then_some(Outcome {
            winner: self.to_move.other(),
        })
    }

    #[inline]
    fn moves(&self) -> impl Iterator<Item = Turn<R, C>> {
        self.steps().iter().flat_map(|to| {
            self.blockable(to)
                .iter()
                .map(move |block| Turn { to, block })
        })
    }

    fn check(&self, Turn { to, block }: Turn<R, C>) -> Result<(), Refusal> {
        if !self.mine.neighbours().contains(to) {
            Err(Refusal::NotAdjacent)
        } else if self.blocked.contains(to) {
            Err(Refusal::MoveIntoBlock)
        } else if to == self.theirs {
            Err(Refusal::MoveIntoPiece)
        } else if self.blocked.contains(block) {
            Err(Refusal::BlockOnBlock)
        } else if block == to || block == self.theirs {
            Err(Refusal::BlockOnPiece)
        } else {
            Ok(())
        }
    }

    #[inline]
    fn play_unchecked(&self, Turn { to, block }: Turn<R, C>) -> Self {
        self.after(to, block.alone())
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        u64::from(self.steps().len() * self.count_blockable())
    }

    #[inline]
    fn random_move(&self, random: &mut impl Random) -> Option<Turn<R, C>> {
        let steps = self.steps();
        (!steps.is_empty()).then(|| {
            // Every step leaves the same number of cells to block, so two choices are one.
            let to = steps.nth(random.below(steps.len()));
            let block = self.blockable(to).nth(random.below(self.count_blockable()));
            Turn { to, block }
        })
    }
}
