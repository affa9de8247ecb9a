//! Sets of cells in a machine word. Its width decides how a board is laid out in it.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Shl, Shr};

/// A cell by its number in the frame.
pub(super) type Square = u8;

/// A set of cells, one bit for each square of the frame: see [`frame`](super::frame).
pub(super) trait Word:
    Copy
    + Ord
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
{
    /// From a square to the one below it.
    const STRIDE: usize;

    /// The largest board that fits has so many rows and columns: each row is followed by a square that is part of no
    /// board.
    const LARGEST: usize = Self::STRIDE - 1;

    /// A power of two.
    const BITS: usize;

    /// No cell.
    const EMPTY: Self;

    /// The first square.
    const FIRST: Self;

    /// One word for each square of the frame, rounded up to whole vectors, and a row of them before
    /// and after.
    type Padded: Copy + Send + Sync + AsRef<[Self]> + AsMut<[Self]>;

    /// Words without any member.
    const NO_WORDS: Self::Padded;

    /// One byte for each pair of squares: see [`pairs`](super::pairs).
    type Spread: Copy + AsRef<[u8]> + AsMut<[u8]>;

    /// A spread of one byte.
    fn spread(byte: u8) -> Self::Spread;

    /// The lower bits, as many as there are.
    fn from_bits(bits: u64) -> Self;

    /// The bits as a number.
    fn to_bits(self) -> u64;

    fn count_ones(self) -> u32;

    fn trailing_zeros(self) -> u32;

    fn reverse_bits(self) -> Self;

    /// All members but the lowest; at least one must be there.
    fn without_first(self) -> Self;

    /// All squares below the lowest member, which must be there.
    fn below_first(self) -> Self;
}

macro_rules! word {
    ($word:ty, stride: $stride:literal) => {
        impl Word for $word {
            const STRIDE: usize = $stride;
            const BITS: usize = <$word>::BITS as usize;
            const EMPTY: Self = 0;
            const FIRST: Self = 1;
            type Padded = [$word; <$word>::BITS as usize + 2 * $stride];
            const NO_WORDS: Self::Padded = [0; _];
            type Spread = [u8; (<$word>::BITS * <$word>::BITS) as usize];

            #[inline]
            fn spread(byte: u8) -> Self::Spread {
                [byte; _]
            }

            #[inline]
            fn from_bits(bits: u64) -> Self {
                bits as $word
            }

            #[inline]
            fn to_bits(self) -> u64 {
                self.into()
            }

            #[inline]
            fn count_ones(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn trailing_zeros(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn reverse_bits(self) -> Self {
                self.reverse_bits()
            }

            #[inline]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn below_first(self) -> Self {
                self.wrapping_sub(1) & !self
            }
        }
    };
}

word!(u32, stride: 6);
word!(u64, stride: 8);

#[inline]
pub(super) fn only<W: Word>(square: Square) -> W {
    W::FIRST << square as usize
}

#[inline]
pub(super) fn contains<W: Word>(squares: W, square: Square) -> bool {
    squares >> square as usize & W::FIRST == W::FIRST
}

/// The squares that share a side with a member. Some may be part of no board.
#[inline]
pub(super) fn beside<W: Word>(squares: W) -> W {
    squares << 1 | squares >> 1 | squares << W::STRIDE | squares >> W::STRIDE
}

/// The squares of `free` that can be reached through squares of `free` from `start`, which is one
/// of them.
#[inline]
pub(super) fn connected<W: Word>(start: Square, free: W) -> W {
    let mut reached = only(start);
    loop {
        let further = (reached | beside(reached)) & free;
        if further == reached {
            return reached;
        }
        reached = further;
    }
}

/// The members, lowest first.
#[inline]
pub(super) fn each<W: Word>(mut squares: W) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        if squares == W::EMPTY {
            return None;
        }
        let square = squares.trailing_zeros();
        squares = squares.without_first();
        Some(square as Square)
    })
}
