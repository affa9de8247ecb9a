//! Cells that complete a group of exactly four.

use crate::quad_block::sides::{Grid, Set, Sides};

/// The empty cells on which one more marker makes a group of exactly four of a player's `own`, who
/// must have none yet.
///
/// Groups are told apart by the number of neighbours, without following them: a lone marker has
/// none, both markers of a pair have one, a trio is a marker with two neighbours that have one. All
/// cells are judged at once.
#[inline]
pub(super) fn completing<const R: usize, const C: usize>(own: Set, empty: Set) -> Set {
    let count = Sides::of::<R, C>(own).count();
    let lone = own & count.none;
    let ends = own & count.one;
    let pairs = ends & Grid::<R, C>::beside(ends);
    let middles = own & count.two & !Grid::<R, C>::beside(own & !ends);
    let trios = middles | own & Grid::<R, C>::beside(middles);
    let large = own & !(lone | pairs | trios);

    let open = empty & !Grid::<R, C>::beside(large);
    let by_lone = Sides::of::<R, C>(lone).count();
    let by_pair = Sides::of::<R, C>(pairs).count();
    let beside_trio = Sides::of::<R, C>(trios);
    let by_trio = beside_trio.count();
    // A bent trio touches the cell in its corner twice and is still one group.
    let in_corner = by_trio.two & corners::<R, C>(&beside_trio, middles);
    open & (by_lone.three & by_pair.none & by_trio.none
        | by_lone.one & by_pair.one & by_trio.none
        | by_lone.none & by_pair.none & (by_trio.one | in_corner))
}

/// Cells with two adjacent sides in a set and a cell of `middles` in the corner between them.
#[inline]
const fn corners<const R: usize, const C: usize>(sides: &Sides, middles: Set) -> Set {
    let (above, below) = (Grid::<R, C>::down(middles), Grid::<R, C>::up(middles));
    sides.above
        & (sides.left & Grid::<R, C>::right(above) | sides.right & Grid::<R, C>::left(above))
        | sides.below
            & (sides.left & Grid::<R, C>::right(below) | sides.right & Grid::<R, C>::left(below))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quad_block::groups::holds_four;
    use crate::quad_block::sides::singles;

    fn completing_is_what_trying_tells<const R: usize, const C: usize>(
        sets: impl Iterator<Item = Set>,
    ) {
        for set in sets.filter(|&set| !holds_four::<R, C>(set)) {
            let empty = Grid::<R, C>::ALL & !set;
            let wanted = singles(empty)
                .filter(|cell| holds_four::<R, C>(set | cell))
                .fold(0, |cells, cell| cells | cell);
            let found = completing::<R, C>(set, empty);
            assert_eq!(found, wanted, "{set:#b} on {R}x{C}");
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
