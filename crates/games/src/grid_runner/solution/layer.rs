//! The blocks of the table with the same number of barriers on the board.

use quintet_solver::Subsets;

use super::frame::{Frame, Squares};
use super::pairs::Pairs;
use super::symmetry::Symmetry;
use crate::grid_runner::position::BARRIERS;

/// All barriers of both players.
pub(super) const MOST: usize = 2 * BARRIERS as usize;

/// Blocks are of equal length when their barriers are the same, whatever is left in the players'
/// hands. So the starts are stored twice only: for equal counts left, where the exchange of players
/// saves half of the sets, and for others.
pub(super) struct Layer {
    /// Numbers the sets of barriers.
    subsets: Subsets,
    /// Where the layer starts in the table.
    pub(super) start: usize,
    even: Region,
    uneven: Region,
}

#[derive(Default)]
pub(super) struct Region {
    /// Of the blocks in their region, by the number of their set of barriers; only meaningful for
    /// the sets below.
    starts: Vec<u32>,
    /// The sets that stand for their images and leave both runners a place, in the order of the
    /// blocks.
    pub(super) sets: Vec<Squares>,
    pub(super) len: usize,
}

impl Layer {
    /// With so many barriers on the board. Where it starts is not known yet.
    pub(super) fn new<const N: usize>(barriers: usize) -> Layer {
        let cells = Frame::<N>::BUILDABLE.count_ones() as usize;
        let subsets = Subsets::new(cells, barriers);
        let region = |is_even: bool| {
            let left = left_in(barriers).find(|[one, two]| (one == two) == is_even);
            left.map_or_else(Region::default, |left| Region::new::<N>(&subsets, left))
        };
        Layer {
            start: 0,
            even: region(true),
            uneven: region(false),
            subsets,
        }
    }

    #[inline]
    pub(super) fn region(&self, [one, two]: [u8; 2]) -> &Region {
        if one == two { &self.even } else { &self.uneven }
    }

    #[inline]
    pub(super) fn region_start(&self, [one, two]: [u8; 2]) -> usize {
        if one == two {
            return self.start;
        }
        // The even region, if there is one, and the uneven ones with a smaller difference come
        // before.
        let uneven_before = usize::from((one - two - 1) / 2);
        self.start + self.even.len + uneven_before * self.uneven.len
    }

    /// Where the block of a set of barriers starts in the table.
    #[inline]
    pub(super) fn block_start<const N: usize>(&self, barriers: Squares, left: [u8; 2]) -> usize {
        let number = self.subsets.number(Frame::<N>::to_subset(barriers));
        self.region_start(left) + self.region(left).starts[number] as usize
    }
}

impl Region {
    fn new<const N: usize>(subsets: &Subsets, left: [u8; 2]) -> Region {
        let mut region = Region::default();
        for set in subsets.iter().map(Frame::<N>::from_subset) {
            region.starts.push(region.len as u32);
            let (_, standard) = Symmetry::to_standard::<N>(set, left);
            if standard == set {
                let pairs = Pairs::of::<N>(set).len();
                if pairs > 0 {
                    region.sets.push(set);
                    region.len += 2 * pairs;
                }
            }
        }
        region
    }
}

/// The counts of barriers left that have a region of their own, in the order of the regions: Player
/// 1 has no fewer.
pub(super) fn left_in(barriers: usize) -> impl Iterator<Item = [u8; 2]> {
    let total = (MOST - barriers) as u8;
    (total.div_ceil(2)..=total.min(BARRIERS)).map(move |one| [one, total - one])
}
