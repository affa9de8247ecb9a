//! Whether a new barrier would cut a runner off from its goal corner.
//!
//! A wall that separates two cells is a chain of barriers that touch at sides or corners and
//! runs from the edge of the grid to the edge, or round in a ring:
//!
//! ```text
//!     . X . .        . . . .
//!     . . X .        . X . .      no wall
//!     . . . X        . . X .
//! ```
//!
//! A barrier can complete one only if it links two things that were apart, of which the edge can
//! be one. That settles most placements without a search.

use std::array;

use quintet_rules::{Cell, Cells};

/// A runner and its goal.
pub(super) type Route<const R: usize, const C: usize> = (Cell<R, C>, Cell<R, C>);

/// Whether both runners have a barrier-free path to their goals. Runners are no obstacle to each other.
#[inline]
pub(super) fn all_open<const R: usize, const C: usize>(
    barriers: Cells<R, C>,
    routes: [Route<R, C>; 2],
) -> bool {
    are_open([barriers], routes)[0]
}

/// The members of `sites` on which one more barrier cuts a runner off.
#[inline]
pub(super) fn closing<const R: usize, const C: usize>(
    sites: Cells<R, C>,
    barriers: Cells<R, C>,
    routes: [Route<R, C>; 2],
) -> Cells<R, C> {
    let mut closing = Cells::NONE;
    let mut left = sites.singles();
    // Several searches at once take hardly longer than one, as each step waits for the one before.
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

/// The same for several sets of barriers.
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

/// The cells that can be reached from one, with each set of barriers.
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
        // Two steps at a time: to ask costs more than a step too many.
        let next = further(further(reached));
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

/// The cells on which a barrier may complete a wall: those whose free neighbours are not all linked by
/// the free cells around them. A barrier anywhere else cuts nobody off; here the paths must be searched.
/// Barriers that touch neither the edge nor another barrier are left out of account: they touch the new one at most,
/// so no wall goes through them.
///
/// ```text
///     . . .      the neighbours . above, left and below are linked,      . . X
///     . c X      so a barrier on c cuts nothing                          . c .      c is risky: the way
///     . . X                                                              X . .      between two halves
/// ```
#[inline]
pub(super) fn risky<const R: usize, const C: usize>(barriers: Cells<R, C>) -> Cells<R, C> {
    let aside = barriers.left() | barriers.right();
    let row = aside | barriers;
    let touching = aside | row.up() | row.down();
    let free = !(barriers & (touching | Cells::EDGE));
    // For every cell at once: whether the cell in this direction is free.
    let [up, right, down, left] = [free.down(), free.left(), free.up(), free.right()];
    let [up_right, down_right] = [up.left(), down.left()];
    let [up_left, down_left] = [up.right(), down.right()];
    // A run of linked neighbours, clockwise, begins at a free one that is not linked with the one before.
    let begins = [
        up - (left & up_left),
        right - (up & up_right),
        down - (right & down_right),
        left - (down & down_left),
    ];
    let [a, b, c, d] = begins;
    (a & b) | (c & d) | ((a | b) & (c | d))
}

/// Whether a barrier on `cell` cannot complete a wall, whatever it is that stands elsewhere.
/// `false` says nothing: then the paths must be searched.
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

    fn what_is_not_risky_separates_nothing<const R: usize, const C: usize>(
        sets: impl Iterator<Item = u64>,
    ) {
        for barriers in sets.map(Cells::<R, C>::from_bits) {
            for cell in !(barriers | risky(barriers)) {
                let free = !(barriers | cell.alone());
                let beside = cell.neighbours() & free;
                let linked = beside.first().map_or(Cells::NONE, Cell::alone).spread(free);
                assert_eq!(beside - linked, Cells::NONE, "{barriers:?} and {cell:?}");
            }
        }
    }

    #[test]
    fn what_is_not_risky_separates_nothing_on_every_grid() {
        what_is_not_risky_separates_nothing::<4, 4>(0..1 << 16);
        // Few barriers, as in a game: bits that are in all of three numbers.
        let mut random = quintet_rules::Wyrand::new(1);
        let mut few = || u64::from(random.bits() & random.bits() & random.bits());
        what_is_not_risky_separates_nothing::<5, 5>((0..20_000).map(|_| few()));
    }
}
