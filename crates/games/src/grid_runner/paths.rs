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

use quintet_rules::{Cell, Cells};

/// Whether both runners have a barrier-free path to their goals, given as pairs of runner and goal.
/// Runners are no obstacle to each other.
#[inline]
pub(super) fn all_open<const R: usize, const C: usize>(
    barriers: Cells<R, C>,
    routes: [(Cell<R, C>, Cell<R, C>); 2],
) -> bool {
    let [(mine, my_goal), (theirs, their_goal)] = routes;
    let reached = mine.alone().spread(!barriers);
    reached.contains(my_goal)
        && if reached.contains(theirs) {
            reached.contains(their_goal)
        } else {
            theirs.alone().spread(!barriers).contains(their_goal)
        }
}

/// The cells on which a barrier may complete a wall: those whose free neighbours are not all linked by
/// the free cells around them. A barrier anywhere else cuts nobody off; here the paths must be searched.
///
/// ```text
///     . . .      the neighbours . above, left and below are linked,      . . X
///     . c X      so a barrier on c cuts nothing                          . c .      c is risky: the way
///     . . X                                                              X . .      between two halves
/// ```
#[inline]
pub(super) fn risky<const R: usize, const C: usize>(barriers: Cells<R, C>) -> Cells<R, C> {
    let free = !barriers;
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
