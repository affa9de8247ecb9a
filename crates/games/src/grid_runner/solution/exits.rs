//! The exits of a slice: the value of the best barrier of each position.
//!
//! Each barrier is tried once for a whole block, not for each position: it leads to a block with a byte for nearly every
//! position of the slice, and the least of the bytes of all barriers belongs to the best one.
//!
//! The block after a barrier contains images of the positions, so the least bytes are collected for each symmetry
//! separately, in the order of the squares of the image. In that order a row after the barrier differs from the row before
//! only by the square of the barrier, and sixteen bytes are compared at a time.
//!
//! ```text
//!     squares of the block           a b c d e f g h      d is the barrier, f the runner of Player 2
//!     a row after the barrier        a b c e g h
//!     the same, one byte later         a b c e g h
//!     the same, two bytes later          a b c e g h
//!     taken from                     1 1 1 . 2 . 3 3
//! ```

#![expect(
    clippy::inline_always,
    reason = "only code inlined into `collect` is compiled for the vector instructions of the processor"
)]

#[cfg(not(target_family = "wasm"))]
use multiversion::multiversion;
use quintet_rules::bits;
use quintet_solver::{NO_VALUE, Value};

use super::frame::{Frame, Side, Spread, Square, contains, count_below, only};
use super::index::Block;
use super::pairs::Pairs;
use super::slice::{Exits, Word};
use super::solve::Layers;
use super::symmetry::{BoardSymmetry, Images};

/// Working memory of a thread.
pub(super) struct Scratch<W: Word> {
    pub(super) exits: [Exits<W>; 2],
    /// The values of a block.
    pub(super) values: [Spread; 2],
    images: [Image; 4],
    /// The blocks after each barrier, and the symmetries that lead to them.
    found: Vec<(Square, BoardSymmetry, Block)>,
}

impl<W: Word> Default for Scratch<W> {
    fn default() -> Self {
        Scratch {
            exits: Default::default(),
            values: [[0; _]; 2],
            images: BoardSymmetry::ALL.map(Image::new),
            found: Vec::new(),
        }
    }
}

/// Finds the exits of a block with `side` to move, given the layer `beyond` with one more barrier.
#[cfg_attr(
    not(target_family = "wasm"),
    multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))
)]
pub(super) fn collect<W: Word>(
    beyond: &Layers,
    block: &Block,
    side: Side,
    scratch: &mut Scratch<W>,
) {
    let exits = &mut scratch.exits[side];
    exits.clear();
    if block.left[side] == 0 {
        return;
    }
    let mut left = block.left;
    left[side] -= 1;
    let (frame, bytes) = (&beyond.index.frame, &*beyond.bytes);
    for image in &mut scratch.images {
        image.is_used = false;
    }
    let barriers = Images::of(frame, block.barriers);
    let sites = frame.buildable & !block.barriers;
    // All blocks are found before the first is used, so that the processor waits for several of them at a time.
    scratch.found.clear();
    scratch.found.extend(bits(sites).filter_map(|at| {
        let (symmetry, found) = beyond.index.find(barriers.with(frame, at), left)?;
        Some((at, symmetry, *found))
    }));
    for (at, symmetry, found) in &scratch.found {
        let image = &mut scratch.images[symmetry.number()];
        if !image.is_used {
            image.begin::<W>(frame, block.pairs);
        }
        image.take_better::<W>(frame, found, bytes, side, *at);
    }
    let used: Vec<_> = (scratch.images.iter())
        .filter(|image| image.is_used)
        .map(|image| (image.places::<W>(frame), &image.best))
        .collect();
    for (two, row) in block.pairs.rows() {
        for one in bits(row) {
            let best = used.iter().fold(NO_VALUE, |least, (places, best)| {
                let place = places[0][one & 63] + places[1][two & 63];
                least.min(best[usize::from(place) & (W::BITS * W::BITS - 1)])
            });
            if best != NO_VALUE {
                exits.add([one, two], Value::from_byte(best).one_ply_earlier());
            }
        }
    }
}

/// The positions of a block under one symmetry, and their least bytes after a barrier.
struct Image {
    symmetry: BoardSymmetry,
    pairs: Pairs,
    /// True if any barrier leads to a block with this symmetry.
    is_used: bool,
    /// A row of `W::BITS` bytes for each square of Player 2, with a column for each square of Player 1, in the order of the
    /// squares.
    best: Spread,
}

/// The number of bytes that are compared at a time.
const LANES: usize = 16;
type Lanes = [u8; LANES];

/// A square without a column is after all columns.
const COLUMNS: usize = 64;

/// Masks that select the columns before `end`, if read from `COLUMNS - end` on.
static BEFORE: [u8; 2 * COLUMNS] = {
    let mut before = [0; _];
    let (all, _) = before.split_at_mut(COLUMNS);
    all.copy_from_slice(&[u8::MAX; COLUMNS]);
    before
};

#[inline(always)]
fn lanes(bytes: &[u8], from: usize) -> Lanes {
    *bytes[from..]
        .first_chunk()
        .expect("the bytes extend beyond the row")
}

impl Image {
    fn new(symmetry: BoardSymmetry) -> Self {
        Image {
            symmetry,
            pairs: Pairs { squares: [0; 2] },
            is_used: false,
            best: [NO_VALUE; _],
        }
    }

