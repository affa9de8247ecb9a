//! The arrangement of a table: which byte belongs to which position.
//!
//! A table is made of layers, one for each number of barriers on the board, the largest number first. A layer is made of
//! blocks, one for each pair of counts of barriers left and each canonical set of barriers. A block has one byte for each
//! pair of squares of the runners, first with Player 1 to move, then with Player 2:
//!
//! ```text
//!     | 6 barriers      | 5 barriers      | 4 barriers                          | 3 ...
//!     | 0 and 0 left    | 1 and 0 left    | 1 and 1 left    | 2 and 0 left      |
//!     | set | set | ... | set | set | ... | set | set | ... | set | set | ...   |
//!      P1 P2 P1 P2
//! ```

use std::ops::{Range, RangeInclusive};

use quintet_rules::{Player, Position, bits};

use super::frame::{Frame, Side, Square, only};
use super::pairs::Pairs;
use super::symmetry::{BoardSymmetry, Images};
use crate::grid_runner::Runners;
use crate::grid_runner::position::BARRIERS;

/// The number of barriers of both players together.
pub(super) const MOST: usize = 2 * BARRIERS as usize;

/// The blocks of some layers of a table.
pub(super) struct Index {
    pub(super) frame: Frame,
    /// In the order of the table.
    pub(super) blocks: Vec<Block>,
    /// The number of each block by the barriers placed, the barriers that Player 1 has left, and the [rank](Index::rank).
    /// [`NO_BLOCK`] for sets that are not canonical or impossible.
    numbers: [[Vec<u32>; BARRIERS as usize + 1]; MOST + 1],
    /// For the member number `n` of a set, by its square: the number of sets of `n + 1` members below that square.
    lower: [[u32; 64]; MOST],
}

const NO_BLOCK: u32 = u32::MAX;

/// The positions with the same barriers on the board and the same numbers of barriers left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) barriers: u64,
    /// The barriers that each player has left.
    pub(super) left: [u8; 2],
    /// Its index in the list of blocks.
    number: u32,
    pub(super) pairs: Pairs,
    /// The place of its first byte in the table.
    pub(super) start: usize,
}

impl Index {
    /// Lists the blocks of the layers with these numbers of barriers placed.
    pub(super) fn new(frame: &Frame, placed: RangeInclusive<usize>) -> Self {
        let mut lower = [[0; 64]; MOST];
        for (below, square) in bits(frame.buildable).enumerate() {
            for (n, lower) in lower.iter_mut().enumerate() {
                lower[square] = choose(below, n + 1) as u32;
            }
        }
        let mut index = Index {
            frame: *frame,
            blocks: Vec::new(),
            numbers: Default::default(),
            lower,
        };
        for placed in placed.rev() {
            for left in left_after(placed) {
                let sets = sets(frame.buildable, placed);
                let numbers = sets.map(|barriers| {
                    let (_, canonical) = Images::of(frame, barriers).canonical(left);
                    let pairs = (canonical == barriers).then(|| Pairs::of(frame, barriers));
                    let Some(pairs) = pairs.filter(|pairs| pairs.len() > 0) else {
                        return NO_BLOCK;
                    };
                    let (number, start) = (index.blocks.len() as u32, index.len());
                    index.blocks.push(Block {
                        barriers,
                        left,
                        number,
                        pairs,
                        start,
                    });
                    number
                });
                index.numbers[placed][usize::from(left[0])] = numbers.collect();
            }
        }
        index
    }

    /// Returns the number of a set of barriers among those of the same size, in ascending order.
    ///
    /// ```text
    ///     sets of 2   01 02 12 03 13 23 04 ...
    ///     rank         0  1  2  3  4  5  6         1 and 3: "1 choose 1" + "3 choose 2" = 1 + 3
    /// ```
    #[inline]
    fn rank(&self, barriers: u64) -> usize {
        let lower = bits(barriers).zip(&self.lower);
        lower
            .map(|(square, lower)| lower[square & 63] as usize)
            .sum()
    }

    /// Returns the number of bytes of all blocks.
    pub(super) fn len(&self) -> usize {
        self.blocks.last().map_or(0, |last| last.range().end)
    }

    /// Returns the blocks with `placed` barriers on the board.
    pub(super) fn layer(&self, placed: usize) -> &[Block] {
        let placed_in = |block: &Block| block.barriers.count_ones() as usize;
        let start = (self.blocks).partition_point(|block| placed_in(block) > placed);
        let end = (self.blocks).partition_point(|block| placed_in(block) >= placed);
        &self.blocks[start..end]
    }

