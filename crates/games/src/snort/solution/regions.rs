//! What small parts of a contest are worth, so that a sum of them can be judged without searching it.
//!
//! A contest falls apart into regions that have nothing to do with each other. A region `G` lies between two numbers of
//! spare cells, `low <= G <= high`: having it is at least as good as having `low` spare cells more, and no better than
//! `high`. Such bounds add up. For the player to move, with `lead`:
//!
//! - If they win one region when the lead has the `low` of all others added, they win the sum.
//! - If they do not win one region when the lead has the `high` of all others added, they lose the sum.
//!
//! Both bounds follow from the least lead that wins: of the player to move, and of the opponent if it were their turn.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::{PoisonError, RwLock};

use quintet_solver::Scramble;

use super::leads::{Contest, Contested, Extent, Leads};

/// A region of more cells is not settled. There are some ten thousand different ones of at most so many on a large board,
/// and each takes some microseconds.
const SMALL: u8 = 8;

/// The least leads that win a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Least {
    /// For the player to move.
    mine: i8,
    /// For the opponent if it were their turn.
    theirs: i8,
    /// Whether these are the very least; else they are only not greater.
    is_exact: bool,
}

impl Least {
    /// If nothing is known but the size: who has more spare cells than the other could ever place wins.
    fn of_extent(extent: Extent) -> Self {
        Least {
            mine: 1 - extent.mine.cast_signed(),
            theirs: 1 - extent.theirs.cast_signed(),
            is_exact: false,
        }
    }

    fn low(self) -> i8 {
        self.theirs - 1
    }

    fn high(self) -> i8 {
        1 - self.mine
    }
}

/// The small regions that have been met, each settled once.
#[derive(Default)]
pub(super) struct Regions {
    known: RwLock<HashMap<Contest, Least, BuildHasherDefault<Scramble>>>,
    leads: RwLock<Leads>,
}

impl Regions {
    /// Whether the player to move wins the sum of the regions; `None` if the bounds do not tell.
    pub(super) fn judge(
        &self,
        board: &impl Contested,
        regions: &[Contest],
        lead: i8,
    ) -> Option<bool> {
        let least: Vec<_> = regions
            .iter()
            .map(|region| self.least(board, *region))
            .collect();
        let low: i8 = least.iter().map(|least| least.low()).sum();
        let high: i8 = least.iter().map(|least| least.high()).sum();
        if lead + high <= 0 {
            return Some(false);
        }
        // A number of spare cells above zero wins whoever is to move.
        if lead + low > 0 {
            return Some(true);
        }
        let mut exact = least.iter().filter(|least| least.is_exact);
        exact.find_map(|least| {
            if lead + low - least.low() >= least.mine {
                Some(true)
            } else if lead + high - least.high() < least.mine {
                Some(false)
            } else {
                None
            }
        })
    }

    fn least(&self, board: &impl Contested, region: Contest) -> Least {
        let extent = board.extent(region);
        if extent.cells > SMALL.min(extent.room) {
            return Least::of_extent(extent);
        }
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(least) = known.get(&region) {
            return *least;
        }
        drop(known);
        let mut leads = self.leads.write().unwrap_or_else(PoisonError::into_inner);
        let least = Least {
            mine: leads.least_winning(board, region),
            theirs: leads.least_winning(board, board.passed(region)),
            is_exact: true,
        };
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.insert(region, least);
        least
    }
}
