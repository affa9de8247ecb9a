//! Groups: maximal sets of one player's markers that are connected by their sides.
//!
//! Groups of up to four are recognized by the number of neighbors of each marker, for all cells at once, without following
//! the groups:
//!
//! ```text
//!     alone  pair   trio       path         cross      square
//!     0      1 1    1 2 1      1 2 2 1      . 1 .      2 2
//!                   straight   straight     1 3 1      2 2
//!                   or bent    or bent
//! ```

use quintet_rules::{Cell, Cells};

/// The size of a group that wins.
pub(super) const WINNING: u32 = 4;

/// Returns true if the group of `cell`, one of `markers`, has exactly four.
///
/// Four steps from a cell fill a group of four, and find at least five cells of any larger one.
#[inline]
pub(super) fn is_four<const R: usize, const C: usize>(
    markers: Cells<R, C>,
    cell: Cell<R, C>,
) -> bool {
    let grow = |group: Cells<R, C>| group | (group.beside() & markers);
    let group = cell.alone() | (cell.neighbors() & markers);
    grow(grow(grow(group))).len() == WINNING
}

/// Returns every group of exactly four, by lowest cell.
pub(super) fn fours<const R: usize, const C: usize>(
    markers: Cells<R, C>,
) -> impl Iterator<Item = Cells<R, C>> {
    all(markers).filter(|group| group.len() == WINNING)
}

/// Returns every group, by lowest cell.
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

/// [`holds_four`] for sudden death, which few games reach: out of line, so that placing markers has the registers.
#[cold]
#[inline(never)]
pub(super) fn has_four<const R: usize, const C: usize>(markers: Cells<R, C>) -> bool {
    holds_four(markers)
}

/// Returns true if any group has exactly four.
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

/// Returns the empty cells on which a player without a group of four completes one.
#[inline]
pub(super) fn completing<const R: usize, const C: usize>(
    own: Cells<R, C>,
    empty: Cells<R, C>,
) -> Cells<R, C> {
    let count = Sides::of(own).count();
    let lone = own & count.none;
    let ends = own & count.one;
    let pairs = ends & ends.beside();
    let middles = (own & count.two) - (own - ends).beside();
    let trios = middles | (own & middles.beside());
    let large = own - (lone | pairs | trios);

    let open = empty - large.beside();
    let by_lone = Sides::of(lone).count();
    let by_pair = Sides::of(pairs).count();
    let beside_trio = Sides::of(trios);
    let by_trio = beside_trio.count();
    // A bent trio touches the cell in its corner twice.
    let in_corner = by_trio.two & corners(&beside_trio, middles);
    open & ((by_lone.three & by_pair.none & by_trio.none)
        | (by_lone.one & by_pair.one & by_trio.none)
        | (by_lone.none & by_pair.none & (by_trio.one | in_corner)))
}

/// Returns the cells with two adjacent sides in a set and a cell of `middles` in the corner between them.
#[inline]
fn corners<const R: usize, const C: usize>(
    sides: &Sides<R, C>,
    middles: Cells<R, C>,
) -> Cells<R, C> {
    let (above, below) = (middles.down(), middles.up());
    (sides.above & ((sides.left & above.right()) | (sides.right & above.left())))
        | (sides.below & ((sides.left & below.right()) | (sides.right & below.left())))
}

/// The cells that have a member of a set on each of their four sides.
struct Sides<const R: usize, const C: usize> {
    left: Cells<R, C>,
    right: Cells<R, C>,
    above: Cells<R, C>,
    below: Cells<R, C>,
}

/// The cells by the number of their neighbors in a set.
struct Count<const R: usize, const C: usize> {
    none: Cells<R, C>,
    one: Cells<R, C>,
    two: Cells<R, C>,
    three: Cells<R, C>,
}

impl<const R: usize, const C: usize> Sides<R, C> {
    #[inline]
    const fn of(set: Cells<R, C>) -> Self {
        Sides {
            left: set.right(),
            right: set.left(),
            above: set.down(),
            below: set.up(),
        }
    }

    #[inline]
    fn count(&self) -> Count<R, C> {
        let (row_one, row_both) = (self.left ^ self.right, self.left & self.right);
        let (column_one, column_both) = (self.above ^ self.below, self.above & self.below);
        let (row_any, column_any) = (self.left | self.right, self.above | self.below);
        Count {
            none: !(row_any | column_any),
            one: (row_one - column_any) | (column_one - row_any),
            two: (row_one & column_one) | (row_both - column_any) | (column_both - row_any),
            three: (row_one & column_both) | (row_both & column_one),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<const R: usize, const C: usize>(sets: impl Iterator<Item = u64>) {
        for set in sets.map(Cells::<R, C>::from_bits) {
            let has_four = fours(set).next().is_some();
            assert_eq!(holds_four(set), has_four, "{set:?}");
            if !has_four {
                let completes = |cell: &Cells<R, C>| fours(set | *cell).next().is_some();
                let expected = (!set).singles().filter(completes);
                let expected = expected.fold(Cells::NONE, |cells, cell| cells | cell);
                assert_eq!(completing(set, !set), expected, "{set:?}");
            }
        }
    }

    #[test]
    fn counting_neighbors_equals_following_groups() {
        check::<1, 10>(0..1 << 10);
        check::<2, 4>(0..1 << 8);
        check::<3, 3>(0..1 << 9);
        check::<3, 4>(0..1 << 12);
        check::<4, 4>(0..1 << 16);
        check::<5, 5>((0..1 << 25).step_by(211));
        let scattered = |n: u64| n.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        check::<6, 6>((0..50_000).map(|n| scattered(n) >> 28));
        // Sparse sets, since random sets of this size nearly always contain large groups.
        let sparse = |n| scattered(n) & scattered(n + 77_777) >> 15;
        check::<7, 7>((0..50_000).map(sparse));
        check::<8, 8>((0..50_000).map(sparse));
    }
}