    /// Returns the block of the positions with some barriers and the symmetry that maps them to it, or `None` if no position
    /// of the game has these barriers.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "a part of `exits::collect`, which is compiled for several processors"
    )]
    pub(super) fn find(&self, barriers: Images, left: [u8; 2]) -> Option<(BoardSymmetry, &Block)> {
        let (symmetry, image) = barriers.canonical(left);
        let [one, two] = symmetry.players(left).map(usize::from);
        let placed = image.count_ones() as usize;
        if placed + one + two != MOST || image & !self.frame.buildable != 0 {
            return None;
        }
        let number = *self.numbers[placed].get(one)?.get(self.rank(image))?;
        Some((symmetry, self.blocks.get(number as usize)?))
    }

    /// Returns the block and the place of an unfinished position. `None` if the number of barriers is impossible, or a runner
    /// has no path to its goal.
    pub(super) fn place<const R: usize, const C: usize>(
        &self,
        position: &Runners<R, C>,
    ) -> Option<(&Block, usize)> {
        let left = Player::BOTH.map(|player| position.barriers_left(player));
        let barriers = Images::of(&self.frame, self.frame.barriers(position));
        let (symmetry, block) = self.find(barriers, left)?;
        let (runners, side) = (self.frame.runners(position), position.to_move() as Side);
        Some((block, block.place(&self.frame, symmetry, runners, side)?))
    }
}

impl Block {
    /// Returns its index in the list of blocks.
    pub(super) fn number(&self) -> usize {
        self.number as usize
    }

    /// Returns the place of a position that a symmetry maps to this block, or `None` if a runner has no path to its goal.
    #[inline]
    pub(super) fn place(
        &self,
        frame: &Frame,
        symmetry: BoardSymmetry,
        runners: [Square; 2],
        to_move: Side,
    ) -> Option<usize> {
        let images = runners.map(|runner| symmetry.square(frame, runner));
        let number = self.pairs.index(symmetry.players(images))?;
        Some(self.start + symmetry.side(to_move) * self.pairs.len() + number)
    }

    /// Returns its places in the table.
    pub(super) fn range(&self) -> Range<usize> {
        self.start..self.start + 2 * self.pairs.len()
    }

    /// Returns the runners and the side to move of each place.
    pub(super) fn places(&self) -> impl Iterator<Item = ([Square; 2], Side)> {
        let pairs = self.pairs;
        let of_side = move |side| pairs.iter().map(move |runners| (runners, side));
        [0, 1].into_iter().flat_map(of_side)
    }

    /// Returns the number of positions that each of its bytes stands for.
    pub(super) fn images(&self, frame: &Frame) -> u64 {
        let fixes = |symmetry: &BoardSymmetry| {
            symmetry.squares(frame, self.barriers) == self.barriers
                && symmetry.players(self.left) == self.left
        };
        let stabiliser = BoardSymmetry::ALL.into_iter().filter(fixes).count();
        (BoardSymmetry::ALL.len() / stabiliser) as u64
    }
}

/// Returns the counts of barriers left that have blocks after `placed` barriers: Player 1 has no fewer than Player 2.
fn left_after(placed: usize) -> impl Iterator<Item = [u8; 2]> {
    let total = (MOST - placed) as u8;
    (total.div_ceil(2)..=total.min(BARRIERS)).map(move |one| [one, total - one])
}

/// Estimates the number of blocks of a layer.
pub(super) fn block_count(frame: &Frame, placed: usize) -> u64 {
    let sets = choose(frame.buildable.count_ones() as usize, placed) as u64;
    let images = |[one, two]: [u8; 2]| if one == two { 4 } else { 2 };
    left_after(placed).map(|left| sets / images(left)).sum()
}

/// Returns the number of subsets with `members` of `things`.
fn choose(things: usize, members: usize) -> usize {
    (0..members).fold(1, |sets, n| sets * things.saturating_sub(n) / (n + 1))
}

/// Returns the subsets of `squares` with `members` members, in ascending order.
fn sets(squares: u64, members: usize) -> impl Iterator<Item = u64> {
    let lowest = move |count| {
        let lowest = bits(squares).take(count);
        lowest.fold(0, |set, square| set | only(square))
    };
    let first = (members <= squares.count_ones() as usize).then(|| lowest(members));
    std::iter::successors(first, move |set| {
        // The carry replaces the lowest run of members by the next free square; the others of the run start over.
        let lowest_member = set & set.wrapping_neg();
        let carried = (set | !squares).wrapping_add(lowest_member) & squares;
        let rest = || lowest(members - carried.count_ones() as usize);
        (carried > *set).then(|| carried | rest())
    })
}
