//! Placing a barrier leaves the slice: what that is worth.
//!
//! Instead of asking each position for its barriers, each barrier is asked once: the block that it
//! leads to has one byte for nearly every position of the slice, and the least of the bytes of all
//! barriers is the best.

use quintet_solver::slices::{Exits, Side};
use quintet_solver::{NOTHING, Value};

use super::frame::{Frame, LARGEST, STRIDE, Square, beside, contains, each, only};
use super::index::{Block, Found, Index};
use super::pairs::{Pairs, Spread, spread_index};
use super::slice::PairSet;

/// A place in a spread that belongs to no pair of cells.
const NOWHERE: Square = (LARGEST * STRIDE + 1) as Square;

/// Finds, for each position of the block with `side` to move, the value of the best barrier.
/// `known` are the bytes of the table as far as the layer with one more barrier.
pub(super) fn collect<const N: usize>(
    index: &Index<N>,
    known: &[u8],
    block: &Block,
    pairs: Pairs,
    side: Side,
    exits: &mut Exits<PairSet>,
) {
    exits.clear();
    if block.left[side] == 0 {
        return;
    }
    let mut left = block.left;
    left[side] -= 1;
    let mut best: [Spread; 2] = [[NOTHING; _]; 2];
    for at in each(Frame::<N>::BUILDABLE & !block.barriers) {
        let found = index.find_possible(block.barriers | only(at), left);
        take_better::<N>(&found, known, side, at, &mut best);
    }
    let [straight, exchanged] = best;
    for (two, row) in pairs.rows() {
        for one in each(row) {
            let reply = straight[spread_index([one, two])].min(exchanged[spread_index([two, one])]);
            if reply != NOTHING {
                let set = exits.with_value_mut(Value::from_byte(reply).one_ply_earlier());
                set.words_mut()[two as usize & 31] |= only(one);
            }
        }
    }
}

/// Lowers `best` to the values of the positions after the barrier `at`, where they are less. There
/// is one for blocks stored with the players as they are, and one for those with the players
/// exchanged, whose rows are columns.
///
/// All pairs of the new block are positions after this barrier, except those with the placing
/// player's runner beside it. A runner that has no path any more, or stands in the way, is not among the
/// pairs in the first place.
fn take_better<const N: usize>(
    found: &Found,
    known: &[u8],
    side: Side,
    at: Square,
    best: &mut [Spread; 2],
) {
    let symmetry = found.symmetry;
    let [ones, twos] = found.pairs.squares;
    let len = found.pairs.len();
    let start = found.start + symmetry.side(1 - side) * len;
    let mut replies = &known[start..start + len];

    // Where the squares of a stored player are in `best`.
    let places = |stored: Side| {
        let is_placing = symmetry.side(stored) == side;
        let barred = if is_placing { beside(only(at)) } else { 0 };
        let mut list = [NOWHERE; LARGEST * LARGEST];
        for (place, square) in list.iter_mut().zip(each(found.pairs.squares[stored])) {
            let square = symmetry.square::<N>(square);
            if !contains(barred, square) {
                *place = square;
            }
        }
        list
    };
    let columns = places(0);
    let rows = places(1);
    let width = ones.count_ones() as usize;
    let best = &mut best[usize::from(symmetry.exchanged)]
        .as_chunks_mut::<32>()
        .0;
    for (two, row) in each(twos).zip(rows) {
        // One column is missing where both runners would stand on the same cell.
        let own = ones & only(two);
        let (before, after) = if own == 0 {
            (&columns[..width], &columns[..0])
        } else {
            let gap = (ones & (own - 1)).count_ones() as usize;
            (&columns[..gap], &columns[gap + 1..width])
        };
        let best = &mut best[row as usize & 31];
        for part in [before, after] {
            let (bytes, rest) = replies.split_at(part.len());
            replies = rest;
            for (byte, column) in bytes.iter().zip(part) {
                let place = &mut best[*column as usize & 31];
                *place = (*byte).min(*place);
            }
        }
    }
}
