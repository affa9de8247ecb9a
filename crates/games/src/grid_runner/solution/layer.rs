//! The blocks of the table with the same number of barriers on the board.

use super::frame::Squares;
use super::pairs::Pairs;
use super::ranking::{rank, sets_in_order};
use super::symmetry::Symmetry;
use crate::grid_runner::position::BARRIERS;

/// All barriers of both players.
pub(super) const MOST: usize = 2 * BARRIERS as usize;

/// Blocks are of equal length when their barriers are the same, whatever is left in the players'
/// hands. So the starts are stored twice only: for equal counts left, where the exchange of players
/// saves half of the sets, and for others.
#[derive(Default)]
pub(super) struct Layer {
    /// Where the layer starts in the table.
    pub(super) start: usize,
    even: Region,
    uneven: Region,
}

#[derive(Default)]
pub(super) struct Region {
    /// Of the blocks in their region, by the rank of their set of barriers; only meaningful for
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
        let region = |is_even: bool| {
            let left = left_in(barriers).find(|[one, two]| (one == two) == is_even);
            left.map_or_else(Region::default, |left| {
                Region::new::<N>(barriers as u32, left)
            })
        };
        Layer {
            start: 0,
            even: region(true),
            uneven: region(false),
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
}

impl Region {
    fn new<const N: usize>(barriers: u32, left: [u8; 2]) -> Region {
        let mut region = Region::default();
        for set in sets_in_order::<N>(barriers) {
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

    #[inline]
    pub(super) fn start<const N: usize>(&self, barriers: Squares) -> usize {
        self.starts[rank::<N>(barriers)] as usize
    }
}

/// The counts of barriers left that have a region of their own, in the order of the regions: Player
/// 1 has no fewer.
pub(super) fn left_in(barriers: usize) -> impl Iterator<Item = [u8; 2]> {
    let total = (MOST - barriers) as u8;
    (total.div_ceil(2)..=total.min(BARRIERS)).map(move |one| [one, total - one])
}
