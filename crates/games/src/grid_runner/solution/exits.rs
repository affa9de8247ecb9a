//! Placing a barrier leaves the slice: what that is worth.
//!
//! Instead of asking each position for its barriers, each barrier is asked once: the block that it
//! leads to has one byte for nearly every position of the slice, and the least of the bytes of all
//! barriers is the best.
//!
//! Blocks are stored as one of their images. The least bytes are gathered for each image by itself, in the order of
//! its own cells: there the rows of the block with one barrier more are those of the block without it, but for the cell of the barrier, and
//! sixteen bytes are compared at a time.
//!
//! ```text
//!     cells of the block             a b c d e f g h      d is the barrier, f the runner of Player 2
//!     a row after the barrier        a b c e g h
//!     the same, one byte later         a b c e g h
//!     the same, two bytes later          a b c e g h
//!     taken from                     1 1 1 . 2 . 3 3
//! ```

#![expect(
    clippy::inline_always,
    reason = "what is not a part of the function that solves a block is compiled without the instructions for several bytes"
)]

use quintet_solver::slices::{Exits, Side};
use quintet_solver::{NOTHING, Value};

use super::frame::Frame;
use super::index::{Block, Found, Index};
use super::pairs::{Pairs, parts_of_row};
use super::slice::PairSet;
use super::symmetry::Symmetry;
use super::word::{Square, Word, beside, contains, each, only};

/// The values of the layer with one more barrier.
#[derive(Clone, Copy)]
pub(super) struct Known<'a, W> {
    pub(super) index: &'a Index<W>,
    pub(super) bytes: &'a [u8],
}

/// The ways out of a block for each player, and the working memory to find them.
pub(super) struct Ways<W: Word> {
    pub(super) exits: [Exits<PairSet<W>>; 2],
    images: [Image<W>; 4],
}

impl<W: Word> Default for Ways<W> {
    fn default() -> Self {
        Ways {
            exits: Default::default(),
            images: Symmetry::ALL.map(Image::new),
        }
    }
}

/// Finds, for each position of the block with `side` to move, the value of the best barrier.
#[inline(always)]
pub(super) fn collect<W: Word>(
    known: Known<'_, W>,
    block: &Block<W>,
    pairs: Pairs<W>,
    side: Side,
    ways: &mut Ways<W>,
) {
    let exits = &mut ways.exits[side];
    exits.clear();
    if block.left[side] == 0 {
        return;
    }
    let mut left = block.left;
    left[side] -= 1;
    let frame = &known.index.scope.frame;
    for image in &mut ways.images {
        image.begin(frame, pairs);
    }
    for at in each(frame.buildable & !block.barriers) {
        let found = known.index.find_possible(block.barriers | only(at), left);
        ways.images[found.symmetry.number()].take_better(frame, &found, known.bytes, side, at);
    }
    let best: Vec<_> = ways
        .images
        .iter()
        .filter(|image| image.is_used)
        .map(|image| image.places(frame))
        .collect();
    for (two, row) in pairs.rows() {
        for one in each(row) {
            let replies = best.iter().map(|(places, best)| {
                let place = places[0][one as usize & 63] + places[1][two as usize & 63];
                best[usize::from(place) & (W::BITS * W::BITS - 1)]
            });
            let reply = replies.fold(NOTHING, Ord::min);
            if reply != NOTHING {
                let set = exits.with_value_mut(Value::from_byte(reply).one_ply_earlier());
                set.words_mut()[two as usize & (W::BITS - 1)] |= only(one);
            }
        }
    }
}

/// The block as one symmetry shows it, and the least values after the barriers whose blocks are stored so.
struct Image<W: Word> {
    symmetry: Symmetry,
    /// Its cells.
    pairs: Pairs<W>,
    /// Whether any block is stored so.
    is_used: bool,
    /// Rows for the cells of Player 2, columns for those of Player 1, each counted from 0 in the order of the squares.
    best: W::Spread,
}

/// Bytes that are compared at the same time.
const LANES: usize = 16;
type Lanes = [u8; LANES];

/// No row has more columns.
const COLUMNS: usize = 64;

/// Read from `COLUMNS - end` on: all bits for each column before `end`.
static BEFORE: [u8; 2 * COLUMNS] = {
    let mut before = [0; _];
    let mut column = 0;
    while column < COLUMNS {
        before[column] = u8::MAX;
        column += 1;
    }
    before
};

#[inline(always)]
fn lanes(bytes: &[u8], from: usize) -> Lanes {
    *bytes[from..]
        .first_chunk()
        .expect("rows are followed by others")
}

/// The lesser of what is best and of the reply: the first before the first end, the second before the second end, then the
/// third. What is barred stays.
#[inline(always)]
fn take_less(
    best: Lanes,
    [straight, near, far]: [Lanes; 3],
    [before_first, before_second]: [Lanes; 2],
    barred: Lanes,
) -> Lanes {
    std::array::from_fn(|lane| {
        let later = far[lane] ^ (far[lane] ^ near[lane]) & before_second[lane];
        let reply = later ^ (later ^ straight[lane]) & before_first[lane];
        best[lane].min(reply | barred[lane])
    })
}

impl<W: Word> Image<W> {
    fn new(symmetry: Symmetry) -> Self {
        Image {
            symmetry,
            pairs: Pairs {
                squares: [W::EMPTY; 2],
            },
            is_used: false,
            best: W::spread(NOTHING),
        }
    }

