//! Placing a barrier leaves the slice: what that is worth.
//!
//! Instead of asking each position for its barriers, each barrier is asked once: the block that it
//! leads to has one byte for nearly every position of the slice, and the least of the bytes of all
//! barriers is the best.

use quintet_solver::slices::{Exits, Side};
use quintet_solver::{NOTHING, Value};

use super::frame::Frame;
use super::index::{Block, Found, Index};
use super::pairs::{Pairs, parts_of_row, spread_index};
use super::slice::PairSet;
use super::word::{Square, Word, beside, contains, each, only};

/// The values of the layer with one more barrier.
#[derive(Clone, Copy)]
pub(super) struct Known<'a, W> {
    pub(super) index: &'a Index<W>,
    pub(super) bytes: &'a [u8],
}

/// Finds, for each position of the block with `side` to move, the value of the best barrier.
pub(super) fn collect<W: Word>(
    known: Known<'_, W>,
    block: &Block<W>,
    pairs: Pairs<W>,
    side: Side,
    exits: &mut Exits<PairSet<W>>,
) {
    exits.clear();
    if block.left[side] == 0 {
        return;
    }
    let mut left = block.left;
    left[side] -= 1;
    let mut best: [W::Spread; 2] = [W::spread(NOTHING); 2];
    let frame = &known.index.scope.frame;
    for at in each(frame.buildable & !block.barriers) {
        let found = known.index.find_possible(block.barriers | only(at), left);
        take_better(frame, &found, known.bytes, side, at, &mut best);
    }
    let [straight, exchanged] = best.each_ref().map(AsRef::as_ref);
    for (two, row) in pairs.rows() {
        for one in each(row) {
            let reply = straight[spread_index::<W>([one, two])]
                .min(exchanged[spread_index::<W>([two, one])]);
            if reply != NOTHING {
                let set = exits.with_value_mut(Value::from_byte(reply).one_ply_earlier());
                set.words_mut()[two as usize & (W::BITS - 1)] |= only(one);
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
fn take_better<W: Word>(
    frame: &Frame<W>,
    found: &Found<W>,
    known: &[u8],
    side: Side,
    at: Square,
    best: &mut [W::Spread; 2],
) {
    let symmetry = found.symmetry;
    let [ones, twos] = found.pairs.squares;
    let len = found.pairs.len();
    let start = found.start + symmetry.side(1 - side) * len;
    let mut replies = &known[start..start + len];

    // Where the squares of a stored player are in `best`; the last square belongs to no cell.
    let nowhere = (W::BITS - 1) as Square;
    let places = |stored: Side| {
        let is_placing = symmetry.side(stored) == side;
        let barred = if is_placing {
            beside(only::<W>(at))
        } else {
            W::EMPTY
        };
        let mut list = [nowhere; 64];
        for (place, square) in list.iter_mut().zip(each(found.pairs.squares[stored])) {
            let square = symmetry.square(frame, square);
            if !contains(barred, square) {
                *place = square;
            }
        }
        list
    };
    let columns = places(0);
    let rows = places(1);
    let best = best[usize::from(symmetry.exchanged)].as_mut();
    for (two, row) in each(twos).zip(rows) {
        let row = row as usize & (W::BITS - 1);
        let best = &mut best[row * W::BITS..][..W::BITS];
        for part in parts_of_row(ones, two, &columns) {
            let (bytes, rest) = replies.split_at(part.len());
            replies = rest;
            for (byte, column) in bytes.iter().zip(part) {
                let place = &mut best[*column as usize & (W::BITS - 1)];
                *place = (*byte).min(*place);
            }
        }
    }
}
