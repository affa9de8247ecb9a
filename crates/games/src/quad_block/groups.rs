//! Groups: maximal sets of one player's markers that are connected from side to side.

use quintet_rules::{Cell, Cells};

/// The size of a group that wins.
pub(super) const WINNING: u32 = 4;

/// Whether the group of `cell`, which must be one of `markers`, has exactly four.
///
/// Four steps from a cell fill a group of four, and find at least five cells of any larger one.
#[inline]
pub(super) fn is_four<const R: usize, const C: usize>(
    markers: Cells<R, C>,
    cell: Cell<R, C>,
) -> bool {
    let grow = |group: Cells<R, C>| group | (group.beside() & markers);
    let group = cell.alone() | (cell.neighbours() & markers);
    grow(grow(grow(group))).len() == WINNING
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

/// Whether any group has exactly four. Needed only in sudden death, which few games reach; out of line
/// it leaves the registers to the placing of markers.
#[cold]
#[inline(never)]
pub(super) fn has_four<const R: usize, const C: usize>(markers: Cells<R, C>) -> bool {
    fours(markers).next().is_some()
}
