//! The four symmetries of the game, each its own inverse.
//!
//! ```text
//!     1 a b      1 d e       9 f e      9 c b      Mirroring at the diagonal through both goals keeps
//!     d . c      a . f       c . d      f . a      the players; turning the board by 180 degrees, as
//!     e f 9      b c 9       b a 1      e d 1      in the last two, exchanges them.
//! ```
//!
//! [`Symmetries`](quintet_rules::Symmetries) has no exchange of players, and looks sets up; in the
//! frame a few shifts are faster.

use std::marker::PhantomData;

use quintet_solver::slices::Side;

use super::frame::Frame;
use super::word::{Square, Word};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Symmetry {
    pub(super) mirrored: bool,
    /// The board is turned, and with it the players are exchanged.
    pub(super) exchanged: bool,
}

impl Symmetry {
    /// Leaves everything as it is.
    pub(super) const NONE: Symmetry = Symmetry {
        mirrored: false,
        exchanged: false,
    };

    pub(super) const ALL: [Symmetry; 4] = [
        Symmetry::NONE,
        Symmetry {
            mirrored: true,
            exchanged: false,
        },
        Symmetry {
            mirrored: false,
            exchanged: true,
        },
        Symmetry {
            mirrored: true,
            exchanged: true,
        },
    ];

    /// Its place among all.
    #[inline]
    pub(super) fn number(self) -> usize {
        usize::from(self.mirrored) + 2 * usize::from(self.exchanged)
    }

    /// The symmetry that leads to the image that stands for all, and that image: Player 1 has no
    /// fewer barriers left than Player 2, and among those the number that is the set of
    /// barriers is least.
    #[inline]
    pub(super) fn to_standard<W: Word>(
        frame: &Frame<W>,
        barriers: W,
        left: [u8; 2],
    ) -> (Symmetry, W) {
        let is_allowed = |symmetry: &Symmetry| {
            let [one, two] = symmetry.players(left);
            one >= two
        };
        Self::ALL
            .into_iter()
            .filter(is_allowed)
            .map(|symmetry| (symmetry, symmetry.squares(frame, barriers)))
            .min_by_key(|(_, image)| *image)
            .expect("one of the players has no fewer barriers left than the other")
    }

    #[inline]
    pub(super) fn square<W: Word>(self, frame: &Frame<W>, square: Square) -> Square {
        let square = if self.mirrored {
            Mirror::<W>::SQUARES[square as usize & 63]
        } else {
            square
        };
        if self.exchanged {
            frame.goals[0] - square
        } else {
            square
        }
    }

    #[inline]
    pub(super) fn squares<W: Word>(self, frame: &Frame<W>, squares: W) -> W {
        let squares = if self.mirrored {
            mirror(squares)
        } else {
            squares
        };
        if self.exchanged {
            turn(frame, squares)
        } else {
            squares
        }
    }

    /// The image of one thing for each player.
    #[inline]
    pub(super) fn players<T: Copy>(self, [one, two]: [T; 2]) -> [T; 2] {
        if self.exchanged {
            [two, one]
        } else {
            [one, two]
        }
    }

    #[inline]
    pub(super) fn side(self, side: Side) -> Side {
        side ^ usize::from(self.exchanged)
    }

    /// Where the runners, one and two, are in the image.
    #[inline]
    pub(super) fn runners<W: Word>(self, frame: &Frame<W>, runners: [Square; 2]) -> [Square; 2] {
        self.players(runners.map(|runner| self.square(frame, runner)))
    }
}

/// Turns a set by 180 degrees: the first cell becomes the last.
#[inline]
fn turn<W: Word>(frame: &Frame<W>, squares: W) -> W {
    squares.reverse_bits() >> (W::BITS - 1 - frame.goals[0] as usize)
}

/// Rows become columns. All squares on one diagonal move by the same distance, so each takes one
/// shift.
#[inline]
fn mirror<W: Word>(squares: W) -> W {
    let mut image = squares & W::from_bits(Mirror::<W>::DIAGONALS[0]);
    for k in 1..W::LARGEST {
        let below = W::from_bits(Mirror::<W>::DIAGONALS[k]);
        let step = k * (W::STRIDE - 1);
        image |= (squares & below) >> step | (squares << step) & below;
    }
    image
}

/// The mirror of the largest board of a frame.
struct Mirror<W>(PhantomData<W>);

impl<W: Word> Mirror<W> {
    /// The squares whose row is so much more than their column.
    const DIAGONALS: [u64; 8] = {
        let mut diagonals = [0; _];
        let mut row = 0;
        while row < W::LARGEST {
            let mut column = 0;
            while column <= row {
                diagonals[row - column] |= 1 << (row * W::STRIDE + column);
                column += 1;
            }
            row += 1;
        }
        diagonals
    };

    /// The image of each square.
    const SQUARES: [Square; 64] = {
        let mut images = [0; _];
        let mut row = 0;
        while row < W::LARGEST {
            let mut column = 0;
            while column < W::LARGEST {
                images[row * W::STRIDE + column] = (column * W::STRIDE + row) as Square;
                column += 1;
            }
            row += 1;
        }
        images
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid_runner::solution::word::{each, only};

    /// By coordinates: the definition itself.
    fn image(side: usize, symmetry: Symmetry, index: usize) -> usize {
        let (mut row, mut column) = (index / side, index % side);
        if symmetry.mirrored {
            (row, column) = (column, row);
        }
        if symmetry.exchanged {
            (row, column) = (side - 1 - row, side - 1 - column);
        }
        row * side + column
    }

    fn images_are_those_of_coordinates<W: Word>(side: usize) {
        let frame = Frame::<W>::new(side);
        for (number, symmetry) in Symmetry::ALL.into_iter().enumerate() {
            assert_eq!(symmetry.number(), number);
            for index in 0..side * side {
                let here = frame.square_of(index);
                let there = frame.square_of(image(side, symmetry, index));
                assert_eq!(symmetry.square(&frame, here), there, "{symmetry:?} {index}");
                assert_eq!(symmetry.squares(&frame, only(here)), only(there));
                assert_eq!(symmetry.square(&frame, there), here);
            }
        }
    }

    #[test]
    fn images_are_those_of_coordinates_on_every_board() {
        (2..=5).for_each(images_are_those_of_coordinates::<u32>);
        (2..=7).for_each(images_are_those_of_coordinates::<u64>);
    }

    fn all_images_have_the_same_standard<W: Word>(side: usize) {
        let frame = Frame::<W>::new(side);
        // Two barriers in every way, so that some sets are their own image.
        for one in each(frame.buildable) {
            for two in each(frame.buildable) {
                for left in [[2, 2], [3, 1], [1, 3]] {
                    let barriers = only::<W>(one) | only(two);
                    let (to_standard, standard) = Symmetry::to_standard(&frame, barriers, left);
                    assert_eq!(to_standard.squares(&frame, barriers), standard);
                    for symmetry in Symmetry::ALL {
                        let image = symmetry.squares(&frame, barriers);
                        let left = symmetry.players(left);
                        assert_eq!(Symmetry::to_standard(&frame, image, left).1, standard);
                    }
                }
            }
        }
    }

    #[test]
    fn all_images_have_the_same_standard_on_every_board() {
        all_images_have_the_same_standard::<u32>(4);
        all_images_have_the_same_standard::<u64>(6);
    }
}
