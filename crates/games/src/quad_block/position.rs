//! The rules: the markers of both players, and the phase of the game.
//!
//! ```text
//!     placing            full grid            sudden death
//!     X O .              X O X                X O X
//!     . X .   ... -->    O X O  -- lift -->   O X .  <-- relocate to the empty cell;
//!     . . O              X O X                X O X      the cell that was left is empty then
//! ```

use quintet_rules::{Cell, Cells, Player, Position, Random};

use crate::game::{Markers, Reason};
use crate::quad_block::groups;

/// A position of Quad Block, seen from the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Quads<const R: usize, const C: usize> {
    pub(super) mine: Cells<R, C>,
    pub(super) theirs: Cells<R, C>,
    pub(super) to_move: Player,
    pub(super) in_sudden_death: bool,
    /// True if `theirs` has a group of four. Stored because it is read several times per move.
    pub(super) is_over: bool,
}

/// One turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum QuadsMove<const R: usize, const C: usize> {
    /// A marker is placed on an empty cell.
    Place(Cell<R, C>),
    /// On the full grid, a marker is removed permanently.
    Lift(Cell<R, C>),
    /// In sudden death, a marker moves to the empty cell.
    Relocate {
        /// The cell of the marker.
        from: Cell<R, C>,
        /// The empty cell.
        to: Cell<R, C>,
    },
}

/// Reason why an action is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuadsRefusal {
    /// The cell does not exist.
    OffTheGrid,
    /// The game is over.
    GameOver,
    /// The phase requires another kind of turn.
    WrongPhase,
    /// The cell holds a marker.
    Occupied,
    /// The cell to lift or relocate from does not hold a marker of the player.
    NotOwnMarker,
    /// The marker would stay on its cell.
    SameCell,
}

impl Reason for QuadsRefusal {
    fn code(&self) -> &'static str {
        match self {
            QuadsRefusal::OffTheGrid => "off-the-grid",
            QuadsRefusal::GameOver => "game-over",
            QuadsRefusal::WrongPhase => "wrong-phase",
            QuadsRefusal::Occupied => "occupied",
            QuadsRefusal::NotOwnMarker => "not-own-marker",
            QuadsRefusal::SameCell => "same-cell",
        }
    }
}

/// The kind of turn that the phase requires.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Duty<const R: usize, const C: usize> {
    Place,
    Lift,
    /// Relocate to the one empty cell.
    Relocate(Cell<R, C>),
}

impl<const R: usize, const C: usize> Quads<R, C> {
    /// Returns the empty grid.
    pub const fn start(first: Player) -> Self {
        Quads {
            mine: Cells::NONE,
            theirs: Cells::NONE,
            to_move: first,
            in_sudden_death: false,
            is_over: false,
        }
    }

    /// Makes a position with these markers of Players 1 and 2, without checking that the game allows it.
    pub(super) fn new(
        one: Cells<R, C>,
        two: Cells<R, C>,
        to_move: Player,
        in_sudden_death: bool,
    ) -> Self {
        let (mine, theirs) = match to_move {
            Player::One => (one, two),
            Player::Two => (two, one),
        };
        let is_over = groups::has_four(theirs);
        Quads {
            mine,
            theirs,
            to_move,
            in_sudden_death,
            is_over,
        }
    }

    /// Returns the position after a null move. It is unfinished, since a group of four would have won before.
    pub(super) fn passed(&self) -> Self {
        Quads {
            mine: self.theirs,
            theirs: self.mine,
            to_move: self.to_move.other(),
            ..*self
        }
    }

    /// Returns true if sudden death has begun, which a placement that wins on the last empty cell does not do.
    pub fn in_sudden_death(&self) -> bool {
        self.in_sudden_death
    }

    #[inline]
    fn empty(&self) -> Cells<R, C> {
        !(self.mine | self.theirs)
    }

