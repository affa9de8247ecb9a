//! Cells that complete a group of exactly four.

use quintet_rules::Cells;

use crate::quad_block::sides::Sides;

/// The empty cells on which one more marker makes a group of exactly four of a player's `own`, who
/// must have none yet.
///
/// Groups are told apart by the number of neighbours, without following them: a lone marker has
/// none, both markers of a pair have one, a trio is a marker with two neighbours that have one. All
/// cells are judged at once.
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
    // A bent trio touches the cell in its corner twice and is still one group.
    let in_corner = by_trio.two & corners(&beside_trio, middles);
    open & ((by_lone.three & by_pair.none & by_trio.none)
        | (by_lone.one & by_pair.one & by_trio.none)
        | (by_lone.none & by_pair.none & (by_trio.one | in_corner)))
}

/// Cells with two adjacent sides in a set and a cell of `middles` in the corner between them.
#[inline]
fn corners<const R: usize, const C: usize>(
    sides: &Sides<R, C>,
    middles: Cells<R, C>,
) -> Cells<R, C> {
    let (above, below) = (middles.down(), middles.up());
    (sides.above & ((sides.left & above.right()) | (sides.right & above.left())))
        | (sides.below & ((sides.left & below.right()) | (sides.right & below.left())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quad_block::groups::holds_four;

    fn completing_is_what_trying_tells<const R: usize, const C: usize>(
        sets: impl Iterator<Item = u64>,
    ) {
        let sets = sets.map(Cells::<R, C>::from_bits);
        for set in sets.filter(|set| !holds_four(*set)) {
            let completes = |cell: &Cells<R, C>| holds_four(set | *cell);
            let wanted = (!set).singles().filter(completes);
            let wanted = wanted.fold(Cells::NONE, |cells, cell| cells | cell);
            assert_eq!(completing(set, !set), wanted, "{set:?}");
        }
    }

    #[test]
    fn completing_is_what_trying_tells_on_every_grid() {
        completing_is_what_trying_tells::<1, 8>(0..1 << 8);
        completing_is_what_trying_tells::<3, 3>(0..1 << 9);
        completing_is_what_trying_tells::<3, 4>(0..1 << 12);
        completing_is_what_trying_tells::<4, 4>(0..1 << 16);
        completing_is_what_trying_tells::<5, 5>((0..1 << 25).step_by(211));
        let scattered = |n: u64| n.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        completing_is_what_trying_tells::<6, 6>((0..50_000).map(|n| scattered(n) >> 28));
        // Fewer markers than chance would put on so many cells.
        let sparse = |n| scattered(n) & scattered(n + 77_777) >> 15;
        completing_is_what_trying_tells::<7, 7>((0..50_000).map(sparse));
    }
}
