//! Barriers that would cut off a runner from its goal.
//!
//! A wall that separates two cells is a chain of barriers that touch at sides or corners. It runs from edge to edge of the
//! grid, or forms a ring:
//!
//! ```text
//!     . X . .        . . . .
//!     . . X .        . X . .      no wall
//!     . . . X        . . X .
//! ```
//!
//! A barrier can complete a wall only if it connects two separate barriers, or a barrier with the edge. That decides most
//! placements without a search.

use std::array;

use quintet_rules::{Cell, Cells};

/// A runner and its goal.
pub(super) type Route<const R: usize, const C: usize> = (Cell<R, C>, Cell<R, C>);

/// Returns true if both runners have a barrier-free path to their goals. Runners do not block each other.
#[inline]
pub(super) fn all_open<const R: usize, const C: usize>(
    barriers: Cells<R, C>,
    routes: [Route<R, C>; 2],
) -> bool {
    are_open([barriers], routes)[0]
}

/// Returns the members of `sites` on which one more barrier cuts off a runner.
#[inline]
pub(super) fn closing<const R: usize, const C: usize>(
    sites: Cells<R, C>,
    barriers: Cells<R, C>,
    routes: [Route<R, C>; 2],
) -> Cells<R, C> {
    let mut closing = Cells::NONE;
    let mut left = sites.singles();
    // The processor runs several searches in little more time than one, since each step depends on the one before.
    while let Some(first) = left.next() {
        let mut sites = [first; 4];
        for site in &mut sites[1..] {
            *site = left.next().unwrap_or(first);
        }
        let is_open = are_open(sites.map(|site| barriers | site), routes);
        for (site, is_open) in sites.into_iter().zip(is_open) {
            closing = closing | if is_open { Cells::NONE } else { site };
        }
    }
    closing
}

/// [`all_open`] for several sets of barriers.
#[inline]
fn are_open<const R: usize, const C: usize, const N: usize>(
    barriers: [Cells<R, C>; N],
    [(mine, my_goal), (theirs, their_goal)]: [Route<R, C>; 2],
) -> [bool; N] {
    let reached = reached(mine, barriers);
    array::from_fn(|n| {
        reached[n].contains(my_goal)
            && if reached[n].contains(theirs) {
                reached[n].contains(their_goal)
            } else {
                theirs.alone().spread(!barriers[n]).contains(their_goal)
            }
    })
}

/// Returns the cells that are reachable from one, with each set of barriers.
#[inline]
fn reached<const R: usize, const C: usize, const N: usize>(
    from: Cell<R, C>,
    barriers: [Cells<R, C>; N],
) -> [Cells<R, C>; N] {
    let free = barriers.map(|barriers| !barriers);
    let mut reached = [from.alone(); N];
    let further = |reached: [Cells<R, C>; N]| {
        array::from_fn(|n| (reached[n] | reached[n].beside()) & free[n])
    };
    loop {
        // Two steps at a time, because the comparison takes longer than an unnecessary step.
        let next = further(further(reached));
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

/// Returns the cells on which a barrier may complete a wall: those whose free neighbors are not all connected by the free
/// cells around them. A barrier on any other cell cuts off no runner. Barriers that touch neither the edge nor another
/// barrier are ignored, because no wall can contain them.
///
/// ```text
///     . . .      the neighbors above, left and below are connected,     . . X      c is risky: it connects
///     . c X      so a barrier on c is harmless                           . c .      two halves that may be
///     . . X                                                              X . .      separate otherwise
/// ```
#[inline]
pub(super) fn risky<const R: usize, const C: usize>(barriers: Cells<R, C>) -> Cells<R, C> {
    let aside = barriers.left() | barriers.right();
    let row = aside | barriers;
    let touching = aside | row.up() | row.down();
    let free = !(barriers & (touching | Cells::EDGE));
    // The cells whose neighbor in this direction is free.
    let [up, right, down, left] = [free.down(), free.left(), free.up(), free.right()];
    let [up_right, down_right] = [up.left(), down.left()];
    let [up_left, down_left] = [up.right(), down.right()];
    // Clockwise, a run of connected neighbors begins at a free one that is not connected with the one before.
    let begins = [
        up - (left & up_left),
        right - (up & up_right),
        down - (right & down_right),
        left - (down & down_left),
    ];
    let [a, b, c, d] = begins;
    (a & b) | (c & d) | ((a | b) & (c | d))
}

/// Returns true if a barrier on `cell` cannot complete a wall. If not, the paths must be searched.
#[inline]
pub(super) fn is_harmless<const R: usize, const C: usize>(
    barriers: Cells<R, C>,
    cell: Cell<R, C>,
) -> bool {
    let touched = (cell.alone().around() & barriers).len();
    touched + u32::from(Cells::EDGE.contains(cell)) < 2
}

#[cfg(test)]
mod tests {
    use quintet_rules::Random;

    use super::*;

    fn check<const R: usize, const C: usize>(sets: impl Iterator<Item = u64>) {
        for barriers in sets.map(Cells::<R, C>::from_bits) {
            for cell in !(barriers | risky(barriers)) {
                let free = !(barriers | cell.alone());
                let beside = cell.neighbors() & free;
                let linked = beside.first().map_or(Cells::NONE, Cell::alone).spread(free);
                assert_eq!(beside - linked, Cells::NONE, "{barriers:?} and {cell:?}");
            }
        }
    }

    #[test]
    fn barriers_on_other_than_risky_cells_separate_no_cells() {
        check::<4, 4>(0..1 << 16);
        // Few barriers, as in a game: bits that are in all of three numbers.
        let mut random = quintet_rules::Wyrand::new(1);
        let mut few = || u64::from(random.bits() & random.bits() & random.bits());
        check::<5, 5>((0..20_000).map(|_| few()));
    }
}
