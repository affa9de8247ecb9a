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

use std::ops::{Range, RangeInclusive};

use quintet_solver::slices::Side;

use super::frame::Frame;
use super::layer::Layer;
use super::pairs::Pairs;
use super::scope::Scope;
use super::symmetry::Symmetry;
use super::word::{Square, Word};

pub(super) struct Index<W> {
    pub(super) scope: Scope<W>,
    /// By the number of barriers placed, from the least on.
    layers: Vec<Layer<W>>,
    least: usize,
}

/// A block, and where in the table it starts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block<W> {
    pub(super) barriers: W,
    pub(super) left: [u8; 2],
    pub(super) start: usize,
}

/// The block in which the positions with some barriers are found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found<W> {
    /// Leads from the positions to those in the table.
    pub(super) symmetry: Symmetry,
    /// Of the block; there may be none.
    pub(super) pairs: Pairs<W>,
    pub(super) start: usize,
}

impl<W: Word> Index<W> {
    pub(super) fn new(scope: Scope<W>) -> Self {
        Self::of_layers(scope, 0..=scope.most())
    }

    /// The index of a table with some of the layers.
    pub(super) fn of_layers(scope: Scope<W>, placed: RangeInclusive<usize>) -> Self {
        let least = *placed.start();
        let mut layers = Vec::new();
        let mut len = 0;
        for placed in placed.rev() {
            let layer = Layer::new(&scope, placed, len);
            len = layer.end;
            layers.push(layer);
        }
        layers.reverse();
        Index {
            scope,
            layers,
            least,
        }
    }

    /// How many bytes the table has.
    pub(super) fn len(&self) -> usize {
        self.layers[0].end
    }

    /// Each layer by its number of barriers placed, with its bytes, in the order of the table.
    pub(super) fn layers(&self) -> impl Iterator<Item = (usize, Range<usize>)> {
        let layers = (self.least..).zip(&self.layers);
        let layers: Vec<_> = layers
            .map(|(placed, layer)| (placed, layer.start..layer.end))
            .collect();
        layers.into_iter().rev()
    }

    /// The blocks with so many barriers placed, in their order.
    pub(super) fn blocks(&self, placed: usize) -> impl Iterator<Item = Block<W>> {
        let layer = &self.layers[placed - self.least];
        self.scope.left_after(placed).flat_map(move |left| {
            let sets = &layer.region(left).sets;
            sets.iter().map(move |set| Block {
                barriers: *set,
                left,
                start: layer.block_start(*set, left),
            })
        })
    }

    /// Where the positions with these barriers are; `None` if there can be none in this game.
    pub(super) fn find(&self, barriers: W, left: [u8; 2]) -> Option<Found<W>> {
        let is_possible = self.scope.contains(barriers, left);
        is_possible.then(|| self.find_possible(barriers, left))
    }

    /// [`find`](Index::find) for barriers that are known to be possible, in one of the layers.
    #[inline]
    pub(super) fn find_possible(&self, barriers: W, left: [u8; 2]) -> Found<W> {
        let (symmetry, image) = self.scope.standard(barriers, left);
        let layer = &self.layers[image.count_ones() as usize - self.least];
        Found {
            symmetry,
            pairs: Pairs::of(&self.scope.frame, image),
            start: layer.block_start(image, symmetry.players(left)),
        }
    }
}

impl<W: Word> Found<W> {
    /// The place in the table of a position with these barriers; `None` if it is none of the game.
    #[inline]
    pub(super) fn place(
        &self,
        frame: &Frame<W>,
        runners: [Square; 2],
        to_move: Side,
    ) -> Option<usize> {
        let number = self.pairs.index(self.symmetry.runners(frame, runners))?;
        Some(self.start + self.symmetry.side(to_move) * self.pairs.len() + number)
    }
}

impl<W: Word> Block<W> {
    /// How many positions the block of a whole board stands for with each of its bytes.
    pub(super) fn images(&self, frame: &Frame<W>) -> u64 {
        let mut images = Symmetry::ALL.map(|symmetry| {
            (
                symmetry.squares(frame, self.barriers),
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

    fn blocks_fill_the_table_without_gaps<W: Word>(side: usize) -> usize {
        let index = Index::<W>::new(Scope::whole(side));
        let mut end = 0;
        for (placed, layer) in index.layers() {
            assert_eq!(layer.start, end);
            for block in index.blocks(placed) {
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
        for (side, len) in [(2, 20), (3, 2_408), (4, 368_810), (5, 27_892_674)] {
            assert_eq!(blocks_fill_the_table_without_gaps::<u32>(side), len);
            assert_eq!(blocks_fill_the_table_without_gaps::<u64>(side), len);
        }
    }

    #[test]
    fn what_is_no_position_of_the_game_is_not_found() {
        let index = Index::<u32>::new(Scope::whole(5));
        assert!(index.find(0, [3, 3]).is_some());
        assert!(index.find(0, [3, 2]).is_none(), "a barrier is missing");
        assert!(index.find(0b110, [4, 0]).is_none(), "one too many left");
        assert!(index.find(1, [3, 2]).is_none(), "a barrier on a goal");
    }
}
