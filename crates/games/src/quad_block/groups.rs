//! Groups: maximal sets of one player's markers that are connected from side to side.

use quintet_rules::{Cell, Cells};

/// The size of a group that wins.
pub(super) const WINNING: u32 = 4;

/// Whether the group of `cell`, which must be one of `markers`, has exactly four.
///
/// No two cells of a group of four are more than three steps apart. So three steps from the
/// cell either fill the group, and a fourth finds nothing, or it has more than four.
#[inline]
pub(super) fn is_four<const R: usize, const C: usize>(
    markers: Cells<R, C>,
    cell: Cell<R, C>,
) -> bool {
    let grow = |group: Cells<R, C>| (group | group.beside()) & markers;
    let group = grow(grow(grow(cell.alone())));
    group.len() == WINNING && grow(group) == group
}

/// Every group of exactly four, by lowest cell.
pub(super) fn fours<const R: usize, const C: usize>(
    markers: Cells<R, C>,
) -> impl Iterator<Item = Cells<R, C>> {
    let mut rest = markers;
    std::iter::from_fn(move || {
        let group = rest.first()?.alone().spread(rest);
        rest = rest - group;
        Some(group)
    })
    .filter(|group| group.len() == WINNING)
}
