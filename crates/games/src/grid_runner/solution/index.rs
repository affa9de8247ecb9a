//! Which bytes of the table belong to which position.
//!
//! The table is made of layers, one for each number of barriers on the board, the most first. A
//! layer is made of regions, one for each pair of counts of barriers left, and a region of blocks,
//! one for each set of barriers. Only the sets and counts that stand for their images under
//! symmetry have blocks. A block has one byte for each pair of cells of the runners, first with
//! Player 1 to move, then with Player 2:
//!
//! ```text
//!     | 6 barriers      | 5 barriers      | 4 barriers                          | 3 ...
//!     | 0 and 0 left    | 1 and 0 left    | 1 and 1 left    | 2 and 0 left      |
//!     | set | set | ... | set | set | ... | set | set | ... | set | set | ...   |
//!      P1 P2 P1 P2
//! ```

use std::ops::Range;

use quintet_solver::slices::Side;

use super::frame::{Frame, Square, Squares};
use super::layer::{Layer, MOST, left_in};
use super::pairs::Pairs;
use super::symmetry::Symmetry;
use crate::grid_runner::position::BARRIERS;

pub(super) struct Index<const N: usize> {
    /// By the number of barriers on the board.
    layers: Vec<Layer>,
    len: usize,
}

/// A block, and where in the table it starts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) barriers: Squares,
    pub(super) left: [u8; 2],
    pub(super) start: usize,
}

/// The block in which the positions with some barriers are found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// Leads from the positions to those in the table.
    pub(super) symmetry: Symmetry,
    /// Of the block; there may be none.
    pub(super) pairs: Pairs,
    pub(super) start: usize,
}

impl<const N: usize> Index<N> {
    pub(super) fn new() -> Self {
        let mut layers: Vec<_> = (0..=MOST).map(Layer::new::<N>).collect();
        let mut len = 0;
        for barriers in (0..=MOST).rev() {
            layers[barriers].start = len;
            let last = left_in(barriers).last().expect("barriers are left somehow");
            len = layers[barriers].region_start(last) + layers[barriers].region(last).len;
        }
        Index { layers, len }
    }

    /// How many bytes the table has.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Each layer by its number of barriers on the board, with its bytes, in the order of the
    /// table.
    pub(super) fn layers(&self) -> impl Iterator<Item = (usize, Range<usize>)> {
        let end = |barriers: usize| match barriers {
            0 => self.len,
            _ => self.layers[barriers - 1].start,
        };
        (0..=MOST)
            .rev()
            .map(move |barriers| (barriers, self.layers[barriers].start..end(barriers)))
    }

    /// The blocks with so many barriers on the board, in their order.
    pub(super) fn blocks(&self, barriers: usize) -> impl Iterator<Item = Block> {
        let layer = &self.layers[barriers];
        left_in(barriers).flat_map(move |left| {
            let sets = &layer.region(left).sets;
            sets.iter().map(move |set| Block {
                barriers: *set,
                left,
                start: layer.block_start::<N>(*set, left),
            })
        })
    }

    /// Where the positions with these barriers are; `None` if there can be none in this game.
    pub(super) fn find(&self, barriers: Squares, left: [u8; 2]) -> Option<Found> {
        let total = barriers.count_ones() + u32::from(left[0]) + u32::from(left[1]);
        let is_possible = total as usize == MOST
            && left.iter().all(|left| *left <= BARRIERS)
            && barriers & !Frame::<N>::BUILDABLE == 0;
        is_possible.then(|| self.find_possible(barriers, left))
    }

    /// [`find`](Index::find) for barriers that are known to be possible.
    #[inline]
    pub(super) fn find_possible(&self, barriers: Squares, left: [u8; 2]) -> Found {
        let (symmetry, image) = Symmetry::to_standard::<N>(barriers, left);
        let left = symmetry.players(left);
        let layer = &self.layers[barriers.count_ones() as usize];
        Found {
            symmetry,
            pairs: Pairs::of::<N>(image),
            start: layer.block_start::<N>(image, left),
        }
    }
}

impl Found {
    /// The place in the table of a position with these barriers; `None` if it is none of the game.
    #[inline]
    pub(super) fn place<const N: usize>(
        &self,
        runners: [Square; 2],
        to_move: Side,
    ) -> Option<usize> {
        let number = self.pairs.index(self.symmetry.runners::<N>(runners))?;
        Some(self.start + self.symmetry.side(to_move) * self.pairs.len() + number)
    }
}

impl Block {
    /// How many positions the block stands for with each of its bytes.
    pub(super) fn images<const N: usize>(&self) -> u64 {
        let mut images = Symmetry::ALL.map(|symmetry| {
            (
                symmetry.squares::<N>(self.barriers),
                symmetry.players(self.left),
            )
        });
        images.sort_unstable();
        images.chunk_by(|a, b| a == b).count() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks_fill_the_table_without_gaps<const N: usize>() -> usize {
        let index = Index::<N>::new();
        let mut end = 0;
        for (barriers, layer) in index.layers() {
            assert_eq!(layer.start, end);
            for block in index.blocks(barriers) {
                assert_eq!(block.start, end);
                let found = index.find(block.barriers, block.left).expect("possible");
                assert_eq!(found.start, end);
                end += 2 * found.pairs.len();
            }
            assert_eq!(layer.end, end);
        }
        assert_eq!(index.len(), end);
        end
    }

    #[test]
    fn blocks_fill_the_table_without_gaps_on_every_board() {
        assert_eq!(blocks_fill_the_table_without_gaps::<2>(), 20);
        assert_eq!(blocks_fill_the_table_without_gaps::<3>(), 2_408);
        assert_eq!(blocks_fill_the_table_without_gaps::<4>(), 368_810);
        assert_eq!(blocks_fill_the_table_without_gaps::<5>(), 27_892_674);
    }

    #[test]
    fn what_is_no_position_of_the_game_is_not_found() {
        let index = Index::<5>::new();
        assert!(index.find(0, [3, 3]).is_some());
        assert!(index.find(0, [3, 2]).is_none(), "a barrier is missing");
        assert!(index.find(0b110, [4, 0]).is_none(), "one too many left");
        assert!(index.find(1, [3, 2]).is_none(), "a barrier on a goal");
    }
}
