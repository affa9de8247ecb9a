//! The four symmetries of the game, each its own inverse.
//!
//! ```text
//!     1 a b      1 d e       9 f e      9 c b      The second mirrors the board at the diagonal
//!     d . c      a . f       c . d      f . a      through both goals. The last two turn it by 180
//!     e f 9      b c 9       b a 1      e d 1      degrees and exchange the players.
//! ```

use std::cmp::Ordering;

use quintet_rules::bits;

use super::frame::{Frame, Side, Square, only};

/// A symmetry by its number: bit 0 mirrors the board, bit 1 turns it and exchanges the players.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardSymmetry(usize);

/// The images of a set of squares under each symmetry.
#[derive(Clone, Copy)]
pub(super) struct Images([u64; 4]);

impl BoardSymmetry {
    pub(super) const ALL: [BoardSymmetry; 4] = [
        BoardSymmetry(0),
        BoardSymmetry(1),
        BoardSymmetry(2),
        BoardSymmetry(3),
    ];

    #[inline]
    pub(super) fn number(self) -> usize {
        self.0
    }

    #[inline]
    pub(super) fn square(self, frame: &Frame, square: Square) -> Square {
        frame.images(square)[self.0].into()
    }

    #[inline]
    pub(super) fn squares(self, frame: &Frame, squares: u64) -> u64 {
        let images = bits(squares).map(|square| only(self.square(frame, square)));
        images.fold(0, |all, image| all | image)
    }

    #[inline]
    pub(super) fn side(self, side: Side) -> Side {
        side ^ self.0 >> 1
    }

    /// Returns the image of a pair with one entry for each player.
    #[inline]
    pub(super) fn players<T>(self, [one, two]: [T; 2]) -> [T; 2] {
        if self.side(0) == 0 {
            [one, two]
        } else {
            [two, one]
        }
    }
}

impl Images {
    pub(super) fn of(frame: &Frame, squares: u64) -> Self {
        let none = Images([0; 4]);
        bits(squares).fold(none, |images, square| images.with(frame, square))
    }

    /// Returns the images of the set with one more member.
    #[inline]
    pub(super) fn with(self, frame: &Frame, square: Square) -> Self {
        let squares = frame.images(square);
        Images(std::array::from_fn(|n| self.0[n] | only(squares[n].into())))
    }

    /// Returns the canonical image of a set of barriers and the symmetry that leads to it: the least of the images in which
    /// Player 1 has no fewer barriers left than Player 2.
    #[inline]
    pub(super) fn canonical(&self, [one_left, two_left]: [u8; 2]) -> (BoardSymmetry, u64) {
        let allowed = match one_left.cmp(&two_left) {
            Ordering::Greater => 0..2,
            Ordering::Equal => 0..4,
            Ordering::Less => 2..4,
        };
        let images = allowed.map(|n| (BoardSymmetry(n), self.0[n]));
        images
            .min_by_key(|(_, image)| *image)
            .expect("two or four images")
    }
}
