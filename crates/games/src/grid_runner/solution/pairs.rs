//! Where the two runners can stand for one set of barriers, and the numbering of these pairs.
//!
//! ```text
//!     G . X s      s is shut in, so no runner can be there. On every other free cell either runner
//!     . . . X      can be, but for their own goal, and not both on the same.
//!     . . . .
//!     . . . G
//! ```

use quintet_solver::slices::Side;

use super::frame::Frame;
use super::word::{Square, Word, beside, connected, contains, each, only};

/// The place of a pair of squares in a [spread](Word::Spread), found without any ranking.
#[inline]
pub(super) fn spread_index<W: Word>([one, two]: [Square; 2]) -> usize {
    // The mask is to spare the check of the bound.
    (two as usize * W::BITS + one as usize) & (W::BITS * W::BITS - 1)
}

/// The cells of each runner: those with a path to its goal, without the goal. A pair is one of
/// each, not the same.
///
/// Pairs are numbered in the order of Player 2's cell, then of Player 1's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pairs<W> {
    pub(super) squares: [W; 2],
}

impl<W: Word> Pairs<W> {
    #[inline]
    pub(super) fn of(frame: &Frame<W>, barriers: W) -> Self {
        let free = frame.board & !barriers;
        let towards = |side: Side| connected(frame.goals[side], free);
        let one = towards(0);
        // Nearly always both goals are connected, and one search does for both.
        let two = if contains(one, frame.goals[1]) {
            one
        } else {
            towards(1)
        };
        let [goal_one, goal_two] = frame.goals;
        Pairs {
            squares: [one & !only::<W>(goal_one), two & !only::<W>(goal_two)],
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
        let below = |square: Square| only::<W>(square).below_first();
        let rows = two & below(runners[1]);
        let before = rows.count_ones() * one.count_ones() - (one & rows).count_ones();
        let column = (one & !only::<W>(runners[1]) & below(runners[0])).count_ones();
        Some((before + column) as usize)
    }

    /// For each cell of Player 2 the cells of Player 1, in the order of the numbering.
    #[inline]
    pub(super) fn rows(self) -> impl Iterator<Item = (Square, W)> {
        let [one, two] = self.squares;
        each(two).map(move |square| (square, one & !only::<W>(square)))
    }

    /// All pairs, in the order of their numbers.
    pub(super) fn all(self) -> impl Iterator<Item = [Square; 2]> {
        self.rows()
            .flat_map(|(two, row)| each(row).map(move |one| [one, two]))
    }

    /// Copies the bytes of the pairs, in the order of their numbers.
    pub(super) fn pack(self, spread: &W::Spread, mut packed: &mut [u8]) {
        let [ones, twos] = self.squares;
        let mut columns = [0; 64];
        for (column, square) in columns.iter_mut().zip(each(ones)) {
            *column = square;
        }
        for two in each(twos) {
            let row = &spread.as_ref()[spread_index::<W>([0, two])..][..W::BITS];
            for part in parts_of_row(ones, two, &columns) {
                let (bytes, rest) = packed.split_at_mut(part.len());
                packed = rest;
                for (byte, column) in bytes.iter_mut().zip(part) {
                    *byte = row[*column as usize & (W::BITS - 1)];
                }
            }
        }
    }
}

/// What belongs to the cells of Player 1 in the row of a cell of Player 2, out of a list with an entry for each of the
/// cells: one is missing where both runners would stand on the same.
#[inline]
pub(super) fn parts_of_row<W: Word, T>(ones: W, two: Square, list: &[T]) -> [&[T]; 2] {
    let width = ones.count_ones() as usize;
    let own = ones & only(two);
    if own == W::EMPTY {
        [&list[..width], &list[..0]]
    } else {
        let gap = (ones & own.below_first()).count_ones() as usize;
        [&list[..gap], &list[gap + 1..width]]
    }
}

/// The squares of `squares` beside a square: where a step to it may come from.
#[inline]
pub(super) fn steps_to<W: Word>(square: Square, squares: W) -> W {
    beside(only::<W>(square)) & squares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid_runner::solution::sets::Sets;

    fn pairs_are_numbered_in_order<W: Word>(side: usize, barriers: usize) {
        let frame = Frame::<W>::new(side);
        for barriers in Sets::new(frame.buildable, barriers).from(0) {
            let pairs = Pairs::of(&frame, barriers);
            assert_eq!(pairs.all().count(), pairs.len());
            for (number, runners) in pairs.all().enumerate() {
                assert_eq!(pairs.index(runners), Some(number));
            }
            let squares = W::BITS as Square;
            let numbered = |one| (0..squares).filter(move |two| pairs.index([one, *two]).is_some());
            assert_eq!((0..squares).flat_map(numbered).count(), pairs.len());
        }
    }

    #[test]
    fn pairs_are_numbered_in_order_on_every_board() {
        pairs_are_numbered_in_order::<u32>(4, 4);
        pairs_are_numbered_in_order::<u64>(3, 4);
        pairs_are_numbered_in_order::<u64>(7, 1);
    }
}
