//! The positions with the same barriers: only the runners move.
//!
//! A set of them is a word for each cell of Player 2, in which there is a bit for each cell of
//! Player 1:
//!
//! ```text
//!     word   0   1 . 1 . .  . . . . .  ...       a step of Player 1 shifts every word by 1 or 6,
//!     word   1   . . . 1 .  . . 1 . .  ...       a step of Player 2 moves whole words by 1 or 6
//!     ...
//!     word  28   . . . . .  1 . . . .  ...
//! ```

use quintet_solver::slices::{PositionSet, Side, Slice};

use super::frame::{Frame, STRIDE, Squares, beside, each};
use super::pairs::{Pairs, Spread, steps_to};

/// A set of pairs of cells. A row of empty words before and after spares steps of Player 2 all
/// questions about the edge, so that every loop here compiles to vector instructions.
#[derive(Clone, Copy)]
pub(super) struct PairSet([Squares; STRIDE + WORDS + STRIDE]);

/// One for each square of the frame, rounded up to whole vectors.
const WORDS: usize = 32;

impl PairSet {
    #[inline]
    fn from_words(word: impl Fn(usize) -> Squares) -> Self {
        let mut set = Self::EMPTY;
        for (i, here) in set.words_mut().iter_mut().enumerate() {
            *here = word(i);
        }
        set
    }

    #[inline]
    fn words(&self) -> &[Squares; WORDS] {
        self.words_from(STRIDE)
    }

    #[inline]
    pub(super) fn words_mut(&mut self) -> &mut [Squares; WORDS] {
        let (_, words) = self
            .0
            .split_first_chunk_mut::<STRIDE>()
            .expect("as many words");
        words.first_chunk_mut().expect("as many words")
    }

    /// The words from a place on: `STRIDE` is the place of the first square's word.
    #[inline]
    fn words_from(&self, place: usize) -> &[Squares; WORDS] {
        self.0[place..].first_chunk().expect("as many words")
    }

    /// Writes a byte for each pair of the set.
    pub(super) fn write(&self, byte: u8, spread: &mut Spread) {
        // Words follow each other as the rows of a spread do. Two at a time, since every end of the
        // inner loop is a surprise to the processor.
        for (i, words) in self.words().as_chunks::<2>().0.iter().enumerate() {
            let mut pairs = u64::from(words[0]) | u64::from(words[1]) << 32;
            while pairs != 0 {
                spread[(i << 6 | pairs.trailing_zeros() as usize) & 1023] = byte;
                pairs &= pairs - 1;
            }
        }
    }
}

impl PositionSet for PairSet {
    const EMPTY: Self = PairSet([0; _]);

    #[inline]
    fn is_empty(&self) -> bool {
        self.words().iter().fold(0, |all, word| all | word) == 0
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
pub(super) struct BarrierSlice {
    positions: PairSet,
    won_at_once: [PairSet; 2],
}

impl BarrierSlice {
    pub(super) fn new<const N: usize>(pairs: Pairs) -> Self {
        let mut positions = PairSet::EMPTY;
        let mut won_at_once = [PairSet::EMPTY; 2];
        let by_goal = [0, 1].map(|side| steps_to(Frame::<N>::GOALS[side], pairs.squares[side]));
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

impl Slice for BarrierSlice {
    type Set = PairSet;

    fn positions(&self, _: Side) -> PairSet {
        self.positions
    }

    fn won_at_once(&self, side: Side) -> PairSet {
        self.won_at_once[side]
    }

    #[inline]
    fn moving_into(&self, side: Side, targets: &PairSet) -> PairSet {
        let here = self.positions.words();
        if side == 0 {
            let words = targets.words();
            PairSet::from_words(|i| beside(words[i]) & here[i])
        } else {
            let left = targets.words_from(STRIDE - 1);
            let right = targets.words_from(STRIDE + 1);
            let above = targets.words_from(0);
            let below = targets.words_from(2 * STRIDE);
            PairSet::from_words(|i| (left[i] | right[i] | above[i] | below[i]) & here[i])
        }
    }
}
