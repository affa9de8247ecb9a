//! Where the two runners can stand for one set of barriers, and the numbering of these pairs.
//!
//! ```text
//!     G . X s      s is shut in, so no runner can be there. On every other free cell either runner
//!     . . . X      can be, but for their own goal, and not both on the same.
//!     . . . .
//!     . . . G
//! ```

use quintet_solver::slices::Side;

use super::frame::{Frame, Square, Squares, beside, connected, contains, each, only};

/// One byte for each pair of squares, found without any ranking: the place of a pair is `32 *
/// second + first`.
pub(super) type Spread = [u8; 1024];

#[inline]
pub(super) fn spread_index([one, two]: [Square; 2]) -> usize {
    // The mask is to spare the check of the bound.
    ((two as usize) << 5 | one as usize) & 1023
}

/// The cells of each runner: those with a path to its goal, without the goal. A pair is one of
/// each, not the same.
///
/// Pairs are numbered in the order of Player 2's cell, then of Player 1's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pairs {
    pub(super) squares: [Squares; 2],
}

impl Pairs {
    #[inline]
    pub(super) fn of<const N: usize>(barriers: Squares) -> Pairs {
        let free = Frame::<N>::BOARD & !barriers;
        let towards = |side: Side| connected(Frame::<N>::GOALS[side], free);
        let one = towards(0);
        // Nearly always both goals are connected, and one search does for both.
        let two = if contains(one, Frame::<N>::GOALS[1]) {
            one
        } else {
            towards(1)
        };
        let [goal_one, goal_two] = Frame::<N>::GOALS;
        Pairs {
            squares: [one & !only(goal_one), two & !only(goal_two)],
        }
    }

    #[inline]
    pub(super) fn len(self) -> usize {
        let [one, two] = self.squares;
        (one.count_ones() * two.count_ones() - (one & two).count_ones()) as usize
    }

    /// The number of a pair; `None` if it is none of these.
    #[inline]
    pub(super) fn index(self, runners: [Square; 2]) -> Option<usize> {
        let [one, two] = self.squares;
        let is_pair =
            contains(one, runners[0]) && contains(two, runners[1]) && runners[0] != runners[1];
        if !is_pair {
            return None;
        }
        let below = |square: Square| only(square) - 1;
        let rows = two & below(runners[1]);
        let before = rows.count_ones() * one.count_ones() - (one & rows).count_ones();
        let column = (one & !only(runners[1]) & below(runners[0])).count_ones();
        Some((before + column) as usize)
    }

    /// For each cell of Player 2 the cells of Player 1, in the order of the numbering.
    #[inline]
    pub(super) fn rows(self) -> impl Iterator<Item = (Square, Squares)> {
        let [one, two] = self.squares;
        each(two).map(move |square| (square, one & !only(square)))
    }

    /// All pairs, in the order of their numbers.
    pub(super) fn all(self) -> impl Iterator<Item = [Square; 2]> {
        self.rows()
            .flat_map(|(two, row)| each(row).map(move |one| [one, two]))
    }

    /// Copies the bytes of the pairs, in the order of their numbers.
    pub(super) fn pack(self, spread: &Spread, packed: &mut [u8]) {
        let mut packed = packed.iter_mut();
        for (two, row) in self.rows() {
            for (one, byte) in each(row).zip(&mut packed) {
                *byte = spread[spread_index([one, two])];
            }
        }
    }
}

/// The squares of `squares` beside a square: where a step to it may come from.
#[inline]
pub(super) fn steps_to(square: Square, squares: Squares) -> Squares {
    beside(only(square)) & squares
}

#[cfg(test)]
mod tests {
    use quintet_solver::Subsets;

    use super::*;

    #[test]
    fn pairs_are_numbered_in_order() {
        for barriers in Subsets::new(14, 4).iter().map(Frame::<4>::from_subset) {
            let pairs = Pairs::of::<4>(barriers);
            assert_eq!(pairs.all().count(), pairs.len());
            for (number, runners) in pairs.all().enumerate() {
                assert_eq!(pairs.index(runners), Some(number));
            }
            let numbered = |one| (0..30).filter(move |two| pairs.index([one, *two]).is_some());
            assert_eq!((0..30).flat_map(numbered).count(), pairs.len());
        }
    }
}
