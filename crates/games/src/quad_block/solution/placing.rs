//! The placing phase: values that need no search, and the moves that are worth searching.
//!
//! A cell *completes* for a player if a marker there makes a group of exactly four. The completing cells depend on the
//! player's own markers alone; the opponent can only occupy them. For the player to move:
//!
//! ```text
//!     an own completing cell                                 win in 1
//!     two completing cells of the opponent                   loss in 2
//!     one completing cell of the opponent                    the only move
//!     a fork (a marker that makes two completing cells)      win in 3
//!     no fork                                                no win before 5
//!     a fork of the opponent                                 spoil it, make a threat, or lose in 4
//!     a move without a threat that spoils all forks          no loss before 6
//! ```
//!
//! Near the full grid a lift or a relocation may win instead, so each rule has a least number of empty cells.

use quintet_rules::{Cells, Position, Symmetries};
use quintet_solver::bounds::Bounds;
use quintet_solver::score::{loss, win};

use crate::game::Markers;
use crate::quad_block::Quads;
use crate::quad_block::groups::completing;

/// The markers of a position. The methods on bounds and moves are for the placing phase with an empty cell, in which neither
/// player has a group of four.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Placement<const R: usize, const C: usize> {
    /// Those of the player to move.
    pub(super) own: Cells<R, C>,
    /// Those of the opponent.
    pub(super) other: Cells<R, C>,
}

impl<const R: usize, const C: usize> Placement<R, C> {
    pub(super) fn of(position: &Quads<R, C>) -> Self {
        let [own, other] =
            [position.to_move(), position.to_move().other()].map(|player| position.markers(player));
        Placement { own, other }
    }

    #[inline]
    pub(super) fn empty(self) -> Cells<R, C> {
        !(self.own | self.other)
    }

    /// Returns the least image under the symmetries of the grid.
    pub(super) fn least_image(self, symmetries: &Symmetries<R, C>) -> Self {
        let images = (0..symmetries.count()).map(|symmetry| Placement {
            own: symmetries.set(symmetry, self.own),
            other: symmetries.set(symmetry, self.other),
        });
        let least = images.min_by_key(|image| (image.own.bits(), image.other.bits()));
        least.expect("the identity is a symmetry")
    }

    /// Returns the least image of a position with few markers. Later, positions of one search are hardly ever images of each
    /// other, and comparing eight images takes more time than it saves.
    pub(super) fn canonical(self, symmetries: &Symmetries<R, C>) -> Self {
        const FEW: u32 = 6;
        if (self.own | self.other).len() > FEW {
            self
        } else {
            self.least_image(symmetries)
        }
    }

    /// Returns the exact score of wins in 1 and losses in 2, and bounds that exclude them for other positions.
    #[inline]
    pub(super) fn quick_bounds(self) -> Bounds {
        let empty = self.empty();
        if !completing(self.own, empty).is_empty() {
            return Bounds::exact(win(1));
        }
        if at_least::<2, R, C>(completing(self.other, empty)) {
            return Bounds::exact(loss(2));
        }
        // With one empty cell the opponent lifts at ply 2; otherwise the opponent places, and completes nothing.
        let low = if at_least::<2, R, C>(empty) { 4 } else { 2 };
        Bounds {
            low: loss(low),
            high: win(3),
        }
    }

    /// Returns the exact score of wins in 3 and losses in 4. For other positions it returns bounds and pushes the moves of
    /// which one is best. For positions that [`quick_bounds`](Self::quick_bounds) leaves open.
    #[inline]
    pub(super) fn expand(self, mut push: impl FnMut(Self, u16)) -> Bounds {
        let empty = self.empty();
        let mut bounds = Bounds::OPEN;
        let must = completing(self.other, empty);
        let mut worth = if must.is_empty() { empty } else { must };
        let mut threats = Cells::NONE;

        // Three cells: ply 3 is a placement.
        if at_least::<3, R, C>(empty) {
            for cell in worth.singles() {
                let completes = completing(self.own | cell, empty ^ cell);
                if at_least::<2, R, C>(completes) {
                    return Bounds::exact(win(3));
                }
                if !completes.is_empty() {
                    threats = threats | cell;
                }
            }
            bounds.high = win(5);
        }

        // Four cells: ply 4 is a placement.
        if at_least::<4, R, C>(empty) {
            let mut spoils = worth;
            for fork in empty.singles() {
                let completes = completing(self.other | fork, empty ^ fork);
                if at_least::<3, R, C>(completes) {
                    spoils = spoils & fork;
                } else if at_least::<2, R, C>(completes) {
                    spoils = spoils & (fork | completes);
                }
            }
            worth = spoils | threats;
            if worth.is_empty() {
                return Bounds::exact(loss(4));
            }
            if !(spoils - threats).is_empty() {
                bounds.low = loss(6);
            }
        }

        for cell in (worth & threats).iter().chain((worth - threats).iter()) {
            let next = Placement {
                own: self.other,
                other: self.own | cell.alone(),
            };
            push(next, cell.index() as u16);
        }
        bounds
    }
}

/// Returns true if a set has at least `N` members.
#[inline]
fn at_least<const N: usize, const R: usize, const C: usize>(set: Cells<R, C>) -> bool {
    let mut bits = set.bits();
    for _ in 1..N {
        bits &= bits.wrapping_sub(1);
    }
    bits != 0
}
