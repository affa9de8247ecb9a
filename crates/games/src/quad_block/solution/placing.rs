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

use quintet_rules::Position;
use quintet_solver::bounds::Bounds;
use quintet_solver::score::{loss, win};

use crate::markers::Markers;
use crate::quad_block::Quads;
use crate::quad_block::sides::{Grid, Set, singles};
use crate::quad_block::solution::completing::completing;

/// A position of the placing phase with an empty cell; nobody has a four.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Placement<const R: usize, const C: usize> {
    /// The markers of the player to move.
    pub(super) own: Set,
    /// The opponent's.
    pub(super) other: Set,
}

impl<const R: usize, const C: usize> Placement<R, C> {
    /// The markers of any position, whatever its phase.
    pub(super) fn of(position: &Quads<R, C>) -> Self {
        let [own, other] = [position.to_move(), position.to_move().other()]
            .map(|player| position.markers(player).bits());
        Placement { own, other }
    }

    #[inline]
    pub(super) const fn empty(self) -> Set {
        Grid::<R, C>::ALL & !(self.own | self.other)
    }

    /// The position after a marker is placed, seen by the opponent.
    #[inline]
    #[must_use]
    pub(super) const fn place(self, cell: Set) -> Self {
        Placement {
            own: self.other,
            other: self.own | cell,
        }
    }

    /// Wins in 1 and losses in 2, and that nothing else is as short.
    #[inline]
    pub(super) fn glance(self) -> Bounds {
        let empty = self.empty();
        if completing::<R, C>(self.own, empty) != 0 {
            return Bounds::exact(win(1));
        }
        if at_least::<2>(completing::<R, C>(self.other, empty)) {
            return Bounds::exact(loss(2));
        }
        // With one empty cell the opponent lifts at ply 2; else they place, and complete nothing.
        let low = if at_least::<2>(empty) { 4 } else { 2 };
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
        let must = completing::<R, C>(self.other, empty);
        let mut worth = if must == 0 { empty } else { must };
        let mut threats = 0;

        // Three cells: ply 3 is a placement.
        if at_least::<3>(empty) {
            for cell in singles(worth) {
                let completes = completing::<R, C>(self.own | cell, empty ^ cell);
                if at_least::<2>(completes) {
                    return Bounds::exact(win(3));
                }
                if completes != 0 {
                    threats |= cell;
                }
            }
            bounds.high = win(5);
        }

        // Four cells: ply 4 is a placement.
        if at_least::<4>(empty) {
            let mut spoils = worth;
            for fork in singles(empty) {
                let completes = completing::<R, C>(self.other | fork, empty ^ fork);
                if at_least::<3>(completes) {
                    spoils &= fork;
                } else if at_least::<2>(completes) {
                    spoils &= fork | completes;
                }
            }
            worth = spoils | threats;
            if worth == 0 {
                return Bounds::exact(loss(4));
            }
            if spoils & !threats != 0 {
                bounds.low = loss(6);
            }
        }

        for cell in singles(worth & threats).chain(singles(worth & !threats)) {
            push(self.place(cell), cell.trailing_zeros() as u16);
        }
        bounds
    }
}

/// Whether a set has at least `N` members.
#[inline]
fn at_least<const N: usize>(mut set: Set) -> bool {
    for _ in 1..N {
        set &= set.wrapping_sub(1);
    }
    set != 0
}