    /// Starts with a new block.
    fn begin<W: Word>(&mut self, frame: &Frame, pairs: Pairs) {
        let image = |squares| self.symmetry.squares(frame, squares);
        self.pairs.squares = self.symmetry.players(pairs.squares.map(image));
        self.is_used = true;
        let rows = self.pairs.squares[1].count_ones() as usize;
        self.best[..rows * W::BITS].fill(NO_VALUE);
    }

    /// Lowers the best bytes to those after the barrier `at`.
    ///
    /// All pairs of the new block are positions after this barrier, except those with the runner of the placing player next
    /// to it. Positions in which the barrier is illegal for another reason are not among the pairs.
    #[inline(always)]
    fn take_better<W: Word>(
        &mut self,
        frame: &Frame,
        found: &Block,
        bytes: &[u8],
        side: Side,
        at: Square,
    ) {
        let at = self.symmetry.square(frame, at);
        let placing = self.symmetry.side(side);
        let mut barred = [0; 2];
        barred[placing] = frame.beside(only(at));
        let len = found.pairs.len();
        let start = found.start + (1 - placing) * len;
        let without = self.pairs.squares.map(|squares| squares & !only(at));
        // Rows are read from two bytes before them to some bytes beyond. WebAssembly compares single bytes, for which the
        // other way is faster.
        let is_inside = start >= 2 && start + len + W::BITS <= bytes.len();
        if found.pairs.squares == without && is_inside && cfg!(not(target_family = "wasm")) {
            self.compare_rows::<W>(found.pairs, &bytes[start - 2..], at, barred);
        } else {
            self.compare_pairs::<W>(found.pairs, &bytes[start..start + len], barred);
        }
    }

    /// Compares whole rows, if the barrier takes only its own square from the runners. `bytes` starts two bytes before the
    /// first row.
    #[inline(always)]
    fn compare_rows<W: Word>(
        &mut self,
        after: Pairs,
        mut bytes: &[u8],
        at: Square,
        barred: [u64; 2],
    ) {
        let [ones, twos] = self.pairs.squares;
        let width = ones.count_ones() as usize;
        // Raises the bytes of illegal barriers to NO_VALUE.
        let mut raised = [NO_VALUE; COLUMNS];
        for (raised, square) in raised.iter_mut().zip(bits(ones)) {
            let is_barred = square == at || contains(barred[0], square);
            *raised = if is_barred { NO_VALUE } else { 0 };
        }
        let column = |square: Square| {
            if contains(ones, square) {
                count_below(ones, square)
            } else {
                COLUMNS
            }
        };
        let at_column = column(at);
        for (two, row) in bits(twos).zip(self.best.chunks_exact_mut(W::BITS)) {
            if two == at {
                continue;
            }
            let own_column = column(two);
            if !contains(barred[1], two) {
                let ends = [at_column.min(own_column), at_column.max(own_column)];
                let source = &bytes[..W::BITS + 2];
                for from in (0..width).step_by(LANES) {
                    let [straight, near, far] = [2, 1, 0].map(|back| lanes(source, from + back));
                    let [first, second] = ends.map(|end| lanes(&BEFORE, from + COLUMNS - end));
                    let (best, raised) = (lanes(row, from), lanes(&raised, from));
                    // Masks instead of branches, so that this compiles to vector instructions.
                    let best: Lanes = std::array::from_fn(|lane| {
                        let later = far[lane] ^ (far[lane] ^ near[lane]) & second[lane];
                        let reply = later ^ (later ^ straight[lane]) & first[lane];
                        best[lane].min(reply | raised[lane])
                    });
                    row[from..][..LANES].copy_from_slice(&best);
                }
            }
            bytes = &bytes[(after.squares[0] & !only(two)).count_ones() as usize..];
        }
    }

    /// Compares single bytes, whatever squares the barrier takes from the runners.
    fn compare_pairs<W: Word>(&mut self, after: Pairs, bytes: &[u8], barred: [u64; 2]) {
        // The last column and row are for the pairs that do not count.
        let mut places = [[W::BITS - 1; COLUMNS]; 2];
        for (player, places) in places.iter_mut().enumerate() {
            for (number, square) in bits(self.pairs.squares[player]).enumerate() {
                if !contains(barred[player], square) {
                    places[square] = number;
                }
            }
        }
        let mut bytes = bytes;
        for (two, row) in after.rows() {
            let best = &mut self.best[places[1][two & 63] * W::BITS..][..W::BITS];
            let (own, others) = bytes.split_at(row.count_ones() as usize);
            for (one, byte) in bits(row).zip(own) {
                let least = &mut best[places[0][one & 63] & (W::BITS - 1)];
                *least = (*least).min(*byte);
            }
            bytes = others;
        }
    }

    /// Returns the contribution of each player's square, before the symmetry, to the place of a pair in `best`.
    fn places<W: Word>(&self, frame: &Frame) -> [[u16; 64]; 2] {
        let mut places = [[0; 64]; 2];
        for (player, step) in [(0, 1), (1, W::BITS as u16)] {
            let places = &mut places[self.symmetry.side(player)];
            for (number, square) in (0..).zip(bits(self.pairs.squares[player])) {
                places[self.symmetry.square(frame, square) & 63] = number * step;
            }
        }
        places
    }
}
