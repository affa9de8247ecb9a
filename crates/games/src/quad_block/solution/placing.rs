//! The placing phase: what is known about a position without search, and which moves are worth
//! searching.
//!
//! A cell *completes* for a player if a marker there makes a group of exactly four. Which cells
//! complete depends on the player's own markers alone; the opponent can only occupy them. Hence,
//! for the player to move:
//!
//! ```text
//!     own completing cell                                    win in 1
//!     two completing cells of the opponent                   loss in 2
//!     one                                                    it must be taken
//!     a fork (a marker that makes two completing cells)      win in 3
//!     no fork                                                no win before 5
//!     a fork of the opponent                                 take part in it, or make a threat, or loss in 4
//!     all forks spoiled by a move that makes no threat       no loss before 6
//! ```
//!
//! Near the full grid a lift or a relocation may win instead; each rule below says how many empty
//! cells it needs.

use quintet_rules::{Cells, Position};
use quintet_solver::bounds::Bounds;
use quintet_solver::score::{loss, win};

use crate::game::Markers;
use crate::quad_block::Quads;
use crate::quad_block::solution::completing::completing;

/// A position of the placing phase with an empty cell; neither player has a four.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Placement<const R: usize, const C: usize> {
    /// The markers of the player to move.
    pub(super) own: Cells<R, C>,
    /// The opponent's.
    pub(super) other: Cells<R, C>,
}

impl<const R: usize, const C: usize> Placement<R, C> {
    /// The markers of any position, whatever its phase.
    pub(super) fn of(position: &Quads<R, C>) -> Self {
        let [own, other] =
            [position.to_move(), position.to_move().other()].map(|player| position.markers(player));
        Placement { own, other }
    }

    #[inline]
    pub(super) fn empty(self) -> Cells<R, C> {
        !(self.own | self.other)
    }

    /// The position after a marker is placed, seen by the opponent.
    #[inline]
    #[must_use]
    pub(super) fn place(self, cell: Cells<R, C>) -> Self {
        Placement {
            own: self.other,
            other: self.own | cell,
        }
    }

    /// Wins in 1 and losses in 2, and that nothing else is as short.
    #[inline]
    pub(super) fn glance(self) -> Bounds {
        let empty = self.empty();
        if !completing(self.own, empty).is_empty() {
            return Bounds::exact(win(1));
        }
        if at_least::<2, R, C>(completing(self.other, empty)) {
            return Bounds::exact(loss(2));
        }
        // With one empty cell the opponent lifts at ply 2; else they place, and complete nothing.
        let low = if at_least::<2, R, C>(empty) { 4 } else { 2 };
        Bounds {
            low: loss(low),
            high: win(3),
        }
    }

    /// Where [`glance`](Self::glance) leaves a question: wins in 3, losses in 4, and the moves that
    /// decide the rest.
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
            push(self.place(cell.alone()), cell.index() as u16);
        }
        bounds
    }
}

/// Whether a set has at least `N` members.
#[inline]
fn at_least<const N: usize, const R: usize, const C: usize>(set: Cells<R, C>) -> bool {
    let mut bits = set.bits();
    for _ in 1..N {
        bits &= bits.wrapping_sub(1);
    }
    bits != 0
}