    /// Begins with another block.
    fn begin(&mut self, frame: &Frame<W>, pairs: Pairs<W>) {
        let squares = pairs
            .squares
            .map(|squares| self.symmetry.squares(frame, squares));
        self.pairs.squares = self.symmetry.players(squares);
        self.is_used = false;
    }

    /// Lowers what is best to the values of the positions after the barrier `at`, where they are less.
    ///
    /// All pairs of the new block are positions after this barrier, except those with the placing
    /// player's runner beside it. A runner that has no path any more, or stands in the way, is not among the
    /// pairs in the first place.
    #[inline(always)]
    fn take_better(
        &mut self,
        frame: &Frame<W>,
        found: &Found<W>,
        known: &[u8],
        side: Side,
        at: Square,
    ) {
        if !self.is_used {
            self.is_used = true;
            let rows = self.pairs.squares[1].count_ones() as usize;
            self.best.as_mut()[..rows * W::BITS].fill(NOTHING);
        }
        let at = self.symmetry.square(frame, at);
        let placing = self.symmetry.side(side);
        let len = found.pairs.len();
        let start = found.start + (1 - placing) * len;
        let without = self.pairs.squares.map(|squares| squares & !only::<W>(at));
        // Rows are read from up to two bytes before them to some bytes behind them. In a browser, where no sixteen
        // bytes are compared at a time, that takes longer.
        let is_inside = start >= 2 && start + len + W::BITS <= known.len();
        if found.pairs.squares == without && is_inside && cfg!(not(target_family = "wasm")) {
            self.compare_rows(found, known, start, placing, at);
        } else {
            self.compare_pairs(found, &known[start..start + len], placing, at);
        }
    }

    /// Where no cell is lost but that of the barrier.
    #[inline(always)]
    fn compare_rows(
        &mut self,
        found: &Found<W>,
        known: &[u8],
        mut start: usize,
        placing: Side,
        at: Square,
    ) {
        let [ones, twos] = self.pairs.squares;
        let beside_it = beside(only::<W>(at));
        // What is not to be compared is raised to NOTHING.
        let mut barred = [NOTHING; COLUMNS];
        for (barred, square) in barred.iter_mut().zip(each(ones)) {
            let is_barred = square == at || placing == 0 && contains(beside_it, square);
            *barred = if is_barred { NOTHING } else { 0 };
        }
        let width = ones.count_ones() as usize;
        // The cell's column; if it has none, no column is beyond it.
        let column = |square: Square| {
            if contains(ones, square) {
                (ones & only::<W>(square).below_first()).count_ones() as usize
            } else {
                COLUMNS
            }
        };
        let at_column = column(at);
        let full = found.pairs.squares[0].count_ones() as usize;
        let rows = self.best.as_mut().chunks_exact_mut(W::BITS);
        for (two, row) in each(twos).zip(rows) {
            if two == at {
                continue;
            }
            let own_column = column(two);
            if placing == 0 || !contains(beside_it, two) {
                let first = at_column.min(own_column);
                let second = at_column.max(own_column);
                let source = &known[start - 2..][..W::BITS + 2];
                for from in (0..width).step_by(LANES) {
                    let replies = [2, 1, 0].map(|back| lanes(source, from + back));
                    let before = [first, second].map(|end| lanes(&BEFORE, from + COLUMNS - end));
                    let best = take_less(lanes(row, from), replies, before, lanes(&barred, from));
                    row[from..][..LANES].copy_from_slice(&best);
                }
            }
            start += full - usize::from(own_column != COLUMNS);
        }
    }

    /// In any case, byte by byte.
    fn compare_pairs(&mut self, found: &Found<W>, mut replies: &[u8], placing: Side, at: Square) {
        let [ones, twos] = found.pairs.squares;
        // The last column and row belong to no cell.
        let nowhere = (W::BITS - 1) as u8;
        let places = |player: Side| {
            let barred = if player == placing {
                beside(only::<W>(at))
            } else {
                W::EMPTY
            };
            let all = self.pairs.squares[player];
            let mut list = [nowhere; 64];
            for (place, square) in list.iter_mut().zip(each(found.pairs.squares[player])) {
                if !contains(barred, square) {
                    *place = (all & only::<W>(square).below_first()).count_ones() as u8;
                }
            }
            list
        };
        let (columns, rows) = (places(0), places(1));
        let best = self.best.as_mut();
        for (two, row) in each(twos).zip(rows) {
            let best = &mut best[usize::from(row) * W::BITS..][..W::BITS];
            for part in parts_of_row(ones, two, &columns) {
                let (bytes, rest) = replies.split_at(part.len());
                replies = rest;
                for (byte, column) in bytes.iter().zip(part) {
                    let place = &mut best[usize::from(*column) & (W::BITS - 1)];
                    *place = (*byte).min(*place);
                }
            }
        }
    }

    /// What the cell of each player, as the block has them, adds to the place in `best`, and that.
    fn places(&self, frame: &Frame<W>) -> ([[u16; 64]; 2], &[u8]) {
        let mut places = [[0; 64]; 2];
        for (player, step) in [(0, 1), (1, W::BITS as u16)] {
            let places = &mut places[self.symmetry.side(player)];
            for (number, square) in (0..).zip(each(self.pairs.squares[player])) {
                places[self.symmetry.square(frame, square) as usize & 63] = number * step;
            }
        }
        (places, self.best.as_ref())
    }
}