    /// Returns the position after the legal turn on one of the [choices](Quads::choices). `has_four` returns true if the
    /// mover's markers have a group of four after it, which can only be a new one.
    ///
    /// This has no branches, so that the compiler can vectorize it for batches.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "a batch compiles it for several games at once, as a part of its own loop"
    )]
    pub(super) fn after(
        &self,
        cell: Cells<R, C>,
        has_four: impl FnOnce(Cells<R, C>) -> bool,
    ) -> Self {
        // A lifted marker goes to the empty cell, if there is one.
        let relocated = if self.in_sudden_death {
            self.empty()
        } else {
            Cells::NONE
        };
        let markers = (self.mine ^ cell) | relocated;
        let is_over = has_four(markers);
        let is_full = (markers | self.theirs) == Cells::ALL;
        Quads {
            mine: self.theirs,
            theirs: markers,
            to_move: self.to_move.other(),
            in_sudden_death: self.in_sudden_death || (is_full && !is_over),
            is_over,
        }
    }

    #[inline]
    pub(super) fn duty(&self) -> Duty<R, C> {
        match self.empty().first() {
            _ if !self.in_sudden_death => Duty::Place,
            None => Duty::Lift,
            Some(empty) => Duty::Relocate(empty),
        }
    }

    /// Returns the cells with a legal move: those to place on, or those to lift or relocate from.
    #[inline]
    pub(super) fn choices(&self) -> Cells<R, C> {
        if self.is_over {
            Cells::NONE
        } else if self.in_sudden_death {
            self.mine
        } else {
            self.empty()
        }
    }
}

impl<const R: usize, const C: usize> Duty<R, C> {
    #[inline]
    pub(super) fn with(self, cell: Cell<R, C>) -> QuadsMove<R, C> {
        match self {
            Duty::Place => QuadsMove::Place(cell),
            Duty::Lift => QuadsMove::Lift(cell),
            Duty::Relocate(empty) => QuadsMove::Relocate {
                from: cell,
                to: empty,
            },
        }
    }
}

impl<const R: usize, const C: usize> Markers<R, C> for Quads<R, C> {
    fn markers(&self, player: Player) -> Cells<R, C> {
        if player == self.to_move {
            self.mine
        } else {
            self.theirs
        }
    }
}

impl<const R: usize, const C: usize> Position for Quads<R, C> {
    type Move = QuadsMove<R, C>;
    type Refusal = QuadsRefusal;

    #[inline]
    fn to_move(&self) -> Player {
        self.to_move
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.is_over
    }

    #[inline]
    fn moves(&self) -> impl Iterator<Item = QuadsMove<R, C>> {
        let duty = self.duty();
        self.choices().iter().map(move |cell| duty.with(cell))
    }

    fn check(&self, action: QuadsMove<R, C>) -> Result<(), QuadsRefusal> {
        if self.is_over {
            return Err(QuadsRefusal::GameOver);
        }
        match (self.duty(), action) {
            (Duty::Place, QuadsMove::Place(on)) if !self.empty().contains(on) => {
                Err(QuadsRefusal::Occupied)
            }
            (Duty::Lift, QuadsMove::Lift(from))
            | (Duty::Relocate(_), QuadsMove::Relocate { from, .. })
                if !self.mine.contains(from) =>
            {
                Err(QuadsRefusal::NotOwnMarker)
            }
            (Duty::Relocate(_), QuadsMove::Relocate { from, to }) if from == to => {
                Err(QuadsRefusal::SameCell)
            }
            (Duty::Relocate(empty), QuadsMove::Relocate { to, .. }) if to != empty => {
                Err(QuadsRefusal::Occupied)
            }
            (Duty::Place, QuadsMove::Place(_))
            | (Duty::Lift, QuadsMove::Lift(_))
            | (Duty::Relocate(_), QuadsMove::Relocate { .. }) => Ok(()),
            _ => Err(QuadsRefusal::WrongPhase),
        }
    }

    #[inline]
    fn play_unchecked(&self, action: QuadsMove<R, C>) -> Self {
        match action {
            // Checking the group of the new marker is faster than checking all.
            QuadsMove::Place(on) => self.after(on.alone(), |markers| groups::is_four(markers, on)),
            QuadsMove::Lift(from) | QuadsMove::Relocate { from, .. } => {
                self.after(from.alone(), groups::has_four)
            }
        }
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        u64::from(self.choices().len())
    }

    #[inline]
    fn random_move(&self, random: &mut impl Random) -> Option<QuadsMove<R, C>> {
        let choices = self.choices();
        if choices.is_empty() {
            return None;
        }
        let cell = choices.nth(random.below(choices.len()));
        Some(if self.in_sudden_death {
            self.duty().with(cell)
        } else {
            QuadsMove::Place(cell)
        })
    }
}
