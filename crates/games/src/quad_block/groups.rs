//! Groups: maximal sets of one player's markers that are connected from side to side.

use quintet_rules::{Cell, Cells};

use crate::quad_block::sides::Sides;

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
    all(markers).filter(|group| group.len() == WINNING)
}

/// Every group, by lowest cell.
pub(super) fn all<const R: usize, const C: usize>(
    markers: Cells<R, C>,
) -> impl Iterator<Item = Cells<R, C>> {
    let mut rest = markers;
    std::iter::from_fn(move || {
        let group = rest.first()?.alone().spread(rest);
        rest = rest - group;
        Some(group)
    })
}

/// Whether any group has exactly four. Needed only in sudden death, which few games reach; out of
/// line it leaves the registers to the placing of markers.
#[cold]
#[inline(never)]
pub(super) fn has_four<const R: usize, const C: usize>(markers: Cells<R, C>) -> bool {
    holds_four(markers)
}

/// Whether any group has exactly four, without following groups: there are three shapes, told by
/// the number of neighbours of each marker.
///
/// ```text
///     a path          a cross of three arms     a square
///     1 2 2 1         . 1 .                     2 2
///     straight        1 3 1                     2 2
///     or bent
/// ```
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "a batch compiles it for several games at once, as a part of its own loop"
)]
pub(super) fn holds_four<const R: usize, const C: usize>(markers: Cells<R, C>) -> bool {
    let count = Sides::of(markers).count();
    let ends = markers & count.one;
    let inner = markers & count.two;
    let besides_end = inner & ends.beside();
    let path = besides_end & besides_end.beside();
    let cross = (markers & count.three) - (markers - ends).beside();
    let wide = inner & inner.right();
    let square = wide & wide.down();
    !(path | cross | square).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shapes_tell_what_walking_tells<const R: usize, const C: usize>(
        sets: impl Iterator<Item = u64>,
    ) {
        for set in sets {
            let set = Cells::<R, C>::from_bits(set);
            let walked = fours(set).next().is_some();
            assert_eq!(holds_four(set), walked, "{set:?}");
        }
    }

    #[test]
    fn shapes_tell_what_walking_tells_on_every_grid() {
        shapes_tell_what_walking_tells::<1, 10>(0..1 << 10);
        shapes_tell_what_walking_tells::<2, 4>(0..1 << 8);
        shapes_tell_what_walking_tells::<3, 4>(0..1 << 12);
        shapes_tell_what_walking_tells::<4, 4>(0..1 << 16);
        shapes_tell_what_walking_tells::<5, 5>((0..1 << 25).step_by(61));
        // A step that is prime to powers of two lets every bit take part.
        let scattered = |n: u64| n.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        shapes_tell_what_walking_tells::<6, 6>((0..200_000).map(|n| scattered(n) >> 28));
        shapes_tell_what_walking_tells::<7, 7>((0..200_000).map(|n| scattered(n) >> 15));
        shapes_tell_what_walking_tells::<8, 8>((0..200_000).map(scattered));
    }
}
