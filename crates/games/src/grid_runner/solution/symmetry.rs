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

use quintet_solver::slices::Side;

use super::frame::{Frame, LARGEST, STRIDE, Square, Squares, square};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Symmetry {
    pub(super) mirrored: bool,
    /// The board is turned, and with it the players are exchanged.
    pub(super) exchanged: bool,
}

impl Symmetry {
    pub(super) const ALL: [Symmetry; 4] = [
        Symmetry {
            mirrored: false,
            exchanged: false,
        },
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

    /// The symmetry that leads to the image that stands for all, and that image: Player 1 has no
    /// fewer barriers left than Player 2, and among those the number that is the set of
    /// barriers is least.
    #[inline]
    pub(super) fn to_standard<const N: usize>(
        barriers: Squares,
        left: [u8; 2],
    ) -> (Symmetry, Squares) {
        let is_allowed = |symmetry: &Symmetry| {
            let [one, two] = symmetry.players(left);
            one >= two
        };
        Self::ALL
            .into_iter()
            .filter(is_allowed)
            .map(|symmetry| (symmetry, symmetry.squares::<N>(barriers)))
            .min_by_key(|(_, image)| *image)
            .expect("one of the players has no fewer barriers left than the other")
    }

    #[inline]
    pub(super) fn square<const N: usize>(self, square: Square) -> Square {
        let square = if self.mirrored {
            MIRROR[square as usize]
        } else {
            square
        };
        if self.exchanged {
            Frame::<N>::GOALS[0] - square
        } else {
            square
        }
    }

    #[inline]
    pub(super) fn squares<const N: usize>(self, squares: Squares) -> Squares {
        let squares = if self.mirrored {
            mirror(squares)
        } else {
            squares
        };
        if self.exchanged {
            turn::<N>(squares)
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
    pub(super) fn runners<const N: usize>(self, runners: [Square; 2]) -> [Square; 2] {
        self.players(runners.map(|runner| self.square::<N>(runner)))
    }
}

/// Turns a set by 180 degrees: the first cell becomes the last.
#[inline]
fn turn<const N: usize>(squares: Squares) -> Squares {
    squares.reverse_bits() >> (31 - Frame::<N>::GOALS[0])
}

/// Rows become columns. All squares on one diagonal move by the same distance, so each takes one
/// shift.
#[inline]
fn mirror(squares: Squares) -> Squares {
    let mut image = squares & diagonal(0);
    let mut k = 1;
    while k < LARGEST {
        let below = diagonal(k);
        let step = k * (STRIDE - 1);
        image |= (squares & below) >> step | (squares << step) & below;
        k += 1;
    }
    image
}

/// The squares whose row is `k` more than their column.
const fn diagonal(k: usize) -> Squares {
    let mut squares = 0;
    let mut column = 0;
    while column + k < LARGEST {
        squares |= 1 << square(column + k, column);
        column += 1;
    }
    squares
}

const MIRROR: [Square; 32] = {
    let mut image = [0; 32];
    let mut row = 0;
    while row < LARGEST {
        let mut column = 0;
        while column < LARGEST {
            image[square(row, column) as usize] = square(column, row);
            column += 1;
        }
        row += 1;
    }
    image
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid_runner::solution::frame::{each, only};

    /// By coordinates: the definition itself.
    fn image<const N: usize>(symmetry: Symmetry, index: usize) -> usize {
        let (mut row, mut column) = (index / N, index % N);
        if symmetry.mirrored {
            (row, column) = (column, row);
        }
        if symmetry.exchanged {
            (row, column) = (N - 1 - row, N - 1 - column);
        }
        row * N + column
    }

    fn images_are_those_of_coordinates<const N: usize>() {
        for symmetry in Symmetry::ALL {
            for index in 0..N * N {
                let here = Frame::<N>::from_cell(index);
                let there = Frame::<N>::from_cell(image::<N>(symmetry, index));
                assert_eq!(symmetry.square::<N>(here), there, "{symmetry:?} {index}");
                assert_eq!(symmetry.squares::<N>(only(here)), only(there));
                assert_eq!(symmetry.square::<N>(there), here);
            }
        }
    }

    #[test]
    fn images_are_those_of_coordinates_on_every_board() {
        images_are_those_of_coordinates::<2>();
        images_are_those_of_coordinates::<3>();
        images_are_those_of_coordinates::<4>();
        images_are_those_of_coordinates::<5>();
    }

    #[test]
    fn all_images_have_the_same_standard() {
        // Two barriers in every way, so that some sets are their own image.
        for one in each(Frame::<4>::BUILDABLE) {
            for two in each(Frame::<4>::BUILDABLE) {
                for left in [[2, 2], [3, 1], [1, 3]] {
                    let barriers = only(one) | only(two);
                    let (to_standard, standard) = Symmetry::to_standard::<4>(barriers, left);
                    assert_eq!(to_standard.squares::<4>(barriers), standard);
                    for symmetry in Symmetry::ALL {
                        let image = symmetry.squares::<4>(barriers);
                        let (_, same) = Symmetry::to_standard::<4>(image, symmetry.players(left));
                        assert_eq!(same, standard);
                    }
                }
            }
        }
    }
}
