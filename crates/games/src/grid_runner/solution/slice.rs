//! The positions with the same barriers: only the runners move.
//!
//! A set of them is a word for each cell of Player 2, in which there is a bit for each cell of
//! Player 1:
//!
//! ```text
//!     word   0   1 . 1 . .  . . . . .  ...       a step of Player 1 shifts every word by 1 or a row,
//!     word   1   . . . 1 .  . . 1 . .  ...       a step of Player 2 moves whole words so far
//!     ...
//!     word  28   . . . . .  1 . . . .  ...
//! ```

use quintet_solver::slices::{PositionSet, Side, Slice};

use super::frame::Frame;
use super::pairs::{Pairs, steps_to};
use super::word::{Word, beside, each};

/// A set of pairs of cells. A row of empty words before and after spares steps of Player 2 all
/// questions about the edge, so that every loop here compiles to vector instructions.
#[derive(Clone, Copy)]
pub(super) struct PairSet<W: Word>(W::Padded);

impl<W: Word> PairSet<W> {
    #[inline]
    fn from_words(word: impl Fn(usize) -> W) -> Self {
        let mut set = Self::EMPTY;
        for (i, here) in set.words_mut().iter_mut().enumerate() {
            *here = word(i);
        }
        set
    }

    #[inline]
    fn words(&self) -> &[W] {
        self.words_from(W::STRIDE)
    }

    #[inline]
    pub(super) fn words_mut(&mut self) -> &mut [W] {
        &mut self.0.as_mut()[W::STRIDE..][..W::BITS]
    }

    /// The words from a place on: `STRIDE` is the place of the first square's word.
    #[inline]
    fn words_from(&self, place: usize) -> &[W] {
        &self.0.as_ref()[place..][..W::BITS]
    }

    /// Writes a byte for each pair of the set.
    pub(super) fn write(&self, byte: u8, spread: &mut W::Spread) {
        // Words follow each other as the rows of a spread do. As many as fill 64 bits at a time, since every end of the
        // inner loop is a surprise to the processor.
        let at_a_time = 64 / W::BITS;
        let spread = spread.as_mut();
        for (i, words) in self.words().chunks_exact(at_a_time).enumerate() {
            let words = words.iter().enumerate();
            let mut pairs = words.fold(0, |pairs, (n, word)| {
                pairs | word.to_bits() << (n * W::BITS)
            });
            while pairs != 0 {
                let place = i << 6 | pairs.trailing_zeros() as usize;
                spread[place & (W::BITS * W::BITS - 1)] = byte;
                pairs &= pairs - 1;
            }
        }
    }
}

impl<W: Word> PositionSet for PairSet<W> {
    const EMPTY: Self = PairSet(W::NO_WORDS);

    #[inline]
    fn is_empty(&self) -> bool {
        self.words().iter().fold(W::EMPTY, |all, word| all | *word) == W::EMPTY
    }

    #[inline]
    fn union(&self, other: &Self) -> Self {
        let (a, b) = (self.words(), other.words());
        Self::from_words(|i| a[i] | b[i])
    }

    #[inline]
    fn minus(&self, other: &Self) -> Self {
        let (a, b) = (self.words(), other.words());
        Self::from_words(|i| a[i] & !b[i])
    }

    #[inline]
    fn common(&self, other: &Self) -> Self {
        let (a, b) = (self.words(), other.words());
        Self::from_words(|i| a[i] & b[i])
    }
}

/// The slice of one set of barriers.
pub(super) struct BarrierSlice<W: Word> {
    positions: PairSet<W>,
    won_at_once: [PairSet<W>; 2],
}

impl<W: Word> BarrierSlice<W> {
    pub(super) fn new(frame: &Frame<W>, pairs: Pairs<W>) -> Self {
        let mut positions = PairSet::EMPTY;
        let mut won_at_once = [PairSet::EMPTY; 2];
        let by_goal = [0, 1].map(|side| steps_to(frame.goals[side], pairs.squares[side]));
        for (two, row) in pairs.rows() {
            let at = two as usize;
            positions.words_mut()[at] = row;
            let captures = steps_to(two, row);
            won_at_once[0].words_mut()[at] = captures | row & by_goal[0];
            won_at_once[1].words_mut()[at] = captures;
        }
        for two in each(by_goal[1]) {
            won_at_once[1].words_mut()[two as usize] = positions.words()[two as usize];
        }
        BarrierSlice {
            positions,
            won_at_once,
        }
    }
}

impl<W: Word> Slice for BarrierSlice<W> {
    type Set = PairSet<W>;

    fn positions(&self, _: Side) -> PairSet<W> {
        self.positions
    }

    fn won_at_once(&self, side: Side) -> PairSet<W> {
        self.won_at_once[side]
    }

    #[inline]
    fn moving_into(&self, side: Side, targets: &PairSet<W>) -> PairSet<W> {
        let here = self.positions.words();
        if side == 0 {
            let words = targets.words();
            PairSet::from_words(|i| beside(words[i]) & here[i])
        } else {
            let left = targets.words_from(W::STRIDE - 1);
            let right = targets.words_from(W::STRIDE + 1);
            let above = targets.words_from(0);
            let below = targets.words_from(2 * W::STRIDE);
            PairSet::from_words(|i| (left[i] | right[i] | above[i] | below[i]) & here[i])
        }
    }
}
